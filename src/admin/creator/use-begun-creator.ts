import { useEffect, useState } from 'react'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import type { KeptDraft } from '../local/kept-draft.ts'
import { useLocal } from '../local/local-provider.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'
import type { CreatorState } from './creator-state.ts'
import { waitingCreatorAddress, waitingName, waitingState } from './waiting-creator.ts'

/** A page that is loaded anew gives back what it held within this time. */
const goingMs = 1000

/** What has no id yet is kept under a name of this browser's own. */
export const creatorKind = 'create-content'

export interface BegunCreator {
  /** The local name of what is made here. */
  name: string
  draft: KeptDraft<CreatorState> | null
}

/**
 * What the creator begins with: the draft that is wanted, or the newest thing that was begun in this browser and that no other tab has open, else nothing.
 * Null while it is looked up. `fresh` begins something new beside it.
 */
export function useBegunCreator(wanted: string | null): {
  begun: BegunCreator | null
  fresh: () => void
  /** Goes on with another draft. */
  begin: (begun: BegunCreator) => void
} {
  const { drafts, outbox, pictures } = useLocal()
  const [begun, setBegun] = useState<BegunCreator | null>(null)
  const begin = (next: BegunCreator) => {
    ownName.put(next.name)
    setBegun(next)
  }
  const fresh = () => begin({ name: newIdempotencyKey(), draft: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once
  useEffect(() => {
    let here = true
    void freed(ownName.get())
      .then(() => Promise.all([drafts.all(), openNames(), outbox.ready]))
      .then(([all, open]) => {
        if (!here) return
        const free = all.filter(
          ({ kind, item }) => kind === creatorKind && !waitingCreatorAddress(item) && !open.has(lockName(item)),
        )
        const draft = free.find(({ item }) => item === wanted) ?? free[0]
        if (draft) begin({ name: draft.item, draft: pictures.settled(draft) as KeptDraft<CreatorState> })
        else fresh()
      })
    return () => {
      here = false
    }
  }, [])
  return { begun, fresh, begin }
}

/**
 * What the creator goes on with of an item that waits in the queue to be created: its fields, or the draft of them. `start` is null where neither is there;
 * the item may be created by now. Null while it is looked up.
 */
export function useWaitingCreator(key: string): { begun: BegunCreator; start: CreatorState | null } | null {
  const { drafts, outbox, pictures } = useLocal()
  const { timeZone } = useSiteFacts()
  const [found, setFound] = useState<{ begun: BegunCreator; start: CreatorState | null } | null>(null)
  useEffect(() => {
    const name = waitingName(key)
    void Promise.all([drafts.latest(creatorKind, name), outbox.ready]).then(([kept]) => {
      const draft = pictures.settled(kept) as KeptDraft<CreatorState> | null
      const start = draft?.values ?? waitingState(outbox.entries(), key, timeZone)
      setFound({ begun: { name, draft }, start })
    })
  }, [drafts, outbox, pictures, timeZone, key])
  return found
}

/** What says to other tabs that it is open here. */
export const lockName = (name: string) => `session-notes:${creatorKind}/${name}`

/** What this tab had open before it was loaded anew. */
const ownName = {
  get: () => sessionStorage.getItem(`session-notes:${creatorKind}`),
  put: (name: string) => sessionStorage.setItem(`session-notes:${creatorKind}`, name),
}

/** Waits a moment for a page that is just going, so that a reload finds its own. */
async function freed(name: string | null): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  if (!name || !locks) return
  await locks.request(lockName(name), { signal: AbortSignal.timeout(goingMs) }, () => undefined).catch(() => undefined)
}

async function openNames(): Promise<Set<string | undefined>> {
  const { locks } = navigator as { locks?: LockManager }
  const { held = [] } = (await locks?.query()) ?? {}
  return new Set(held.map(({ name }) => name))
}
