import { useCallback, useEffect, useState } from 'react'
import { newIdempotencyKey } from '../../api/admin-call.ts'
import { browserLocks } from '../documents/browser-locks.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import { carriedOver } from '../documents/stored-format.ts'
import {
  type CreatedType,
  type CreatorEdit,
  type CreatorState,
  creatorKind,
  emptyState,
  emptyValues,
} from '../editing/creator-state.ts'
import { waitingCreatorAddress, waitingName, waitingState } from '../editing/waiting-creator.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'

/** After a reload, the old page releases its lock within this time in milliseconds. */
const goingMs = 1000

export interface CreatorDraft {
  /** Local name of the draft. */
  name: string
  draft: StoredDraft<CreatorState> | null
}

/**
 * Finds the draft to open: the requested one or the one that this tab had before a reload (both may
 * be open in several tabs), else the newest one that no other tab has open, otherwise none. With
 * `write`, only the requested one: a blank page has a name in its address from the start, so that a
 * reload finds what was typed. A name without a draft is not used again: the key of a creation
 * comes from it, and the draft of one that was made is gone. Null while it searches. `fresh` starts
 * a new item and keeps the draft.
 */
export function useCreatorDraft(
  wanted: string | null,
  write: boolean,
): {
  begun: CreatorDraft | null
  fresh: () => void
  /** Opens another draft. */
  begin: (begun: CreatorDraft) => void
} {
  const { drafts, outbox, pictures, tabs } = useLocal()
  const [begun, setBegun] = useState<CreatorDraft | null>(null)
  const begin = (next: CreatorDraft) => {
    ownName.put(next.name)
    if (write) nameInAddress(next.name)
    setBegun(next)
  }
  const fresh = () => begin({ name: newIdempotencyKey(), draft: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    let here = true
    const own = ownName.get()
    /** Drafts that a closing page sends while this one searches. */
    const late: Array<StoredDraft> = []
    const stop = tabs.listen((message) => {
      if (message.kind === 'draft' && message.of.kind === creatorKind && message.draft)
        late.unshift(message.draft)
    })
    void freed(write ? wanted : own)
      .then(() => Promise.all([drafts.all(), openNames(), outbox.ready]))
      .then(([kept, open]) => {
        stop()
        if (!here) return
        const all = [...late, ...kept].filter(
          ({ kind, item }) => kind === creatorKind && !waitingCreatorAddress(item),
        )
        const named = (name: string | null) => all.find(({ item }) => item === name)
        const latest = () => named(own) ?? all.find(({ item }) => !open.has(lockName(item)))
        const draft = named(wanted) ?? (write ? undefined : latest())
        const read = draft ? readableCreator(pictures.withAddresses(draft)) : null
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
 * Loads an item whose creation is queued: its stored draft, or its fields in the queue. `start` is
 * null when there is neither, because it may have been created meanwhile. Null while loading;
 * `look` loads again.
 */
export function useWaitingCreator(key: string): { found: FoundCreator | null; look: () => void } {
  const { drafts, outbox, pictures } = useLocal()
  const { timeZone } = useSiteFacts()
  const [found, setFound] = useState<FoundCreator | null>(null)
  const look = useCallback(() => {
    const name = waitingName(key)
    void Promise.all([drafts.latest(creatorKind, name), outbox.ready]).then(([kept]) => {
      const draft = readableCreator(pictures.withAddresses(kept))
      const start = draft?.values ?? waitingState(outbox.entries(), key, timeZone)
      setFound((before) => ({ begun: { name, draft }, start, times: (before?.times ?? 0) + 1 }))
    })
  }, [drafts, outbox, pictures, timeZone, key])
  useEffect(look, [look])
  return { found, look }
}

interface FoundCreator {
  begun: CreatorDraft
  start: CreatorState | null
  /** Number of loads so far. */
  times: number
}

/** Name of the Web Lock that shows other tabs that the draft is open. */
export const lockName = (name: string) => `session-notes:${creatorKind}/${name}`

/** Name of the draft that this tab had open before a reload. */
const ownName = {
  get: () => sessionStorage.getItem(`session-notes:${creatorKind}`),
  put: (name: string) => sessionStorage.setItem(`session-notes:${creatorKind}`, name),
}

/** Puts the name of the draft into the address of this history entry. */
function nameInAddress(name: string) {
  const query = new URLSearchParams(location.search)
  if (query.get('draft') === name) return
  query.set('draft', name)
  history.replaceState(history.state, '', `${location.pathname}?${query}`)
}

/** Waits until a closing page has released the draft, so that a reload finds its last text. */
async function freed(name: string | null) {
  const locks = browserLocks()
  if (!name || !locks) return
  await locks
    .request(lockName(name), { signal: AbortSignal.timeout(goingMs) }, () => undefined)
    .catch(() => undefined)
}

async function openNames(): Promise<Set<string | undefined>> {
  const locks = browserLocks()
  const { held = [] } = (await locks?.query()) ?? {}
  return new Set(held.map(({ name }) => name))
}

/**
 * Converts a stored draft of the creator, also one of an older version, to the present format; null
 * for anything else.
 */
function readableCreator(kept: StoredDraft | null): StoredDraft<CreatorState> | null {
  const [base, values] = [readableState(kept?.base), readableState(kept?.values)]
  return kept && base && values ? { ...kept, base, values } : null
}

function readableState(value: unknown): CreatorState | null {
  if (typeof value !== 'object' || value === null) return null
  const kept = value as Partial<CreatorState>
  const type: CreatedType = kept.type === 'news' ? 'news' : 'articles'
  const empty = emptyState(type)
  const edit = readableEdit(type, kept.edit ?? null)
  const phase = kept.phase === 'editing' && edit ? 'editing' : 'input'
  return { ...empty, ...kept, type, phase, input: { ...empty.input, ...kept.input }, edit }
}

function readableEdit(type: CreatedType, edit: CreatorEdit | null): CreatorEdit | null {
  const read = edit && carriedOver(emptyValues(type), edit.base, edit.values)
  return read ? { ...edit, ...read } : null
}
