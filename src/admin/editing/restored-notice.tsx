import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { ageText } from '../documents/stored-draft.ts'
import type { Document } from './session.ts'

interface Restored {
  /** Time of the last edit, in milliseconds since 1970. */
  at: number
  actions: ReadonlyArray<{ label: string; run: () => void }>
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
 * The notice about a stored draft that the form shows instead of the file, with its actions; renders
 * nothing without one. `moved`: the file has changed since it was begun. `isNew`: there is no file
 * yet; `sent`: an earlier attempt to create it may have succeeded.
 */
export function RestoredDraft({
  draft,
  moved = false,
  isNew = false,
  sent = false,
  onCompare,
}: {
  draft: Pick<Document<FieldValues>, 'restored' | 'keepRestored' | 'discard'>
  moved?: boolean
  isNew?: boolean
  sent?: boolean
  onCompare?: () => void
}) {
  if (!draft.restored) return null
  const { at } = draft.restored
  const actions = [
    { label: 'Keep', run: draft.keepRestored },
    ...(onCompare ? [{ label: 'Compare', run: onCompare }] : []),
    { label: 'Discard', run: () => void draft.discard() },
  ]
  if (isNew) return <RestoredNew at={at} actions={actions} sent={sent} />
  return (
    <StoredNotice actions={actions}>
      <strong>This is a draft, not the file.</strong> This browser kept it; it was typed{' '}
      {ageText(at, Date.now())}.{' '}
      {moved ? 'The file has changed since it was begun.' : 'The file has not changed since.'}
    </StoredNotice>
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
