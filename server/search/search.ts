import { setImmediate } from 'node:timers/promises'
import { readAhead } from '../platform/read-ahead.ts'
import { within } from '../platform/within.ts'
import { Ahead } from './ahead.ts'
import type { SearchChange, SearchDocument, SearchEntry } from './document.ts'
import { hitsPerGroup, noHits, type SearchHits } from './engine.ts'
import { entryKey } from './entry-key.ts'
import { normalizeQuery } from './query-plan.ts'
import { type SearchThread, startSearchThread } from './thread.ts'

/** What the search needs. */
interface QueryOptions {
  literal?: boolean
  waitMs?: number | undefined
  limit?: number
}

export interface SearchParts {
  /** The bundled `worker.ts`. */
  workerUrl: URL
  /** The folder of the index made by `npm run search:index`. */
  builtDir: string
  /** The folder where this process stores its updated index; created when needed. */
  storedDir: string
  /** A file with the words of English, one per line. */
  wordList: string
  /** The tag of the site's language. Read at each start of the thread. */
  language: () => string
  /** All searchable items: published and scheduled, no drafts. Read at each start of the thread. */
  entries: () => Promise<ReadonlyArray<SearchEntry>>
  /** Resolves when `entries` are complete. */
  loaded: Promise<unknown>
  /** The text of an item; null when it was deleted meanwhile or cannot be read. */
  read: (entry: SearchEntry) => Promise<SearchDocument | null>
  log: { warn(message: string): void }
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
export class Search {
  #parts: SearchParts
  #session: Session | null = null
  #isClosed = false
  #failures = 0
  #failed: { error: Error; until: number } | null = null
  /**
   * Whether the thread uses more memory than its index needs, or reads words of another language.
   * It is then replaced when no call is pending.
   */
  #outgrown = false
  /** Items that changed during the update; documents read for it may be older. */
  #touched = new Set<string>()
  #ahead = new Ahead(async (documents) =>
    this.#start().thread.ask('ahead', this.#parts.language(), documents),
  )

  constructor(parts: SearchParts) {
    this.#parts = parts
  }

