import type { ContentEvent } from '#domain/content-event.ts'
import { browserLocks } from './browser-locks.ts'
import type { Tabs } from './tabs.ts'

/** Delay in milliseconds before a refused stream is requested again. */
const retryMs = 30_000
const lostRetryMs = 3000

export interface Live {
  /** Whether the server was reachable at the last attempt. */
  connected(): boolean
  /** Tries immediately, for example after a login or when the network is back. */
  wake(): void
  close(): void
}

/**
 * Receives the events of the server. Only one tab of a browser has the connection and passes events to the
 * others, because browsers limit connections per server; when it closes, another tab takes over. `onEvent`
 * gets each change, and a change of everything when events may have been missed.
 */
export function createLive(options: {
  userId: number
  tabs: Tabs
  onEvent: (event: ContentEvent) => void
  onConnection: (connected: boolean) => void
  /**
   * The stream of events is there again after it broke off, also when that was too short to call the server
   * away: it may have another version now.
   */
  onReturn: () => void
}): Live {
  const { userId, tabs, onEvent, onConnection } = options
  const locks = browserLocks()
  let connected = navigator.onLine
  let revision: string | null = null
  let source: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let leads = false
  let closed = false
  let brokeOff = false
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
    source.onopen = () => {
      turn(true)
      if (brokeOff) options.onReturn()
      brokeOff = false
    }
    source.onmessage = async ({ data }: MessageEvent<string>) => {
      // Imported here, so that screens need not wait for zod. All events wait for the same promise, so they
      // stay in order.
      const { contentEvent } = await import('#domain/content-event.ts')
      const event = contentEvent.safeParse(JSON.parse(data))
      if (closed || !event.success) return
      take(event.data)
      tabs.post({ kind: 'event', event: event.data })
    }
    // A stream ends with its session too, and then the server is there.
    source.onerror = () => {
      brokeOff = true
      void look()
    }
  }

  /** Checks whether the server is reachable at all. */
  async function look() {
    const there = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(lostRetryMs) }).then(
      () => true,
      () => false,
    )
    if (closed || source?.readyState === EventSource.OPEN) return
    turn(there)
    clearTimeout(retry)
    // After a refusal (ended session, busy server) EventSource does not reconnect by itself.
    if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, there ? retryMs : lostRetryMs)
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
      // The stream may have survived a short loss of the network.
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
