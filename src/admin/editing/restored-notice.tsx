import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { ageText } from '../documents/stored-draft.ts'
import { type ComparedField, CompareFields } from './compare-dialog.tsx'
import type { FileDraft } from './file-draft.ts'

interface Restored {
  /** Time of the last edit, in milliseconds since 1970. */
  at: number
  actions: ReadonlyArray<{ label: string; run: () => void }>
}

/**
 * Says that the form shows a stored draft instead of the file; `moved`: the file has changed since.
 */
export function RestoredNotice({ at, moved, actions }: Restored & { moved: boolean }) {
  return (
    <StoredNotice actions={actions}>
      <strong>This is a draft, not the file.</strong> This browser kept it; it was typed{' '}
      {ageText(at, Date.now())}.{' '}
      {moved ? 'The file has changed since it was begun.' : 'The file has not changed since.'}
    </StoredNotice>
  )
}

/**
 * Says that a new item was restored from this browser; `sent`: an earlier attempt to create it may
 * have succeeded.
 */
export function RestoredNew({ at, actions, sent }: Restored & { sent: boolean }) {
  return (
    <StoredNotice actions={actions}>
      <strong>
        {sent
          ? 'This is a draft, and what was sent of it may be on the site.'
          : 'This is a draft that no file has yet.'}
      </strong>{' '}
      This browser kept it; it was typed {ageText(at, Date.now())}.
      {sent && ' Saving it changes what is there.'}
    </StoredNotice>
  )
}

/**
 * The notice about a restored draft of a site file or download, with its actions; renders nothing
 * without one. `isNew`: there is no file yet.
 */
export function RestoredFileDraft({
  draft,
  isNew = false,
}: {
  draft: Pick<FileDraft<FieldValues>, 'restored' | 'keepRestored' | 'compared' | 'discard'>
  isNew?: boolean
}) {
  const { restored } = draft
  const [fields, setFields] = useState<ReadonlyArray<ComparedField> | null>(null)
  if (!restored) return null
  const keep = { label: 'Keep', run: () => draft.keepRestored() }
  const compare = { label: 'Compare', run: () => setFields(draft.compared()) }
  const discard = { label: 'Discard', run: () => void draft.discard() }
  if (isNew) return <RestoredNew at={restored.at} actions={[keep, discard]} sent={false} />
  return (
    <>
      <RestoredNotice at={restored.at} moved={restored.moved} actions={[keep, compare, discard]} />
      {fields &&
        // In a portal, so that its keys and buttons do not act on the form around the notice.
        createPortal(
          <CompareFields
            fields={fields}
            backLabel="Back to the form"
            onClose={() => setFields(null)}
          />,
          document.body,
        )}
    </>
  )
}

function StoredNotice({ actions, children }: Pick<Restored, 'actions'> & { children: ReactNode }) {
  return (
    <div className="notice" data-tone="info" role="status">
      <p className="min-w-56 flex-1">{children}</p>
      <div className="flex flex-wrap gap-2">
        {actions.map(({ label, run }) => (
          <Button key={label} size="sm" onClick={run}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
