import { useCallback, useEffect, useRef } from 'react'
import { sameValue } from '#domain/item/merge-fields.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { TabEdits } from './tab-edits.ts'

/** Maximum delay between an edit and its storage, in milliseconds. */
const storeDelayMs = 100

/**
 * Stores the unsaved values of a form in the browser, and syncs them with other tabs that edit the
 * same item. `current` returns the unsaved state, null for none; `subscribe` registers a callback
 * for changes; `flush` passes buffered text of editors to the form. `onOther` gets the state of
 * another tab and the state before; null when the draft was discarded there.
 */
export function useStoredForm<Values extends object>(options: {
  kind: string
  item: string
  current: () => Omit<StoredDraft<Values>, 'kind' | 'item' | 'at'> | null
  subscribe: (changed: () => void) => () => void
  flush: () => void
  onOther: (draft: StoredDraft<Values> | null) => void
  /** The draft that the form started with. */
  restored: StoredDraft<Values> | null
}): { storeNow: () => Promise<void>; discard: () => Promise<void> } {
  const { drafts, tabs } = useLocal()
  const latest = useRef(options)
  latest.current = options
  const { kind, item } = options
  const kept = useRef<StoredDraft<Values> | null>(options.restored)
  const edits = useRef(new TabEdits<Values>(options.restored?.values ?? null))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** A draft whose write is not finished yet. */
  const writing = useRef<StoredDraft | null>(null)

  /** Resolves when the text is stored. */
  const storeNow = useRef(async (going = false): Promise<void> => {
    clearTimeout(timer.current)
    timer.current = undefined
    const now = latest.current.current()
    const before = kept.current
    if (now === null) {
      kept.current = null
      writing.current = null
      edits.current.replace(null)
      if (before) await drafts.drop(before)
      return
    }
    const isKept = before?.revision === now.revision && sameValue(before.base, now.base)
    if (isKept && sameValue(before?.values, now.values)) {
      // The browser drops unfinished writes of IndexedDB when the page closes.
      if (going && writing.current) drafts.storeSync(writing.current)
      return
    }
    // Later than the last draft, even when the clock was set back. A copy, because the form changes
    // further.
    const at = Math.max(Date.now(), (before?.at ?? 0) + 1)
    const draft: StoredDraft<Values> = structuredClone({ ...now, kind, item, at })
    const written = draft as StoredDraft
    kept.current = draft
    writing.current = written
    const storing = going ? drafts.storeSync(written) : drafts.store(written)
    // Only after the new draft is stored, because the page may close at any time.
    if (before && before.revision !== now.revision) void drafts.drop(before)
    const sent = edits.current.take(draft.values, draft.base, at)
    // Edits that came from another tab are stored here too, and not sent back.
    if (sent || !isKept)
      tabs.post({
        kind: 'draft',
        of: { kind, item },
        draft: written,
        was: sent?.was ?? draft.values,
      })
    await storing
    if (!going && writing.current === written) writing.current = null
  }).current

  // biome-ignore lint/correctness/useExhaustiveDependencies: the options are read through `latest`
  useEffect(() => {
    const stop = latest.current.subscribe(() => {
      timer.current ??= setTimeout(() => void storeNow(), storeDelayMs)
    })
    const leave = () => {
      latest.current.flush()
      void storeNow(true)
    }
    const hide = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      stop()
      if (timer.current !== undefined) void storeNow()
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [])

  useEffect(
    () =>
      tabs.listen((message) => {
        if (message.kind !== 'draft' || message.of.kind !== kind || message.of.item !== item) return
        latest.current.flush()
        const other = message.draft as StoredDraft<Values> | null
        const own = latest.current.current()
        // What was typed since the last storage was not discarded.
        if (!other && own && !sameValue(own.values, kept.current?.values)) return
        kept.current = other
        if (other && own && message.was) {
          const was = message.was as Values
          latest.current.onOther({
            ...other,
            values: edits.current.apply(own.values, { ...other, was }),
          })
        } else {
          edits.current.replace(other?.values ?? null)
          latest.current.onOther(other)
        }
      }),
    [tabs, kind, item],
  )

  return {
    storeNow: useCallback(() => storeNow(), [storeNow]),
    async discard() {
      clearTimeout(timer.current)
      timer.current = undefined
      const draft = kept.current
      kept.current = null
      writing.current = null
      edits.current.replace(null)
      if (draft) await drafts.drop(draft)
      tabs.post({ kind: 'draft', of: { kind, item }, draft: null })
    },
  }
}
