import { ExternalLink, Save } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConflictDialog } from '../item/conflict/conflict-dialog.tsx'
import { unreachable } from '../item/save-trouble.ts'
import { StateWord } from '../item/state-word.tsx'
import type { FileDraft } from '../item/use-file-draft.ts'
import { useSaveKey } from '../item/use-save-key.ts'

/** The form of one file of the site: its state, its button, why it could not be saved, and the fields. */
export function SitePanel<Values extends FieldValues>({
  draft,
  title,
  href,
  active,
  onDirty,
  children,
}: {
  draft: FileDraft<Values>
  title: string
  /** Where visitors see it. */
  href: string
  /** Only the shown panel saves by key. */
  active: boolean
  onDirty: (dirty: boolean) => void
  children: ReactNode
}) {
  const { dirty, saving, trouble, save, solve } = draft
  const [solving, setSolving] = useState(false)
  useSaveKey(() => {
    if (active) void save()
  })
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const conflict = trouble.kind === 'conflict' ? trouble.conflict : null
  useEffect(() => setSolving(conflict !== null), [conflict])
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="flex flex-wrap items-center gap-y-2 gap-x-3.5 mb-4">
        <h2 className="text-xl">{title}</h2>
        <StateWord draft={draft} />
        <span className="grow max-sm:h-0 max-sm:basis-full" />
        <LinkButton
          href={href}
          target="_blank"
          rel="noopener"
          variant="ghost"
          icon={<ExternalLink aria-hidden="true" />}
        >
          View
        </LinkButton>
        <Button
          type="submit"
          variant="primary"
          icon={<Save aria-hidden="true" />}
          pending={saving}
          pendingText="Saving..."
        >
          Save Changes
        </Button>
      </div>
      {(trouble.kind === 'offline' || trouble.kind === 'refused' || (trouble.kind === 'conflict' && !solving)) && (
        <div className="notice mb-5" data-tone={trouble.kind === 'offline' ? 'warn' : 'danger'} role="alert">
          <p className="min-w-0 flex-1">
            {trouble.kind === 'offline'
              ? unreachable
              : trouble.kind === 'conflict'
                ? trouble.conflict.message
                : trouble.message}
          </p>
          {trouble.kind === 'conflict' && (
            <Button size="sm" onClick={() => setSolving(true)}>
              Choose what to keep
            </Button>
          )}
        </div>
      )}
      {children}
      {solving && trouble.kind === 'conflict' && (
        <ConflictDialog
          conflict={trouble.conflict}
          choices={trouble.choices}
          saving={saving}
          onChange={draft.choose}
          onSave={() => void solve()}
          onClose={() => setSolving(false)}
        />
      )}
    </form>
  )
}