  /**
   * Ids of the items that a visitor may see at `now` (milliseconds) and that match `text`, best
   * first, up to `limit` per type. `literal`: no word is corrected. What the index has so far, and
   * partial, when it is not up to date after `waitMs`. Rejects when the thread fails permanently.
   */
  query(
    text: string,
    now: number,
    { literal = false, waitMs = timeoutMs, limit = hitsPerGroup }: QueryOptions = {},
  ): Promise<SearchHits> {
    return this.#inThread(async ({ thread, ready }) => {
      const isReady = await within(
        waitMs,
        ready.then(() => true),
        false,
      )
      const answer = thread.ask('query', normalizeQuery(text), now, literal, limit)
      const hits = await within(isReady ? waitMs : soFarMs, answer, null)
      return isReady && hits ? hits : { ...(hits ?? noHits), partial: true }
    })
  }

  /** Offers a document while the content is read, so that it need not be read again. */
  ahead(make: () => SearchDocument | null): void {
    this.#ahead.offer(make)
  }

  /** Applies changes. Every later query sees them, unless the index is being stored. */
  async apply(changes: ReadonlyArray<SearchChange>): Promise<void> {
    // A thread that is not running reads the current entries when it starts.
    if (!this.#session || changes.length === 0) return
    await this.#inThread(async ({ thread, loaded }) => {
      for (const change of changes) this.#touched.add(keyOf(change))
      await loaded
      await thread.ask('apply', changes)
    })
  }

  /** Starts the thread unless it runs; resolves when the index is up to date. */
  ready(): Promise<void> {
    return this.#inThread(({ ready }) => ready)
  }

  /**
   * Builds the index anew, because the site has another language. Queries are answered by the old
   * one until none is pending.
   */
  rebuild(): void {
    this.#outgrown = this.#session !== null
    this.#replaceThread()
  }

  /** Stores pending changes on disk and ends the thread. */
  async close(): Promise<void> {
    this.#ahead.end()
    this.#isClosed = true
    if (!this.#session) return
    const { thread } = this.#session
    await within(closeLimitMs, thread.ask('store')).catch(() => {})
    this.#session = null
    thread.stop()
  }

  #start(): Session {
    if (this.#session) return this.#session
    if (this.#isClosed) throw new Error('The search is closed')
    if (this.#failed && performance.now() < this.#failed.until) throw this.#failed.error
    const { workerUrl, storedDir, builtDir, wordList, log } = this.#parts
    const thread = startSearchThread(
      workerUrl,
      { folders: [storedDir, builtDir], saveTo: storedDir, wordList },
      (message) => log.warn(message),
      (error) => this.#ended(error),
    )
    this.#touched.clear()
    const loaded = this.#load(thread)
    const ready = loaded.then(() => this.#update(thread))
    ready.catch((error: Error) => {
      if (this.#session?.thread !== thread) return
      thread.stop()
      this.#ended(error)
    })
    this.#session = { thread, loaded, ready }
    return this.#session
  }

  /** In batches: ten thousand entries at once would block the event loop. */
  async #load(thread: SearchThread): Promise<void> {
    await this.#parts.loaded
    this.#ahead.end()
    const entries = await this.#parts.entries()
    for (let from = 0; from < entries.length; from += entriesPerMessage) {
      await thread.ask('want', entries.slice(from, from + entriesPerMessage))
    }
    await thread.ask('load', this.#parts.language())
  }

  async #update(thread: SearchThread): Promise<void> {
    let next = thread.ask('need')
    for (let entries = await next; entries.length > 0; entries = await next) {
      // Requested before, so that the next documents are read while these are indexed.
      next = thread.ask('need')
      next.catch(() => {})
      const changes: Array<SearchChange> = []
      for await (const [, document] of readAhead(entries, (entry) => this.#read(entry))) {
        if (document) changes.push({ kind: 'put', document })
        // A document takes about a millisecond, so this yields in between.
        await setImmediate()
      }
      const fresh = changes.filter((change) => !this.#touched.has(keyOf(change)))
      thread.ask('apply', fresh).catch(() => {})
    }
    const added = await thread.ask('finish')
    this.#touched.clear()
    this.#failures = 0
    if (added < manyDocuments) return
    const stored = thread.ask('store')
    void stored.then(
      () => this.rebuild(),
      () => {},
    )
  }

  /** Null for an item that can't be read: the others are indexed nevertheless. */
  async #read(entry: SearchEntry): Promise<SearchDocument | null> {
    try {
      return await this.#parts.read(entry)
    } catch (error) {
      this.#parts.log.warn(`${entry.type} ${entry.id} can't be searched: ${String(error)}`)
      return null
    }
  }

  /** A thread's memory is freed only when it ends. */
  #replaceThread(): void {
    if (!this.#outgrown || !this.#session?.thread.isIdle()) return
    this.#outgrown = false
    this.#session.thread.stop()
    this.#session = null
    // A failure of the new one is reported to those who wait for it.
    this.#start()
  }

  #ended(error: Error): void {
    this.#parts.log.warn(error.message)
    this.#session = null
    this.#ahead.end()
    this.#failures++
    if (this.#failures < maxFailures) return
    this.#failures = 0
    this.#failed = { error, until: performance.now() + pauseMs }
  }

  /** Once more when the thread ends: `act` may be the cause of a second failure. */
  async #inThread<Value>(act: (session: Session) => Promise<Value>): Promise<Value> {
    const first = this.#start()
    try {
      return await act(first)
    } catch (error) {
      if (this.#session === first) throw error
      return await act(this.#start())
    } finally {
      this.#replaceThread()
    }
  }
}

function keyOf(change: SearchChange): string {
  return entryKey(change.kind === 'put' ? change.document : change.item)
}
