import { ExternalLink, Save } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { SiteSettingsAnswer } from '#domain/site-files.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useComparison } from '../editing/compare-dialog.tsx'
import { RestoredDraft, StorageNotice } from '../editing/draft-notices.tsx'
import { DraftProblem, StateWord } from '../editing/state-word.tsx'
import type { StoredFile } from '../editing/stored-file.ts'
import type { FileDraft } from '../editing/use-file-draft.ts'
import { useSaveKey } from '../editing/use-save-key.ts'

/** A form for some keys of `site.yaml`. */
export interface SettingsPanelProps {
  loaded: SiteSettingsAnswer
  stored: StoredFile & { kind: 'settings' }
  /** Only the visible panel handles the save shortcut. */
  active: boolean
  onDirty: (dirty: boolean) => void
}

/** Frame of a form for a file of the site: state, save button, problems, fields. */
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
  /** Public address of the result. */
  href: string
  /** Only the visible panel handles the save shortcut. */
  active: boolean
  onDirty: (dirty: boolean) => void
  children: ReactNode
}) {
  const { dirty, saving, save } = draft
  const { compare, comparison } = useComparison(draft, 'Back to the form')
  useSaveKey(() => {
    if (active) void save()
  })
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div
        className="flex flex-wrap items-center gap-y-2 gap-x-3.5 mb-4 bg-paper py-2 sm:sticky
          sm:top-0 sm:z-10"
      >
        <h2 className="text-xl">{title}</h2>
        <StateWord draft={draft} />
        <span className="grow max-sm:h-0 max-sm:basis-full" />
        <LinkButton
          href={href}
          target="_blank"
          rel="noopener"
          variant="ghost"
          icon={<ExternalLink />}
        >
          View
        </LinkButton>
        <Button
          type="submit"
          variant="primary"
          icon={<Save />}
          pending={saving}
          pendingText="Saving..."
        >
          Save Changes
        </Button>
      </div>
      <div className="mb-5 grid gap-2.5 empty:hidden">
        <StorageNotice />
        <RestoredDraft draft={draft} moved={draft.moved} onCompare={compare} />
        {comparison}
      </div>
      <DraftProblem draft={draft} onSave={() => void save()} />
      {children}
    </form>
  )
}

/** What is wrong with `site.yaml`. */
export function SettingsProblems({ problems }: { problems: ReadonlyArray<string> }) {
  if (problems.length === 0) return null
  return (
    <div className="notice mb-5" data-tone="warn" role="status">
      <div className="grid gap-1">
        <p>
          site.yaml has values that can not be used. They are left out, here and on the pages, and a
          save of the same part takes them out of the file too.
        </p>
        <ul className="list-disc ps-5">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
