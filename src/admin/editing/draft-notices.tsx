import { type ReactNode, useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { ageText, type StoredDraft, whoChanged } from '../documents/stored-draft.ts'
import { openInTab } from '../documents/tabs.ts'
import { useDraftConflict, useDraftStorage, useLocal } from '../shell/local-provider.tsx'
import { useComparison } from './compare-dialog.tsx'
import { ReviewNotice } from './review-notice.tsx'
import type { Document } from './session.ts'
import type { Draft } from './use-draft.ts'

/** Notices above the editor: restored draft, deleted item, changes by others. */
export function DraftNotices({ draft, backLabel }: { draft: Draft; backLabel?: string }) {
  const { restored, newer, gone } = draft
  const others = useOtherTabs(`session-notes:${draft.type}/${draft.id}`)
  const { compare, comparison } = useComparison(draft, backLabel)
  return (
    <div className="grid gap-2.5 mb-5 empty:hidden">
      <StorageNotice />
      <RestoredDraft draft={draft} moved={newer !== null} onCompare={compare} />
      {gone && draft.problem.kind !== 'deleted' ? (
        <div className="notice" data-tone="danger" role="alert">
          <p className="min-w-60 flex-1">
            This was deleted meanwhile. Your text stays here: restore the item under ‘Recently
            deleted’ on Manage Content, then save.
          </p>
        </div>
      ) : (
        newer &&
        !gone &&
        !restored &&
        draft.problem.kind !== 'conflict' && <NewerNotice draft={draft} onCompare={compare} />
      )}
      <TabsNotice others={others} />
      <ReviewNotice draft={draft} onCompare={compare} />
      <DeviceConflict kind={draft.type} item={String(draft.id)} draft={draft} />
      {comparison}
    </div>
  )
}

function NewerNotice({ draft, onCompare }: { draft: Draft; onCompare: () => void }) {
  const [pending, setPending] = useState(false)
  const { changeOf } = useLocal()
  const change = changeOf(draft.type, draft.id)
  const who =
    change && change.revision === draft.newer?.revision ? whoChanged(change, Date.now()) : null
  return (
    <div className="notice" data-tone="warn" role="alert">
      <p className="min-w-60 flex-1">
        Somebody else has changed this meanwhile. Your changes are still here.
        {who && <span className="block text-tiny text-muted">{who}</span>}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          pending={pending}
          pendingText="Merging..."
          onClick={() => {
            setPending(true)
            void draft.merge().finally(() => setPending(false))
          }}
        >
          Merge
        </Button>
        <Button size="sm" onClick={onCompare}>
          Compare
        </Button>
      </div>
    </div>
  )
}

const storageWords = {
  full: 'The storage of this browser is full. What you type is kept only as long as this page is open: save often.',
  forbidden:
    'This browser does not let the site keep anything. What you type is kept only as long as this page is open: save often.',
}

/** Warns that the browser does not store drafts. */
export function StorageNotice({ className = '' }: { className?: string }) {
  const storage = useDraftStorage()
  if (storage.kind === 'available') return null
  return (
    <div className={`notice ${className}`} data-tone="warn" role="alert">
      <p>{storageWords[storage.kind]}</p>
    </div>
  )
}

/** Number of other tabs in which the item of this name is open; 0 without a name. */
export function useOtherTabs(name: string | null): number {
  const { tabs } = useLocal()
  const [others, setOthers] = useState(0)
  useEffect(() => (name === null ? undefined : openInTab(tabs, name, setOthers)), [tabs, name])
  return others
}

/** Notice that several tabs share a draft; renders nothing without other tabs. */
export function TabsNotice({ others, className = '' }: { others: number; className?: string }) {
  if (others === 0) return null
  return (
    <div className={`notice ${className}`} role="status">
      <p>
        {others === 1
          ? 'This is also open in another tab.'
          : `This is also open in ${others} other tabs.`}{' '}
        What you type shows in all of them.
      </p>
    </div>
  )
}

/** The text of another device that conflicts with what is typed here; renders nothing without one. */
export function DeviceConflict({
  kind,
  item,
  draft,
}: {
  kind: string
  item: string
  draft: Pick<Document<FieldValues>, 'mergeDevice'>
}) {
  const { draftSync } = useLocal()
  const found = useDraftConflict(kind, item)
  if (!found) return null
  const { known, device, text } = found
  return (
    <div className="notice" data-tone="warn" role="alert">
      <p className="min-w-60 flex-1">
        On {text.name} you have other words in the same place, typed {ageText(text.at, Date.now())}.
        Both are kept.
      </p>
      <Button
        size="sm"
        onClick={() => void draft.mergeDevice(text, () => void draftSync.solved(known, device))}
      >
        Merge
      </Button>
    </div>
  )
}

interface Restored {
  restored: Pick<StoredDraft, 'at' | 'device'>
  actions: ReadonlyArray<{ label: string; run: () => void }>
}

/**
 * Says that a new item was restored from this browser; `sent`: an earlier attempt to create it may
 * have succeeded.
 */
export function RestoredNew({ restored, actions, sent }: Restored & { sent: boolean }) {
  return (
    <StoredNotice actions={actions}>
      <strong>
        {sent
          ? 'This is a draft, and what was sent of it may be on the site.'
          : 'This is a draft that no file has yet.'}
      </strong>{' '}
      {whereTyped(restored)}
      {sent && ' Saving it changes what is there.'}
    </StoredNotice>
  )
}

/**
 * The notice about a stored draft that the form shows instead of the file, with its actions;
 * renders nothing without one. `moved`: the file has changed since it was begun. `isNew`: there is
 * no file yet; `sent`: an earlier attempt to create it may have succeeded.
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
  const { restored } = draft
  if (!restored) return null
  const actions = [
    { label: 'Keep', run: draft.keepRestored },
    ...(onCompare ? [{ label: 'Compare', run: onCompare }] : []),
    { label: 'Discard', run: () => void draft.discard() },
  ]
  if (isNew) return <RestoredNew restored={restored} actions={actions} sent={sent} />
  return (
    <StoredNotice actions={actions}>
      <strong>This is a draft, not the file.</strong> {whereTyped(restored)}{' '}
      {moved ? 'The file has changed since it was begun.' : 'The file has not changed since.'}
    </StoredNotice>
  )
}

/** Where and when a draft was typed. */
function whereTyped({ at, device }: Pick<StoredDraft, 'at' | 'device'>): string {
  const age = ageText(at, Date.now())
  return device
    ? `You typed it on ${device}, ${age}.`
    : `This browser kept it; it was typed ${age}.`
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
