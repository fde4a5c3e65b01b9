import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import {
  type DocumentName,
  type OpenDocument,
  type Present,
  presentNames,
  presentWords,
} from '#domain/presence.ts'
import { useLocal } from '../shell/local-provider.tsx'

/** Called with the place of the caret in a text. */
export type OnCaret = (at: NonNullable<OpenDocument['at']>) => void

/**
 * Says that this tab has a document open; null for one that does not exist yet. The result is
 * called with the place of the caret.
 */
export function useHere(name: DocumentName | null, editing: boolean): OnCaret {
  const { presence } = useLocal()
  const here = useRef<ReturnType<typeof presence.enter>>(null)
  const { kind, item } = name ?? {}
  useEffect(() => {
    if (kind === undefined || item === undefined) return
    const entered = presence.enter({ kind, item })
    here.current = entered
    return () => presence.leave(entered)
  }, [presence, kind, item])
  const set = useCallback(
    (change: Parameters<typeof presence.set>[1]) => {
      if (here.current) presence.set(here.current, change)
    },
    [presence],
  )
  useEffect(() => set({ editing }), [set, editing])
  return useCallback((at) => set({ at }), [set])
}

/** Who else has a document open, in the words of `wordsOf`; empty for nobody. */
function useOthers(
  name: DocumentName | null,
  wordsOf: (people: ReadonlyArray<Present>) => string,
): string {
  const { presence } = useLocal()
  return useSyncExternalStore(presence.onChange, () =>
    wordsOf(
      presence.people().filter(({ kind, item }) => kind === name?.kind && item === name.item),
    ),
  )
}

/** Says who else has a document open, and where; who comes and goes is announced. */
export function OthersHere({ name }: { name: DocumentName | null }) {
  const names = useOthers(name, presentNames)
  return (
    <>
      <OthersMark name={name} />
      <span className="sr-only" role="status">
        {names}
      </span>
    </>
  )
}

/** The same without the announcement, for lists. */
export function OthersMark({ name }: { name: DocumentName | null }) {
  const words = useOthers(name, presentWords)
  if (words === '') return null
  return (
    <span className="text-13 text-muted" data-part="others-here">
      {words}
    </span>
  )
}
