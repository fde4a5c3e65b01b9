import { createHash } from 'node:crypto'
import { brotliDecompressSync, constants } from 'node:zlib'
import { compressBrotli } from '../http/compression.ts'
import type { CachedPage, FreshPage } from './cached-page.ts'
import type { PageDisk } from './page-disk.ts'
import type { PageEntry } from './prepared-answer.ts'

/** The pages in memory, up to `maxBytes`, and on the disk. */
export function createPageStore(disk: PageDisk | null, maxBytes: number) {
  const entries = new Map<string, PageEntry>()
  const upgrades: Array<string> = []
  let bytes = 0
  let upgrading = false

  function keep(key: string, page: CachedPage, generation: number): PageEntry {
    const previous = entries.get(key)
    if (previous) bytes -= weight(previous)
    const entry: PageEntry = { ...page, generation, gzip: null, answers: {}, touched: true }
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

  /**
   * Removes entries by the second-chance algorithm: an entry that was requested since the last
   * round stays.
   */
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

  async function upgradeOne() {
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

  return {
    /** The pages in memory. */
    entries: entries as ReadonlyMap<string, PageEntry>,
    /** Reads a page from the disk. */
    load(key: string): PageEntry | null {
      const page = disk?.read(key)
      return page ? keep(key, page, -1) : null
    },
    /** Stores a page that was just rendered. */
    async put(key: string, page: FreshPage): Promise<PageEntry> {
      const entry = keep(key, await compress(page), page.generation)
      disk?.write(key, toCachedPage(entry))
      return entry
    },
    remove(key: string): void {
      drop(key)
      disk?.remove(key)
    },
    /** Adds the gzip version of a page. */
    addGzip(entry: PageEntry, zipped: Buffer): void {
      entry.gzip = zipped
      bytes += zipped.length
    },
    /** Compresses one more page at the best quality. Called in idle moments. */
    idle(): void {
      if (upgrading || upgrades.length === 0) return
      upgrading = true
      void upgradeOne().finally(() => {
        upgrading = false
      })
    },
    /** The number of cached pages and their bytes. */
    stats: () => ({ pages: entries.size, bytes }),
  }
}

const weight = (entry: PageEntry) => entry.brotli.length + (entry.gzip?.length ?? 0) + 1500

function toCachedPage({
  generation: _,
  gzip: __,
  answers: ___,
  touched: ____,
  ...page
}: PageEntry): CachedPage {
  return page
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
