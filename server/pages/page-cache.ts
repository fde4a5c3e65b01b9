import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliDecompressSync, constants } from 'node:zlib'
import type { SiteReader } from '#domain/site-reader.ts'
import { compressBrotli, compressGzip, type Encoding, negotiateEncoding } from '../http/compression.ts'
import type { Header } from '../http/security-headers.ts'
import { carriesSession } from '../http/signed-in.ts'
import type { CachedPage } from './cached-page.ts'
import { pageKey } from './page-address.ts'
import type { PageDisk } from './page-disk.ts'
import { matches, type PreparedAnswer, prepareAnswer } from './prepared-answer.ts'
import { areReadsCurrent, type Read } from './record-reads.ts'

/** A rendered page for the cache. */
export interface FreshPage {
  text: string
  /** Its content type. */
  type: string
  reads: Array<Read>
  blobs: Array<string>
  /** The origins of the players that the page may load. */
  frames: Array<string>
  validUntil: number
  generation: number
  revision: string | null
}

/** The loaded content. */
export interface ContentState {
  site: SiteReader
  generation(): number
  revision(): string | null
}

interface Entry extends CachedPage {
  /** Generation of the content at which the page was last known to be valid; -1 when not checked in this process. */
  generation: number
  gzip: Buffer | null
  answers: Partial<Record<Encoding, PreparedAnswer>>
  touched: boolean
}

/** A page that is being rendered, and the generation of the content when that began. */
interface Filling {
  generation: number | undefined
  work: Promise<Entry | null>
}

/**
 * Serves encoded pages and feeds before the routers run. A page is valid as long as the queries that it made to the
 * site have the same answers (checked at the first request after each change of the content) and it has not expired.
 * `provisional` decides about pages from an earlier start until `attach` passes the loaded content.
 */
