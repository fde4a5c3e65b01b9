import type { ContentEvent } from '#domain/content-event.ts'
import type { KeptDraft } from './kept-draft.ts'

/** What tabs of one browser tell each other. */
export type TabMessage =
  /** Typed in another tab, which had `was` before; a null draft was discarded there. */
  | { kind: 'draft'; of: { kind: string; item: string }; draft: KeptDraft | null; was?: unknown }
  /** An item was opened or closed somewhere. */
  | { kind: 'presence' }
  | { kind: 'event'; event: ContentEvent }
  | { kind: 'connection'; connected: boolean }
  /** The queue of what is to be sent has changed. */
  | { kind: 'queue' }
  /** The person has signed out: everything that was kept is emptied. */
  | { kind: 'forgotten' }

export interface Tabs {
  /** Tells all other tabs of this user. */
  post(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): () => void
  close(): void
}

/** A tab that ended without a word is noticed after this long. */
const lookMs = 3000

/** The tabs of a user in this browser. */
export function createTabs(userId: number): Tabs {
  const channel = new BroadcastChannel(`session-notes-${userId}`)
  const listeners = new Set<(message: TabMessage) => void>()
  let closed = false
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    for (const listener of listeners) listener(data)
  }
  return {
    post(message) {
      // A screen that goes after its user has signed out has nobody to tell.
      if (!closed) channel.postMessage(message)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      closed = true
      channel.close()
    },
  }
}

/**
 * Says that an item is open here, until the tab ends, however that happens: the browser gives its lock back. `onCount` is told in how many other tabs
 * it is. Pages that came by plain http from another machine have no locks, and are told nothing.
 */
export function openInTab(tabs: Tabs, name: string, onCount: (others: number) => void): () => void {
  const { locks } = navigator as { locks?: LockManager }
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
  // A tab that was killed tells nobody.
  const look = () => void count()
  addEventListener('focus', look)
  const looking = setInterval(look, lookMs)
  return () => {
    closed = true
    stop()
    removeEventListener('focus', look)
    clearInterval(looking)
    done()
    setTimeout(() => tabs.post({ kind: 'presence' }))
  }
}
