import type { ContentEvent } from '#domain/content-event.ts'
import { browserLocks } from './browser-locks.ts'
import { createListeners } from './listeners.ts'
import type { DraftKey, StoredDraft } from './stored-draft.ts'

/** Messages between the tabs of one browser. */
export type TabMessage =
  /**
   * Edits in another tab: the form had the values `was` before them; without `was` all values are
   * taken. A null draft was discarded.
   */
  | { kind: 'draft'; of: { kind: string; item: string }; draft: StoredDraft | null; was?: unknown }
  /** An item was opened or closed in some tab. */
  | { kind: 'presence' }
  | { kind: 'event'; event: ContentEvent }
  | { kind: 'connection'; connected: boolean }
  /** A tab was opened, and wants to know what the others know. */
  | { kind: 'opened' }
  /** The queue has changed. */
  | { kind: 'queue' }
  /** The user has signed out: all stored data is deleted. */
  | { kind: 'forgotten' }

export type Tabs = ReturnType<typeof createTabs>

/** Interval in milliseconds at which closed tabs are detected. */
const pollIntervalMs = 3000

/** Communication between the tabs of a user in this browser. */
export function createTabs(userId: number) {
  const channel = new BroadcastChannel(`session-notes-${userId}`)
  const listeners = createListeners<[TabMessage]>()
  let closed = false
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listeners.call(data)
  return {
    /** Sends to all other tabs of this user. */
    post(message: TabMessage) {
      // A screen may unmount after the channel was closed.
      if (!closed) channel.postMessage(message)
    },
    listen: listeners.add,
    /** Tells all tabs, also this one, that another device has changed a draft. */
    postText(of: DraftKey, draft: StoredDraft | null, before: StoredDraft | null) {
      // A form may have text that is not stored yet: it is an edit of the base, then.
      const was = before?.values ?? draft?.base
      const message: TabMessage = { kind: 'draft', of, draft, was }
      if (!closed) channel.postMessage(message)
      listeners.call(message)
    },
    close() {
      closed = true
      channel.close()
    },
  }
}

/**
 * Marks an item as open in this tab with a Web Lock, which the browser releases however the tab
 * ends. `onCount` gets the number of other tabs that have it open. Pages by plain http from another
 * machine have no Web Locks; `onCount` is not called there.
 */
export function openInTab(tabs: Tabs, name: string, onCount: (others: number) => void): () => void {
  const locks = browserLocks()
  if (!locks) return () => undefined
  let done = () => {}
  let closed = false
  const count = async () => {
    const { held = [] } = await locks.query()
    if (!closed) onCount(Math.max(0, held.filter((lock) => lock.name === name).length - 1))
  }
  void locks.request(name, { mode: 'shared' }, () => {
    tabs.post({ kind: 'presence' })
    void count()
    return new Promise<void>((resolve) => {
      done = resolve
      if (closed) resolve()
    })
  })
  const stop = tabs.listen((message) => {
    if (message.kind === 'presence') void count()
  })
  // A tab that was killed sends no message.
  const look = () => void count()
  addEventListener('focus', look)
  const looking = setInterval(look, pollIntervalMs)
  return () => {
    closed = true
    stop()
    removeEventListener('focus', look)
    clearInterval(looking)
    done()
    setTimeout(() => tabs.post({ kind: 'presence' }))
  }
}
