import { useEffect, useRef } from 'react'
import { type CreatorInput, emptyState, hasInput, inputKind } from '../item/creator-state.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import type { Local } from '../offline/local.ts'
import { useLocal } from '../offline/local-provider.tsx'

/** Written down this long after a change. */
const keepDelayMs = 100

const keyOf = (item: string) => ({ kind: inputKind, item, revision: '' })

/** The raw text and the pictures that an earlier visit has left in the input step of an item; null for none. */
export async function readKeptInput({ drafts }: Pick<Local, 'drafts'>, item: string): Promise<CreatorInput | null> {
  const kept = (await drafts.latest(inputKind, item)) as KeptDraft<CreatorInput> | null
  return kept && { ...emptyState('articles').input, ...kept.values }
}

/**
 * Keeps the input step of edit mode; `item` is null where nothing exists yet, which is kept as a whole. What is answered forgets it, since the item is
 * saved.
 */
export function useKeptInput(item: string | null, input: CreatorInput): () => void {
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
    if (finished.current || !hasInput(current)) return void drafts.drop(keyOf(item))
    const title = current.raw.trim().slice(0, 80) || 'Raw text'
    const draft = { ...keyOf(item), title, base: current, values: current, at: Date.now() }
    if (going) drafts.keepAtOnce(draft)
    else void drafts.keep(draft)
  }).current

  useEffect(() => {
    if (item !== null && input !== first.current) timer.current ??= setTimeout(keep, keepDelayMs)
  }, [item, input, keep])
  useEffect(() => {
    // Also what the storage is still writing: it drops that when the page goes.
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
