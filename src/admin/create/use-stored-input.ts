import { useEffect, useRef } from 'react'
import type { Local } from '../documents/local.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import { type CreatorInput, emptyState, hasInput, inputKind } from '../editing/creator-state.ts'
import { useLocal } from '../shell/local-provider.tsx'

/** Delay between a change and its storage, in milliseconds. */
const storeDelayMs = 100

const keyOf = (item: string) => ({ kind: inputKind, item, revision: '' })

/** The stored input step of an item (raw text and pictures); null for none. */
export async function readStoredInput(
  { drafts }: Pick<Local, 'drafts'>,
  item: string,
): Promise<CreatorInput | null> {
  const kept = (await drafts.latest(inputKind, item)) as StoredDraft<CreatorInput> | null
  return kept && { ...emptyState('articles').input, ...kept.values }
}

/**
 * Stores the input step of edit mode. `item` is null for a new item, which is stored as a whole
 * elsewhere. Returns a function that deletes the stored input after a save.
 */
export function useStoredInput(item: string | null, input: CreatorInput): () => void {
  const { drafts } = useLocal()
  const first = useRef(input)
  const latest = useRef(input)
  latest.current = input
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const finished = useRef(false)

  const keep = useRef((going = false) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (item === null) return
    const { current } = latest
    if (finished.current || !hasInput(current))
      return void drafts.drop({ ...keyOf(item), at: Date.now() })
    const title = current.raw.trim().slice(0, 80) || 'Raw text'
    const draft = { ...keyOf(item), title, base: current, values: current, at: Date.now() }
    if (going) drafts.storeSync(draft)
    else void drafts.store(draft)
  }).current

  useEffect(() => {
    if (item !== null && input !== first.current) timer.current ??= setTimeout(keep, storeDelayMs)
  }, [item, input, keep])
  useEffect(() => {
    // Includes an unfinished write, which the browser drops when the page closes.
    const leave = () => {
      if (latest.current !== first.current) keep(true)
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      if (timer.current !== undefined) keep()
    }
  }, [keep])
  return () => {
    finished.current = true
    keep()
  }
}
