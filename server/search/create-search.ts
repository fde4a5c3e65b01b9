import { setImmediate } from 'node:timers/promises'
import { readAhead } from '../platform/read-ahead.ts'
import { type Ahead, createAhead } from './ahead.ts'
import { type AnswerCache, createAnswerCache } from './answer-cache.ts'
import type { SearchDocument, SearchEntry } from './document.ts'
import type { SearchHits } from './engine.ts'
import type { FromSearchThread, SearchChange } from './messages.ts'
import { normalizeQuery } from './query-plan.ts'
import type { SearchParts } from './search-parts.ts'
import { type SearchThread, startSearchThread } from './thread.ts'

export interface Search {
  /**
   * Ids of the items that a visitor may see at `now` (milliseconds) and that match `text`, best first, up to 20 per
   * type. `literal`: no word is corrected. Rejects when the thread fails permanently.
   */
  query(text: string, now: number, literal?: boolean): Promise<SearchHits>
  /** Offers a document while the content is read, so that it need not be read again. */
  ahead: Ahead['offer']
  /** Applies changes; every later query sees them. Resolves when they are applied. */
  apply(changes: ReadonlyArray<SearchChange>): Promise<void>
  /** Starts the thread unless it runs; resolves when the index is up to date. */
  ready(): Promise<void>
  /** Builds the index anew, because the site has another language. Queries are answered by the old one until none is pending. */
  rebuild(): void
  /** Stores pending changes on disk and ends the thread. */
  close(): Promise<void>
}

/** A thread that fails this often without getting ready is not started again for a while. */
const maxFailures = 3
const pauseMs = 30_000
const entriesPerMessage = 500
const closeLimitMs = 5_000

interface Pending {
  /**
   * Sends the message again after a restart of the thread; a second failure rejects, because the message itself may
   * be the cause.
   */
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
      waiting: { resolve(): void; reject(error: Error): void }
    }
  | { kind: 'failed'; until: number; error: Error }
  | { kind: 'closed' }

/**
 * Site search in its own thread, which is started by the first query or `ready`. A thread that dies is started again,
 * from the index on disk and the current entries.
 */
