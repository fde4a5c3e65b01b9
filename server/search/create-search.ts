import { setImmediate } from 'node:timers/promises'
import { readAhead } from '../platform/read-ahead.ts'
import { within } from '../platform/within.ts'
import { type Ahead, createAhead } from './ahead.ts'
import type { SearchDocument, SearchEntry } from './document.ts'
import { noHits, type SearchHits } from './engine.ts'
import { entryKey } from './entry-key.ts'
import type { SearchChange } from './messages.ts'
import { normalizeQuery } from './query-plan.ts'
import type { SearchParts } from './search-parts.ts'
import { type SearchThread, startSearchThread } from './thread.ts'

export interface Search {
  /**
   * Ids of the items that a visitor may see at `now` (milliseconds) and that match `text`, best
   * first, up to 20 per type. `literal`: no word is corrected. What the index has so far, and
   * partial, when it is not up to date after `waitMs`. Rejects when the thread fails permanently.
   */
  query(text: string, now: number, literal?: boolean, waitMs?: number): Promise<SearchHits>
  /** Offers a document while the content is read, so that it need not be read again. */
  ahead: Ahead['offer']
  /** Applies changes. Every later query sees them, unless the index is being stored. */
  apply(changes: ReadonlyArray<SearchChange>): Promise<void>
  /** Starts the thread unless it runs; resolves when the index is up to date. */
  ready(): Promise<void>
  /**
   * Builds the index anew, because the site has another language. Queries are answered by the old
   * one until none is pending.
   */
  rebuild(): void
  /** Stores pending changes on disk and ends the thread. */
  close(): Promise<void>
}

/** A thread that fails this often is not started again for a while. */
const maxFailures = 3
const pauseMs = 30_000
const entriesPerMessage = 500
const closeLimitMs = 5_000
/** How long a query waits for the whole index, and then for an answer so far. */
const timeoutMs = 1_500
const soFarMs = 50
/**
 * From this many documents at once, the thread is replaced when the index is on the disk: to build
 * one takes more memory than to read it.
 */
const manyDocuments = 1_000

/** A thread with the update of its index. */
interface Session {
  thread: SearchThread
  /** Resolves when the thread has loaded an index and knows all entries. */
  loaded: Promise<void>
  /** Resolves when the index is up to date. */
  ready: Promise<void>
}

/**
 * Site search in its own thread, which the first query starts, and starts again when it dies: from
 * the index on disk and the current entries.
 */
export function createSearch(parts: SearchParts): Search {
  let session: Session | null = null
  let isClosed = false
  let failures = 0
  let failed: { error: Error; until: number } | null = null
  /**
   * Whether the thread uses more memory than its index needs, or reads words of another language.
   * It is then replaced when no call is pending.
   */
  let outgrown = false
  /** Items that changed during the update; documents read for it may be older. */
  const touched = new Set<string>()
  const ahead = createAhead((documents) => {
    start().thread.ask('ahead', parts.language(), documents).then(ahead.took, ahead.end)
  })

  function start(): Session {
    if (session) return session
    if (isClosed) throw new Error('The search is closed')
    if (failed && performance.now() < failed.until) throw failed.error
    const { workerUrl, storedDir, builtDir, wordList } = parts
    const thread = startSearchThread(
      workerUrl,
      { folders: [storedDir, builtDir], saveTo: storedDir, wordList },
      note,
      ended,
    )
    touched.clear()
    const loaded = load(thread)
    const ready = loaded.then(() => update(thread))
    ready.catch((error: Error) => {
      if (session?.thread !== thread) return
      thread.stop()
      ended(error)
    })
    session = { thread, loaded, ready }
    return session
  }

  /** In batches: ten thousand entries at once would block the event loop. */
  async function load(thread: SearchThread): Promise<void> {
    await parts.loaded
    ahead.end()
    const entries = await parts.entries()
    for (let from = 0; from < entries.length; from += entriesPerMessage) {
      await thread.ask('want', entries.slice(from, from + entriesPerMessage))
    }
    await thread.ask('load', parts.language())
  }

  async function update(thread: SearchThread): Promise<void> {
    let next = thread.ask('need')
    for (let entries = await next; entries.length > 0; entries = await next) {
      // Requested before, so that the next documents are read while these are indexed.
      next = thread.ask('need')
      next.catch(() => {})
      const documents: Array<SearchDocument> = []
      for await (const [, document] of readAhead(entries, readOne)) {
        if (document) documents.push(document)
        // A document takes about a millisecond, so this yields in between.
        await setImmediate()
      }
      const fresh = documents.filter((document) => !touched.has(entryKey(document)))
      const changes = fresh.map((document): SearchChange => ({ kind: 'put', document }))
      thread.ask('apply', changes).catch(() => {})
    }
    const added = await thread.ask('finish')
    touched.clear()
    failures = 0
    if (added >= manyDocuments) void thread.ask('store').then(outgrow, () => {})
  }

  function note(message: string) {
    parts.log.warn(message)
  }

  /** Null for an item that can't be read: the others are indexed nevertheless. */
  async function readOne(entry: SearchEntry): Promise<SearchDocument | null> {
    try {
      return await parts.read(entry)
    } catch (error) {
      note(`${entry.type} ${entry.id} can't be searched: ${String(error)}`)
      return null
    }
  }

  function outgrow() {
    outgrown = session !== null
    replaceThread()
  }

  /** A thread's memory is freed only when it ends. */
  function replaceThread() {
    if (!outgrown || !session?.thread.isIdle()) return
    outgrown = false
    session.thread.stop()
    session = null
    // A failure of the new one is reported to those who wait for it.
    start()
  }

  function ended(error: Error) {
    note(error.message)
    session = null
    ahead.end()
    failures++
    if (failures < maxFailures) return
    failures = 0
    failed = { error, until: performance.now() + pauseMs }
  }

  /** Once more when the thread ends: `act` may be the cause of a second failure. */
  async function inThread<Value>(act: (session: Session) => Promise<Value>): Promise<Value> {
    const first = start()
    try {
      return await act(first)
    } catch (error) {
      if (session === first) throw error
      return await act(start())
    } finally {
      replaceThread()
    }
  }

  return {
    query: (text, now, literal = false, waitMs = timeoutMs) =>
      inThread(async ({ thread, ready }) => {
        const isReady = await within(
          waitMs,
          ready.then(() => true),
          false,
        )
        const answer = thread.ask('query', normalizeQuery(text), now, literal)
        const hits = await within(isReady ? waitMs : soFarMs, answer, null)
        return isReady && hits ? hits : { ...(hits ?? noHits), partial: true }
      }),

    ahead: ahead.offer,

    async apply(changes) {
      // A thread that is not running reads the current entries when it starts.
      if (!session || changes.length === 0) return
      await inThread(async ({ thread, loaded }) => {
        for (const change of changes)
          touched.add(entryKey(change.kind === 'put' ? change.document : change.item))
        await loaded
        await thread.ask('apply', changes)
      })
    },

    ready: async () => inThread(({ ready }) => ready),
    rebuild: outgrow,

    async close() {
      ahead.end()
      isClosed = true
      if (!session) return
      const { thread } = session
      await within(closeLimitMs, thread.ask('store')).catch(() => {})
      session = null
      thread.stop()
    },
  }
}
