import type { ContentEvent } from '#domain/content-event.ts'
import { browserLocks } from './browser-locks.ts'
import { listenTo } from './listeners.ts'
import type { Tabs } from './tabs.ts'

/** Delay in milliseconds before a refused stream is requested again. */
const retryMs = 30_000
const lostRetryMs = 3000

interface LiveOptions {
  userId: number
  tabs: Pick<Tabs, 'post' | 'listen'>
  onEvent: (event: ContentEvent) => void
  onConnection: (connected: boolean) => void
  /**
   * The stream of events is there again after it broke off, also when that was too short to call
   * the server away: it may have another version now.
   */
  onReturn: () => void
}

/**
 * Receives the events of the server. Only one tab of a browser has the connection and passes events
 * to the others, because browsers limit connections per server; when it closes, another tab takes
 * over. `onEvent` gets each change and who is there, and a change of everything when events may have
 * been missed.
 */
export function createLive(options: LiveOptions) {
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
    if (event.kind !== 'presence') revision = event.revision
    if (event.kind !== 'begin') onEvent(event)
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
      const event = await parseEvent(data)
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

  /** Looks whether the server is there after the stream broke off, and opens another one. */
  async function look() {
    const there = await isServerThere()
    if (closed || source?.readyState === EventSource.OPEN) return
    turn(there)
    clearTimeout(retry)
    // After a refusal (ended session, busy server) EventSource does not reconnect by itself.
    if (source?.readyState === EventSource.CLOSED)
      retry = setTimeout(open, there ? retryMs : lostRetryMs)
  }

  function lead(): Promise<void> {
    leads = true
    open()
    return new Promise((resolve) => {
      resign = resolve
    })
  }

  const stops = [
    tabs.listen((message) => {
      if (leads) return
      if (message.kind === 'event') take(message.event)
      if (message.kind === 'connection') turn(message.connected)
    }),
    listenTo('online', () => live.wake()),
    listenTo('offline', () => turn(false)),
  ]

  const live = {
    /** Whether the server was reachable at the last attempt. */
    connected: () => connected,
    /** Tries immediately, for example after a login or when the network is back. */
    wake() {
      if (!leads) return
      // The stream may have survived a short loss of the network.
      if (source?.readyState === EventSource.OPEN) turn(true)
      else open()
    },
    close() {
      closed = true
      for (const stop of stops) stop()
      clearTimeout(retry)
      source?.close()
      resign()
    },
  }
  const name = `session-notes-events-${userId}`
  void (locks ? locks.request(name, () => (closed ? undefined : lead())) : lead())
  return live
}

/** Whether the server can be reached at all. */
async function isServerThere(): Promise<boolean> {
  const request = { cache: 'no-store', signal: AbortSignal.timeout(lostRetryMs) } as const
  return fetch('/api/health', request).then(
    () => true,
    () => false,
  )
}

/**
 * Imports zod here, so that screens need not wait for it. All events wait for the same promise, so
 * they stay in order.
 */
async function parseEvent(data: string) {
  const { contentEvent } = await import('#domain/content-event.ts')
  return contentEvent.safeParse(JSON.parse(data))
}