export function createSearch(parts: SearchParts): Search {
  const answers: AnswerCache = createAnswerCache()
  const pending = new Map<number, Pending>()
  let state: State = { kind: 'stopped' }
  let lastId = 0
  let failures = 0
  /** When scheduled items appear: earlier answers are invalid afterwards. */
  let appearances: Array<number> = []
  let answersFrom = 0
  /** Whether the thread uses far more memory than its index needs, or reads words of another language. It is then replaced when no query is pending. */
  let outgrown = false
  const ahead = createAhead((documents) =>
    start().post({ kind: 'ahead', language: parts.language(), documents }),
  )

  function start(): SearchThread {
    if (state.kind === 'running') return state.thread
    if (state.kind === 'closed') throw new Error('The search is closed')
    if (state.kind === 'failed' && performance.now() < state.until) throw state.error
    let waiting = { resolve() {}, reject(_error: Error) {} }
    const ready = new Promise<void>((resolve, reject) => {
      waiting = { resolve, reject }
    })
    // Callers of `ready` handle a failure; there may be none.
    ready.catch(() => {})
    const thread = startSearchThread(parts.workerUrl, receive, ended)
    state = { kind: 'running', thread, ready, waiting }
    const { storedDir, builtDir, wordList } = parts
    thread.post({ kind: 'open', folders: [storedDir, builtDir], saveTo: storedDir, wordList })
    sendEntries(thread).catch((error: Error) => ended(error.message))
    return thread
  }

  /** In batches: ten thousand entries at once would block the event loop. */
  async function sendEntries(thread: SearchThread) {
    // Not in the call that started the thread: if this fails, `state` must already be `running`.
    await setImmediate()
    await parts.loaded
    ahead.end()
    const entries = await parts.entries()
    const language = parts.language()
    const now = Date.now()
    appearances = entries.flatMap(({ publishedAt }) => (publishedAt > now ? publishedAt : []))
    for (let from = 0; from === 0 || from < entries.length; from += entriesPerMessage) {
      const last = from + entriesPerMessage >= entries.length
      thread.post({
        kind: 'entries',
        language,
        entries: entries.slice(from, from + entriesPerMessage),
        last,
      })
      await setImmediate()
    }
  }

  async function sendDocuments(thread: SearchThread, entries: ReadonlyArray<SearchEntry>) {
    const documents: Array<SearchDocument> = []
    for await (const [, document] of readAhead(entries, readOne)) {
      if (document) documents.push(document)
      // A document takes about a millisecond, so this yields in between.
      await setImmediate()
    }
    thread.post({ kind: 'documents', documents })
  }

  /** Null for an item that can't be read: the others are indexed nevertheless. */
  async function readOne(entry: SearchEntry): Promise<SearchDocument | null> {
    try {
      return await parts.read(entry)
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
      case 'took':
        ahead.took(message.isWanted)
        return
      case 'ready':
        failures = 0
        answers.clear()
        state.thread.hold(pending.size > 0)
        state.waiting.resolve()
        return
      case 'note':
        parts.log.warn(message.message)
        return
      case 'built':
        outgrown = true
        replaceThread()
        return
      case 'applied':
      case 'hits':
        resolvePending(message.id, message)
        replaceThread()
        return
      case 'closed':
        resolvePending(0, message)
    }
  }

  function resolvePending(id: number, message: FromSearchThread) {
    pending.get(id)?.resolve(message)
    pending.delete(id)
    if (state.kind === 'running') state.thread.hold(pending.size > 0)
  }

  /** A thread's memory is freed only when the thread ends. The new one reads the index from disk. */
  function replaceThread() {
    if (!outgrown || pending.size > 0 || state.kind !== 'running') return
    outgrown = false
    void state.thread.stop()
    state = { kind: 'stopped' }
    // A failure of the new one is reported to those who wait for it.
    ready().catch(() => {})
  }

  function ended(reason: string) {
    if (state.kind !== 'running') return
    const error = new Error(`The search thread failed: ${reason}`)
    parts.log.warn(error.message)
    const { waiting, thread } = state
    void thread.stop()
    ahead.end()
    failures++
    state =
      failures < maxFailures
        ? { kind: 'stopped' }
        : { kind: 'failed', until: performance.now() + pauseMs, error }
    answers.clear()
    const unanswered = [...pending.values()]
    pending.clear()
    for (const { retry, reject } of unanswered) {
      if (retry && state.kind !== 'failed') retry()
      else reject(error)
    }
    // Pending `ready` calls wait for the next thread.
    if (state.kind === 'failed') waiting.reject(error)
    else ready().then(waiting.resolve, waiting.reject)
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

  function ready() {
    return Promise.resolve().then(() => {
      start()
      return state.kind === 'running' ? state.ready : undefined
    })
  }

  return {
    query(text, now, literal = false) {
      const query = normalizeQuery(text)
      if (appearances.some((instant) => instant > answersFrom && instant <= now)) answers.clear()
      answersFrom = now
      return answers.answer(`${literal} ${query}`, async () => {
        const { hits } = await ask<'hits'>(
          (thread, id) => thread.post({ kind: 'query', id, text: query, now, literal }),
          true,
        )
        return hits
      })
    },

    ahead: ahead.offer,

    async apply(changes) {
      // A thread that is not running reads the current entries when it starts.
      if (state.kind !== 'running' || changes.length === 0) return
      answers.clear()
      for (const change of changes)
        if (change.kind === 'put' && change.document.publishedAt > Date.now())
          appearances.push(change.document.publishedAt)
      await ask<'applied'>((thread, id) => thread.post({ kind: 'apply', id, changes }), true)
    },

    ready,

    rebuild() {
      outgrown = state.kind === 'running'
      replaceThread()
    },

    async close() {
      ahead.end()
      if (state.kind !== 'running') {
        state = { kind: 'closed' }
        return
      }
      const { thread, waiting } = state
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
      waiting.reject(error)
      for (const { reject } of pending.values()) reject(error)
      pending.clear()
    },
  }
}
