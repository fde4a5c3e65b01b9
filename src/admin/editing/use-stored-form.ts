import { useEffect, useState } from 'react'
import { sameValue } from '#domain/item/merge-fields.ts'
import { listenTo } from '../documents/listeners.ts'
import type { Local } from '../documents/local.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { TabEdits } from './tab-edits.ts'

/** Maximum delay between an edit and its storage, in milliseconds. */
const storeDelayMs = 100

interface StoredFormOptions<Values> {
  kind: string
  item: string
  current: () => Omit<StoredDraft<Values>, 'kind' | 'item' | 'at'> | null
  subscribe: (changed: () => void) => () => void
  flush: () => void
  onOther: (draft: StoredDraft<Values> | null) => void
  /** The draft that the form started with. */
  restored: StoredDraft<Values> | null
}

/**
 * Stores the unsaved values of a form in the browser, and syncs them with other tabs that edit the
 * same item. `current` returns the unsaved state, null for none; `subscribe` registers a callback
 * for changes; `flush` passes buffered text of editors to the form. `onOther` gets the state of
 * another tab and the state before; null when the draft was discarded there.
 */
export function useStoredForm<Values extends object>(
  options: StoredFormOptions<Values>,
): Pick<StoredForm<Values>, 'storeNow' | 'discard'> {
  const local = useLocal()
  const [stored] = useState(() => new StoredForm(local, options))
  stored.options = options
  useEffect(() => stored.watch(), [stored])
  return stored
}

/** What is stored of a form. */
class StoredForm<Values extends object> {
  /** Those of the latest rendering. */
  options: StoredFormOptions<Values>
  private readonly local: Pick<Local, 'drafts' | 'tabs'>
  private readonly edits: TabEdits<Values>
  private kept: StoredDraft<Values> | null
  private timer: ReturnType<typeof setTimeout> | undefined
  /** A draft whose write is not finished yet. */
  private writing: StoredDraft | null = null

  constructor(local: Pick<Local, 'drafts' | 'tabs'>, options: StoredFormOptions<Values>) {
    this.local = local
    this.options = options
    this.kept = options.restored
    this.edits = new TabEdits<Values>(options.restored?.values ?? null)
  }

  /** Resolves when the text is stored. */
  readonly storeNow = () => this.store(false)

  readonly discard = async () => {
    await this.drop()
    this.local.tabs.post({ kind: 'draft', of: this.of(), draft: null })
  }

  /** Stores what is typed, and shows what other tabs type; the result ends it. */
  watch() {
    const leave = () => {
      this.options.flush()
      void this.store(true)
    }
    const hide = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    const stops = [
      this.options.subscribe(() => {
        this.timer ??= setTimeout(() => void this.storeNow(), storeDelayMs)
      }),
      listenTo('pagehide', leave),
      this.local.tabs.listen((message) => {
        if (message.kind !== 'draft') return
        const { kind, item } = this.options
        if (message.of.kind === kind && message.of.item === item)
          this.takeOther(message.draft as StoredDraft<Values> | null, message.was as Values)
      }),
    ]
    document.addEventListener('visibilitychange', hide)
    return () => {
      for (const stop of stops) stop()
      if (this.timer !== undefined) void this.storeNow()
      document.removeEventListener('visibilitychange', hide)
    }
  }

  private of() {
    const { kind, item } = this.options
    return { kind, item }
  }

  private async store(going: boolean): Promise<void> {
    const { drafts, tabs } = this.local
    this.stopTimer()
    const now = this.options.current()
    const before = this.kept
    if (now === null) return this.drop()
    const isKept = before?.revision === now.revision && sameValue(before.base, now.base)
    if (isKept && sameValue(before?.values, now.values)) {
      // The browser drops unfinished writes of IndexedDB when the page closes.
      if (going && this.writing) drafts.storeSync(this.writing)
      return
    }
    // Later than the last draft, even when the clock was set back. A copy, because the form changes
    // further.
    const at = Math.max(Date.now(), (before?.at ?? 0) + 1)
    const draft: StoredDraft<Values> = structuredClone({ ...now, ...this.of(), at })
    const written = draft as StoredDraft
    this.kept = draft
    this.writing = written
    const storing = going ? drafts.storeSync(written) : drafts.store(written)
    // Only after the new draft is stored, because the page may close at any time.
    if (before && before.revision !== now.revision) void drafts.drop(before)
    const sent = this.edits.take(draft.values, draft.base, at)
    // Edits that came from another tab are stored here too, and not sent back.
    if (sent || !isKept)
      tabs.post({ kind: 'draft', of: this.of(), draft: written, was: sent?.was ?? draft.values })
    await storing
    if (!going && this.writing === written) this.writing = null
  }

  private takeOther(other: StoredDraft<Values> | null, was: Values | undefined) {
    const { flush, current, onOther } = this.options
    flush()
    const own = current()
    // What was typed since the last storage was not discarded.
    if (!other && own && !sameValue(own.values, this.kept?.values)) return
    this.kept = other
    if (other && own && was)
      return onOther({ ...other, values: this.edits.apply(own.values, { ...other, was }) })
    this.edits.replace(other?.values ?? null)
    onOther(other)
  }

  /** Nothing is unsaved any more. */
  private async drop() {
    this.stopTimer()
    const draft = this.kept
    this.kept = null
    this.writing = null
    this.edits.replace(null)
    if (draft) await this.local.drafts.drop(draft)
  }

  private stopTimer() {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}
