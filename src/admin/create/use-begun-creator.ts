import { useCallback, useEffect, useState } from 'react'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import type { CreatorState } from '../item/creator-state.ts'
import { creatorKind } from '../item/creator-state.ts'
import { waitingCreatorAddress, waitingName, waitingState } from '../item/waiting-creator.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import { useLocal } from '../offline/local-provider.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'
import { readableCreator } from './kept-creator.ts'

/** A page that is loaded anew gives back what it held within this time. */
const goingMs = 1000

export interface BegunCreator {
  /** The local name of what is made here. */
  name: string
  draft: KeptDraft<CreatorState> | null
}

/**
 * What the creator begins with: the draft that is wanted or that this tab had, which tabs share, or the newest thing that was begun in this browser and
 * that no other tab has open, else nothing. Null while it is looked up. `fresh` begins something new beside it.
 */
export function useBegunCreator(wanted: string | null): {
  begun: BegunCreator | null
  fresh: () => void
  /** Goes on with another draft. */
  begin: (begun: BegunCreator) => void
} {
  const { drafts, outbox, pictures, tabs } = useLocal()
  const [begun, setBegun] = useState<BegunCreator | null>(null)
  const begin = (next: BegunCreator) => {
    ownName.put(next.name)
    setBegun(next)
  }
  const fresh = () => begin({ name: newIdempotencyKey(), draft: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once
  useEffect(() => {
    let here = true
    const own = ownName.get()
    /** What a page that goes slowly says while this one looks. */
    const late: Array<KeptDraft> = []
    const stop = tabs.listen((message) => {
      if (message.kind === 'draft' && message.of.kind === creatorKind && message.draft) late.unshift(message.draft)
    })
    void freed(own)
      .then(() => Promise.all([drafts.all(), openNames(), outbox.ready]))
      .then(([kept, open]) => {
        stop()
        if (!here) return
        const all = [...late, ...kept].filter(({ kind, item }) => kind === creatorKind && !waitingCreatorAddress(item))
        const named = (name: string | null) => all.find(({ item }) => item === name)
        const draft = named(wanted) ?? named(own) ?? all.find(({ item }) => !open.has(lockName(item)))
        const read = draft ? readableCreator(pictures.settled(draft)) : null
        if (read) begin({ name: read.item, draft: read })
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
 * the item may be created by now. Null while it is looked up; `look` does it again.
 */
export function useWaitingCreator(key: string): { found: FoundCreator | null; look: () => void } {
  const { drafts, outbox, pictures } = useLocal()
  const { timeZone } = useSiteFacts()
  const [found, setFound] = useState<FoundCreator | null>(null)
  const look = useCallback(() => {
    const name = waitingName(key)
    void Promise.all([drafts.latest(creatorKind, name), outbox.ready]).then(([kept]) => {
      const draft = readableCreator(pictures.settled(kept))
      const start = draft?.values ?? waitingState(outbox.entries(), key, timeZone)
      setFound((before) => ({ begun: { name, draft }, start, times: (before?.times ?? 0) + 1 }))
    })
  }, [drafts, outbox, pictures, timeZone, key])
  useEffect(look, [look])
  return { found, look }
}

interface FoundCreator {
  begun: BegunCreator
  start: CreatorState | null
  /** How often it was looked up. */
  times: number
}

/** What says to other tabs that it is open here. */
export const lockName = (name: string) => `session-notes:${creatorKind}/${name}`

/** What this tab had open before it was loaded anew. */
const ownName = {
  get: () => sessionStorage.getItem(`session-notes:${creatorKind}`),
  put: (name: string) => sessionStorage.setItem(`session-notes:${creatorKind}`, name),
}

/** Waits a moment for a page that is just going, so that a reload finds what was typed last. */
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
