import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ageText, whoChanged } from '../offline/kept-draft.ts'
import { useKeeping, useLocal } from '../offline/local-provider.tsx'
import { openInTab } from '../offline/tabs.ts'
import type { Draft } from './draft.ts'

/** What there is to say about the text in the editor: where it comes from, and what has become of the file meanwhile. */
export function DraftNotices({ draft, gone, onCompare }: { draft: Draft; gone: boolean; onCompare: () => void }) {
  const { restored, newer } = draft
  const others = useOtherTabs(`session-notes:${draft.type}/${draft.id}`)
  return (
    <div className="grid gap-2.5 mb-5 empty:hidden">
      <StorageNotice />
      {restored && <RestoredNotice draft={draft} at={restored.at} onCompare={onCompare} />}
      {gone && draft.trouble.kind !== 'deleted' ? (
        <div className="notice" data-tone="danger" role="alert">
          <p className="min-w-60 flex-1">
            This was deleted meanwhile. Your text stays here: restore the item under ‘Deleted’ on Manage Content, then
            save.
          </p>
        </div>
      ) : (
        newer &&
        !gone &&
        !restored &&
        draft.trouble.kind !== 'conflict' && <NewerNotice draft={draft} onCompare={onCompare} />
      )}
      <TabsNotice others={others} />
    </div>
  )
}

/** A draft is shown as one: it never stands in for the file unseen. */
function RestoredNotice({ draft, at, onCompare }: { draft: Draft; at: number; onCompare: () => void }) {
  const moved = draft.newer !== null
  return (
    <div className="notice" data-tone="info" role="status">
      <p className="min-w-60 flex-1">
        <strong>This is a draft, not the file.</strong> This browser kept it; it was typed {ageText(at, Date.now())}.{' '}
        {moved ? 'The file has changed since it was begun.' : 'The file has not changed since.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={draft.keepRestored}>
          Keep
        </Button>
        <Button size="sm" onClick={onCompare}>
          Compare
        </Button>
        <Button size="sm" onClick={() => void draft.discard()}>
          Discard
        </Button>
      </div>
    </div>
  )
}

function NewerNotice({ draft, onCompare }: { draft: Draft; onCompare: () => void }) {
  const [pending, setPending] = useState(false)
  const { changeOf } = useLocal()
  const change = changeOf(draft.type, draft.id)
  const who = change && change.revision === draft.newer?.revision ? whoChanged(change, Date.now()) : null
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

/** Whoever relies on being able to come back must know when that does not hold. */
export function StorageNotice({ className = '' }: { className?: string }) {
  const keeping = useKeeping()
  if (keeping.kind === 'kept') return null
  return (
    <div className={`notice ${className}`} data-tone="warn" role="alert">
      <p>{storageWords[keeping.kind]}</p>
    </div>
  )
}

/** In how many other tabs the thing of this name is open; nothing is said to them without a name. */
export function useOtherTabs(name: string | null): number {
  const { tabs } = useLocal()
  const [others, setOthers] = useState(0)
  useEffect(() => (name === null ? undefined : openInTab(tabs, name, setOthers)), [tabs, name])
  return others
}

/** Says that several tabs share one draft; nothing where there is no other. */
export function TabsNotice({ others, className = '' }: { others: number; className?: string }) {
  if (others === 0) return null
  return (
    <div className={`notice ${className}`} role="status">
      <p>
        {others === 1 ? 'This is also open in another tab.' : `This is also open in ${others} other tabs.`} What you
        type shows in all of them.
      </p>
    </div>
  )
}
