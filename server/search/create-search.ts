import { setImmediate } from 'node:timers/promises'
import { type AnswerCache, createAnswerCache } from './answer-cache.ts'
import type { SearchDocument, SearchEntry } from './document.ts'
import type { SearchHits } from './engine.ts'
import type { FromSearchThread, SearchChange } from './messages.ts'
import { normalizeQuery } from './query-plan.ts'
import { type SearchThread, startSearchThread } from './thread.ts'

export interface SearchParts {
  /** The bundled `worker.ts`. */
  workerUrl: URL
  /** Where `npm run search:index` puts its index. */
  builtDir: string
  /** Where this process keeps the index that it brought up to date; made when needed. */
  keptDir: string
  /** Everything that can be found, now: published and scheduled items, no drafts. Read at each start of the thread. */
  entries: () => Iterable<SearchEntry>
  /** One of them with its text; null when it is gone meanwhile or can't be read. */
  read: (entry: SearchEntry) => SearchDocument | null
  log: { warn(message: string): void }
}

export interface Search {
  /** Ids of what a visitor may see at `now` (milliseconds) and means by `text`, best first, up to 20 per type. Rejects when the thread fails for good. */
  query(text: string, now: number): Promise<SearchHits>
  /** Takes in changes; every query after this call sees them. Resolves when they are in. */
  apply(changes: ReadonlyArray<SearchChange>): Promise<void>
  /** Starts the thread when it does not run; resolves when the index is up to date. */
  ready(): Promise<void>
  /** Ends the thread; what has changed is kept on disk first. */
  close(): Promise<void>
}

/** A thread that fails so often without ever getting ready is given up for a while. */
const maxFailures = 3
const pauseMs = 30_000
const entriesPerMessage = 500
const closeLimitMs = 5_000

interface Pending {
  /** Sent again when the thread is started anew; a second failure rejects, since the message itself may be the cause. */
  retry: (() => void) | null
  resolve(message: FromSearchThread): void
  reject(error: Error): void
}

type State =
  | { kind: 'stopped' }
  | {
      kind: 'running'
      thread: SearchThread
      ready: Promise<void>
      settle: { resolve(): void; reject(error: Error): void }
    }
  | { kind: 'failed'; until: number; error: Error }
  | { kind: 'closed' }

/**
 * Site search in a thread of its own, which is started by the first query or `ready`. When the thread dies it is started again, from the index
 * on disk and the entries as they are then.
 */