export function createPageCache(options: {
  disk: PageDisk | null
  headers: ReadonlyArray<Header>
  provisional: (page: CachedPage) => boolean
  maxBytes?: number
}) {
  const { disk, provisional, maxBytes = 96 * 1024 * 1024 } = options
  const entries = new Map<string, Entry>()
  const filling = new Map<string, Filling>()
  const upgrades: Array<string> = []
  let content: ContentState | null = null
  let memo = { generation: -1, answers: new Map<string, string>() }
  let bytes = 0
  let upgrading = false

  function isCurrent(entry: Entry): boolean {
    if (entry.validUntil <= Date.now()) return false
    if (!content) return entry.generation >= 0 || provisional(entry)
    const generation = content.generation()
    if (entry.generation === generation) return true
    if (memo.generation !== generation) memo = { generation, answers: new Map() }
    if (!areReadsCurrent(content.site, entry.reads, memo.answers)) return false
    entry.generation = generation
    entry.revision = content.revision()
    return true
  }

  function find(key: string): Entry | null {
    const entry = entries.get(key) ?? load(key)
    if (!entry) return null
    if (isCurrent(entry)) return entry
    drop(key)
    disk?.remove(key)
    return null
  }

  function load(key: string): Entry | null {
    const page = disk?.read(key)
    return page ? keep(key, page, -1) : null
  }

  function keep(key: string, page: CachedPage, generation: number): Entry {
    const previous = entries.get(key)
    if (previous) bytes -= weight(previous)
    const entry: Entry = { ...page, generation, gzip: null, answers: {}, touched: true }
    entries.set(key, entry)
    bytes += weight(entry)
    evict()
    if (page.quality === 5) upgrades.push(key)
    return entry
  }

  function drop(key: string) {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    bytes -= weight(entry)
  }

  /** Removes entries by the second-chance algorithm: an entry that was requested since the last round stays. */
  function evict() {
    for (const [key, entry] of entries) {
      if (bytes <= maxBytes) return
      if (entry.touched) {
        entry.touched = false
        entries.delete(key)
        entries.set(key, entry)
      } else drop(key)
    }
  }

  function answer(entry: Entry, encoding: Encoding): PreparedAnswer | null {
    const ready = entry.answers[encoding]
    if (ready) return ready
    const body = bodyIn(entry, encoding)
    if (!body) return null
    const made = prepareAnswer(entry, encoding, body, options.headers)
    // Uncompressed pages are rarely requested and not worth the memory.
    if (encoding !== 'identity') entry.answers[encoding] = made
    return made
  }

  function send(entry: Entry, req: IncomingMessage, res: ServerResponse): void {
    entry.touched = true
    const encoding = negotiateEncoding(req.headers['accept-encoding'])
    const ready = answer(entry, encoding)
    if (!ready) {
      void compressGzip(brotliDecompressSync(entry.brotli)).then(
        (zipped) => {
          entry.gzip = zipped
          bytes += zipped.length
          send(entry, req, res)
        },
        (error: unknown) => res.destroy(error as Error),
      )
      return
    }
    const headers = carriesSession(req.headers.cookie) ? ready.session : ready.visitor
    const asked = req.headers['if-none-match']
    if (asked !== undefined && matches(asked, entry.hash)) {
      res.writeHead(304, headers.notModified)
      res.end()
      return
    }
    res.writeHead(200, headers.whole)
    if (req.method === 'HEAD') res.end()
    else res.end(ready.body)
  }

  async function upgradeOne(): Promise<void> {
    const key = upgrades.shift()
    const entry = key === undefined ? undefined : entries.get(key)
    if (key === undefined || entry?.quality !== 5) return
    const text = brotliDecompressSync(entry.brotli)
    const brotli = await compressBrotli(text, { params: brotliParams(11, text.length) })
    if (entries.get(key) !== entry) return
    bytes += brotli.length - entry.brotli.length
    entry.brotli = brotli
    entry.quality = 11
    delete entry.answers.br
    disk?.write(key, toCachedPage(entry))
  }

  /** Compresses one more page at the best quality. Called in idle moments. */
  function idle(): void {
    if (upgrading || upgrades.length === 0) return
    upgrading = true
    void upgradeOne().finally(() => {
      upgrading = false
    })
  }

  /** The render of a page that is under way; one that began before the content changed may lack the change. */
  function underway(key: string): Filling | null {
    const found = filling.get(key)
    return found && found.generation === content?.generation() ? found : null
  }

  /**
   * Renders and caches a page; concurrent calls for the same key share one render. Null when `make` returned null
   * (not cacheable).
   */
  function made(key: string, make: () => Promise<FreshPage | null>): Promise<Entry | null> {
    const shared = underway(key)
    if (shared) return shared.work
    const work = make()
      .then(async (page) => {
        if (!page) return null
        const entry = keep(key, await compress(page), page.generation)
        disk?.write(key, toCachedPage(entry))
        return entry
      })
      .finally(() => {
        if (filling.get(key)?.work === work) filling.delete(key)
      })
    filling.set(key, { generation: content?.generation(), work })
    return work
  }

  return {
    /** Answers from the cache. False when the cache has no valid answer. */
    serve(req: IncomingMessage, res: ServerResponse): boolean {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false
      const url = req.url ?? ''
      const known = entries.get(url)
      if (known && isCurrent(known)) {
        send(known, req, res)
        return true
      }
      const key = pageKey(url)
      const entry = key === null ? null : find(key)
      if (!entry) return false
      send(entry, req, res)
      return true
    },
    /**
     * Renders, caches and sends a page; concurrent calls for the same key share one render, and only the response of
     * the first reports its cost. False when `make` returned null (not cacheable).
     */
    async fill(
      key: string,
      req: IncomingMessage,
      res: ServerResponse,
      make: () => Promise<FreshPage | null>,
    ): Promise<boolean> {
      const isFirst = underway(key) === null
      const start = performance.now()
      const entry = await made(key, make)
      if (entry && isFirst) res.setHeader('Server-Timing', `render;dur=${(performance.now() - start).toFixed(1)}`)
      if (entry) send(entry, req, res)
      return entry !== null
    },
    /** Renders an expired page that is in memory again, before it is requested. */
    async renew(key: string, make: () => Promise<FreshPage | null>): Promise<void> {
      const entry = entries.get(key)
      if (entry && !isCurrent(entry)) await made(key, make)
    },
    /** Renders a page that is not cached or not valid any more, before it is requested. */
    async prepare(key: string, make: () => Promise<FreshPage | null>): Promise<void> {
      if (!find(key)) await made(key, make)
    },
    /** Pages are validated against this content from now on. */
    attach(state: ContentState): void {
      // Another content counts its generations from the beginning.
      if (content) for (const entry of entries.values()) entry.generation = -1
      memo = { generation: -1, answers: new Map() }
      content = state
    },
    idle,
    /** The number of cached pages and their bytes. */
    stats: () => ({ pages: entries.size, bytes }),
  }
}

export type PageCache = ReturnType<typeof createPageCache>

const weight = (entry: Entry) => entry.brotli.length + (entry.gzip?.length ?? 0) + 1500

/** The page in an encoding; null for a gzip version that does not exist yet. */
function bodyIn(entry: Entry, encoding: Encoding): Buffer | null {
  if (encoding === 'br') return entry.brotli
  return encoding === 'gzip' ? entry.gzip : brotliDecompressSync(entry.brotli)
}

function toCachedPage(entry: Entry): CachedPage {
  const { type, hash, quality, brotli, reads, blobs, frames, revision, validUntil } = entry
  return { type, hash, quality, brotli, reads, blobs, frames, revision, validUntil }
}

async function compress(page: FreshPage): Promise<CachedPage> {
  const text = Buffer.from(page.text)
  const { type, reads, blobs, frames, revision, validUntil } = page
  const brotli = await compressBrotli(text, { params: brotliParams(5, text.length) })
  const hash = createHash('sha1').update(text).digest('base64url').slice(0, 20)
  return { type, hash, quality: 5, brotli, reads, blobs, frames, revision, validUntil }
}

function brotliParams(quality: number, size: number) {
  return {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: quality === 5 ? 16 : 20,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  }
}
