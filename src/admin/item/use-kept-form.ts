import { useEffect, useRef } from 'react'
import { joinEdits } from '#domain/item/join-edits.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import type { DraftKey, KeptDraft } from '../offline/kept-draft.ts'
import { useLocal } from '../offline/local-provider.tsx'

/** Typing is written down this long after a change, at the latest. */
const keepDelayMs = 100

/**
 * Keeps what is typed into a form in the browser's storage, and in step with other tabs that have the same open. `current` answers what is unsaved, null
 * for nothing; `subscribe` calls back on every change of a value; `flush` brings in what editors hold back. `onOther` gets what another tab has typed,
 * with what both had before; null was discarded there.
 */
export function useKeptForm<Values extends object>(options: {
  kind: string
  item: string
  current: () => Omit<KeptDraft<Values>, 'kind' | 'item' | 'at'> | null
  subscribe: (changed: () => void) => () => void
  flush: () => void
  onOther: (draft: KeptDraft<Values> | null) => void
  /** The draft that the form began with. */
  restored: KeptDraft<Values> | null
}): { keepNow: () => void; discard: () => Promise<void> } {
  const { drafts, tabs } = useLocal()
  const latest = useRef(options)
  latest.current = options
  const { kind, item } = options
  const kept = useRef<KeptDraft<Values> | null>(options.restored)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What the storage has not said yet that it has. */
  const writing = useRef<KeptDraft | null>(null)

  const keepNow = useRef((going = false) => {
    clearTimeout(timer.current)
    timer.current = undefined
    const now = latest.current.current()
    const before = kept.current
    if (now === null) {
      if (before) void drafts.drop(before)
      kept.current = null
      writing.current = null
      return
    }
    const isKept = before?.revision === now.revision && sameValue(before.attempt, now.attempt)
    if (isKept && sameValue(before?.values, now.values)) {
      // A storage drops what it is still writing when the page goes.
      if (going && writing.current) drafts.keepAtOnce(writing.current)
      return
    }
    // What is kept must not change with the form.
    // A clock that was put back must not make older what was typed later.
    const at = Math.max(Date.now(), (before?.at ?? 0) + 1)
    const draft: KeptDraft<Values> = structuredClone({ ...now, kind, item, at })
    const written = draft as KeptDraft
    kept.current = draft
    writing.current = written
    if (going) drafts.keepAtOnce(written)
    else
      void drafts.keep(written).then(() => {
        if (writing.current === written) writing.current = null
      })
    // Not before the new one is there: the page may go at any moment.
    if (before && before.revision !== now.revision) void drafts.drop(before)
    tabs.post({ kind: 'draft', of: { kind, item }, draft: written, was: before?.values ?? now.base })
  }).current

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the options hold is read through `latest`
  useEffect(() => {
    const stop = latest.current.subscribe(() => {
      timer.current ??= setTimeout(() => keepNow(), keepDelayMs)
    })
    const leave = () => {
      latest.current.flush()
      keepNow(true)
    }
    const hide = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      stop()
      if (timer.current !== undefined) keepNow()
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [])

  useEffect(
    () =>
      tabs.listen((message) => {
        if (message.kind !== 'draft' || message.of.kind !== kind || message.of.item !== item) return
        latest.current.flush()
        const other = message.draft as KeptDraft<Values> | null
        const own = latest.current.current()
        const isTyped = timer.current !== undefined
        const ownAt = kept.current?.at ?? 0
        kept.current = other
        // What was typed here since that tab heard of it stays: what it sends knows nothing of it.
        if (other && own && message.was) {
          const isLater = !isTyped && other.at > ownAt
          latest.current.onOther({
            ...other,
            values: joinEdits(message.was as Values, own.values, other.values, isLater),
          })
        } else latest.current.onOther(other)
      }),
    [tabs, kind, item],
  )

  return {
    keepNow: () => keepNow(),
    async discard() {
      clearTimeout(timer.current)
      timer.current = undefined
      const key: DraftKey | null = kept.current
      kept.current = null
      writing.current = null
      if (key) await drafts.drop(key)
      tabs.post({ kind: 'draft', of: { kind, item }, draft: null })
    },
  }
}
