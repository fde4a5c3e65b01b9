import { type ContentEvent, contentEvent } from '#domain/content-event.ts'
import type { Tabs } from './tabs.ts'

/** A stream that the server has refused is asked for again after so long. */
const retryMs = 30_000
const lostRetryMs = 3000

export interface Live {
  /** Whether the server was there when it was heard of last. */
  connected(): boolean
  /** Tries at once: somebody has signed in, the network is back. */
  wake(): void
  close(): void
}

/**
 * Hears what changes on the server. One tab of a browser listens and tells the others, since a browser opens few connections to one server; when it ends,
 * the next one takes over. `onEvent` gets a change; one of everything when something may have been missed.
 */
export function createLive(options: {
  userId: number
  tabs: Tabs
  onEvent: (event: ContentEvent) => void
  onConnection: (connected: boolean) => void
}): Live {
  const { userId, tabs, onEvent, onConnection } = options
  const { locks } = navigator as { locks?: LockManager }
  let connected = navigator.onLine
  let revision: string | null = null
  let source: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let leads = false
  let closed = false
  let resign = () => {}

  function take(event: ContentEvent) {
    const missed = event.kind === 'begin' && revision !== null && event.revision !== revision
    revision = event.revision
    if (event.kind === 'change') onEvent(event)
    else if (missed) onEvent({ kind: 'change', revision, items: [], more: true, media: true })
  }

  function turn(next: boolean) {
    if (leads) tabs.post({ kind: 'connection', connected: next })
    if (next === connected) return
    connected = next
    onConnection(next)
  }

  function open() {
    clearTimeout(retry)
    source?.close()
    if (closed || !leads) return
    source = new EventSource('/api/events')
    source.onopen = () => turn(true)
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const event = contentEvent.safeParse(JSON.parse(data))
      if (!event.success) return
      take(event.data)
      tabs.post({ kind: 'event', event: event.data })
    }
    source.onerror = () => {
      // Refused, by an ended session or a busy server, or cut off: the browser does not try again by itself.
      if (source?.readyState === EventSource.CLOSED) void look()
      else turn(false)
    }
  }

  /** Finds out whether the server is there at all. */
  async function look() {
    const there = await fetch('/api/health', { cache: 'no-store' }).then(
      () => true,
      () => false,
    )
    turn(there)
    clearTimeout(retry)
    retry = setTimeout(open, there ? retryMs : lostRetryMs)
  }

  function lead(): Promise<void> {
    leads = true
    open()
    return new Promise((resolve) => {
      resign = resolve
    })
  }

  const stop = tabs.listen((message) => {
    if (leads) return
    if (message.kind === 'event') take(message.event)
    if (message.kind === 'connection') turn(message.connected)
  })
  const online = () => live.wake()
  const offline = () => turn(false)
  addEventListener('online', online)
  addEventListener('offline', offline)

  const live: Live = {
    connected: () => connected,
    wake() {
      if (!leads) return
      // A stream may outlive a short loss of the network.
      if (source?.readyState === EventSource.OPEN) turn(true)
      else open()
    },
    close() {
      closed = true
      stop()
      clearTimeout(retry)
      source?.close()
      removeEventListener('online', online)
      removeEventListener('offline', offline)
      resign()
    },
  }
  if (locks) void locks.request(`session-notes-events-${userId}`, () => (closed ? undefined : lead()))
  else void lead()
  return live
}
