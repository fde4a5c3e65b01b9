import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { whoChanged } from '../documents/stored-draft.ts'
import { openInTab } from '../documents/tabs.ts'
import { useDraftStorage, useLocal } from '../shell/local-provider.tsx'
import { useComparison } from './compare-dialog.tsx'
import { RestoredDraft } from './restored-notice.tsx'
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