export function createSearch(parts: SearchParts): Search {
  const answers: AnswerCache = createAnswerCache()
  const pending = new Map<number, Pending>()
  let state: State = { kind: 'stopped' }
  let lastId = 0
  let failures = 0
  /** When scheduled items appear: answers from before are not valid after. */
  let appearances: Array<number> = []
  let answersFrom = 0
  /** The thread holds far more memory than its index needs, and gives way to a new one as soon as nobody waits for it. */
  let outgrown = false

  function start(): SearchThread {
    if (state.kind === 'running') return state.thread
    if (state.kind === 'closed') throw new Error('The search is closed')
    if (state.kind === 'failed' && performance.now() < state.until) throw state.error
    let settle = { resolve() {}, reject(_error: Error) {} }
    const ready = new Promise<void>((resolve, reject) => {
      settle = { resolve, reject }
    })
    // Who waits for `ready` hears of a failure; nobody has to.
    ready.catch(() => {})
    const thread = startSearchThread(parts.workerUrl, receive, ended)
    state = { kind: 'running', thread, ready, settle }
    thread.post({ kind: 'open', folders: [parts.keptDir, parts.builtDir], saveTo: parts.keptDir })
    sendEntries(thread).catch((error: Error) => ended(error.message))
    return thread
  }

  /** In pieces: ten thousand entries at once would stop the event loop. */
  async function sendEntries(thread: SearchThread) {
    // Not within the call that started the thread: a failure here must find it running.
    await setImmediate()
    const entries = [...parts.entries()]
    const now = Date.now()
    appearances = entries.flatMap(({ publishedAt }) => (publishedAt > now ? publishedAt : []))
    for (let from = 0; from === 0 || from < entries.length; from += entriesPerMessage) {
      const last = from + entriesPerMessage >= entries.length
      thread.post({ kind: 'entries', entries: entries.slice(from, from + entriesPerMessage), last })
      await setImmediate()
    }
  }

  async function sendDocuments(thread: SearchThread, entries: ReadonlyArray<SearchEntry>) {
    const documents: Array<SearchDocument> = []
    for (const entry of entries) {
      const document = readOne(entry)
      if (document) documents.push(document)
      // Reading takes about a millisecond each; others get their turn in between.
      await setImmediate()
    }
    thread.post({ kind: 'documents', documents })
  }

  /** One item that can't be read is not found, which is no reason to find nothing. */
  function readOne(entry: SearchEntry): SearchDocument | null {
    try {
      return parts.read(entry)
    } catch (error) {
      parts.log.warn(`${entry.type} ${entry.id} can't be searched: ${String(error)}`)
      return null
    }
  }

  function receive(message: FromSearchThread) {
    if (state.kind !== 'running') return
    switch (message.kind) {
      case 'need':
        sendDocuments(state.thread, message.entries).catch((error: Error) => ended(error.message))
        return
      case 'ready':
        failures = 0
        answers.clear()
        state.thread.hold(pending.size > 0)
        state.settle.resolve()
        return
      case 'note':
        parts.log.warn(message.message)
        return
      case 'built':
        outgrown = true
        giveWay()
        return
      case 'applied':
      case 'hits':
        settlePending(message.id, message)
        giveWay()
        return
      case 'closed':
        settlePending(0, message)
    }
  }

  function settlePending(id: number, message: FromSearchThread) {
    pending.get(id)?.resolve(message)
    pending.delete(id)
    if (state.kind === 'running') state.thread.hold(pending.size > 0)
  }

  /** The memory of a thread goes back to the system only with the thread. The new one reads the index from the disk. */
  function giveWay() {
    if (!outgrown || pending.size > 0 || state.kind !== 'running') return
    outgrown = false
    void state.thread.stop()
    state = { kind: 'stopped' }
    start()
  }

  function ended(reason: string) {
    if (state.kind !== 'running') return
    const error = new Error(`The search thread failed: ${reason}`)
    parts.log.warn(error.message)
    const { settle, thread } = state
    void thread.stop()
    failures++
    state = failures < maxFailures ? { kind: 'stopped' } : { kind: 'failed', until: performance.now() + pauseMs, error }
    answers.clear()
    const unanswered = [...pending.values()]
    pending.clear()
    for (const { retry, reject } of unanswered) {
      if (retry && state.kind !== 'failed') retry()
      else reject(error)
    }
    // Whoever waits for the index waits for the next thread's.
    if (state.kind === 'failed') settle.reject(error)
    else ready().then(settle.resolve, settle.reject)
    if (state.kind === 'failed') failures = 0
  }

  function ask<Kind extends FromSearchThread['kind']>(
    send: (thread: SearchThread, id: number) => void,
    mayRetry: boolean,
  ): Promise<Extract<FromSearchThread, { kind: Kind }>> {
    return new Promise((resolve, reject) => {
      const attempt = (retries: boolean) => {
        const id = ++lastId
        const retry = retries ? () => attempt(false) : null
        pending.set(id, { retry, resolve: (message) => resolve(message as never), reject })
        try {
          const thread = start()
          thread.hold(true)
          send(thread, id)
        } catch (error) {
          pending.delete(id)
          reject(error)
        }
      }
      attempt(mayRetry)
    })
  }

  function ready(): Promise<void> {
    return Promise.resolve().then(() => {
      start()
      return state.kind === 'running' ? state.ready : undefined
    })
  }

  return {
    query(text, now) {
      const query = normalizeQuery(text)
      if (appearances.some((instant) => instant > answersFrom && instant <= now)) answers.clear()
      answersFrom = now
      return answers.answer(query, async () => {
        const { hits, partial } = await ask<'hits'>(
          (thread, id) => thread.post({ kind: 'query', id, text: query, now }),
          true,
        )
        return { hits, keep: !partial }
      })
    },

    async apply(changes) {
      // A thread that does not run reads the entries as they are once it starts.
      if (state.kind !== 'running' || changes.length === 0) return
      answers.clear()
      for (const change of changes)
        if (change.kind === 'put' && change.document.publishedAt > Date.now())
          appearances.push(change.document.publishedAt)
      await ask<'applied'>((thread, id) => thread.post({ kind: 'apply', id, changes }), true)
    },

    ready,

    async close() {
      if (state.kind !== 'running') {
        state = { kind: 'closed' }
        return
      }
      const { thread, settle } = state
      const closed = new Promise<void>((resolve) => {
        pending.set(0, { retry: null, resolve: () => resolve(), reject: () => resolve() })
        setTimeout(resolve, closeLimitMs).unref()
      })
      thread.hold(true)
      thread.post({ kind: 'close' })
      await closed
      state = { kind: 'closed' }
      await thread.stop()
      const error = new Error('The search is closed')
      settle.reject(error)
      for (const { reject } of pending.values()) reject(error)
      pending.clear()
    },
  }
}
