import { needsOfPage, needsOfScript, needsOfStyle } from './page-needs.ts'

/**
 * Stored besides the saved pages: their list, and the page shown instead of one that is not stored.
 */
export const listAddress = '/saved'
export const offlineAddress = '/offline'
const always = [listAddress, offlineAddress]
/** The fallback pictures of the list. */
const listNeeds = ['/fallback/article.svg', '/fallback/news.svg']

/** The server marks these files as immutable, so they are not requested twice. */
const unchanging = /^\/(?:assets|fonts)\//
/** The time limit of a request, in milliseconds. */
const fetchLimitMs = 30_000

/**
 * The saved pages in the browser's cache, each with the files that it needs. A page is stored after
 * its files, so a stored page can be shown. Operations run one at a time.
 */
export class OfflinePages {
  private readonly name: string
  private readonly storage: CacheStorage
  private readonly request: typeof fetch
  private last: Promise<unknown> = Promise.resolve()

  constructor(name: string, storage: CacheStorage, request: typeof fetch) {
    this.name = name
    this.storage = storage
    this.request = request
  }

  /** The stored page at a path. */
  async page(path: string): Promise<Response | undefined> {
    return isPage(path) ? this.stored(path) : undefined
  }

  /** The stored style, script, font or picture; for a picture, also in another width. */
  async part(asked: Request): Promise<Response | undefined> {
    const exact = await this.stored(asked, { ignoreVary: true })
    if (exact || asked.destination !== 'image') return exact
    return this.stored(asked, { ignoreVary: true, ignoreSearch: true })
  }

  /** The stored ones among these items. */
  async readable(items: ReadonlyArray<string>): Promise<Array<string>> {
    const stored = await Promise.all(items.map((path) => this.stored(path)))
    return items.filter((_, index) => stored[index])
  }

  /** Stores these items and removes all others; returns those that can be read. */
  keepOnly(items: ReadonlyArray<string>): Promise<Array<string>> {
    return this.inOrder(async () => {
      const wanted = items.filter(isItem)
      if (wanted.length === 0) {
        await this.storage.delete(this.name)
        return []
      }
      const cache = await this.open()
      const known = await pathsOf(cache)
      const pages = [...always, ...wanted]
      for (const path of pages)
        if (!known.includes(path)) await this.tryStore(cache, path, 'is not stored')
      await sweep(cache, pages)
      const stored = await pathsOf(cache)
      return wanted.filter((path) => stored.includes(path))
    })
  }

  /**
   * Stores the network's answer for a stored page; fetches what all visitors see when the answer is
   * for one person.
   */
  renew(path: string, answer: Response): Promise<void> {
    return this.inOrder(async () => {
      const stored = await this.stored(path)
      if (!stored || answer.redirected || answer.type === 'opaqueredirect') return
      const cache = await this.open()
      if (answer.status === 404 || answer.status === 410) await cache.delete(path)
      else if (answer.ok && !isForAll(answer)) await this.storePage(cache, path)
      else if (answer.ok && answer.headers.get('ETag') !== stored.headers.get('ETag'))
        await this.put(cache, path, answer, false)
      else return
      await sweep(cache, (await pathsOf(cache)).filter(isPage))
    })
  }

  /** Fetches everything again, for a new version of the site. */
  refresh(): Promise<void> {
    return this.inOrder(async () => {
      if (!(await this.storage.has(this.name))) return
      const cache = await this.open()
      const pages = (await pathsOf(cache)).filter(isPage)
      for (const path of pages) await this.tryStore(cache, path, 'could not be updated', true)
      await sweep(cache, pages)
    })
  }

  private inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.last.then(work)
    this.last = done.catch(() => undefined)
    return done
  }

  private open() {
    return this.storage.open(this.name)
  }

  private stored(asked: Request | string, options?: CacheQueryOptions) {
    return this.storage.match(asked, { cacheName: this.name, ...options })
  }

  private tryStore(cache: Cache, path: string, failed: string, again = false) {
    return this.storePage(cache, path, again).catch((error: unknown) =>
      console.info(`${path} ${failed}:`, error),
    )
  }

  /** Fetches and stores a page; removes a page that no longer exists. */
  private async storePage(cache: Cache, path: string, again = false) {
    const answer = await this.ask(path, await cache.match(path))
    if (answer) await this.put(cache, path, answer, again)
    else await cache.delete(path)
  }

  private async put(cache: Cache, path: string, answer: Response, again: boolean) {
    const html = await answer.text()
    await partsOf(path, html, async (address) => {
      const known = await cache.match(address, { ignoreVary: true })
      if (known && (!again || unchanging.test(address))) return known
      const part = await this.ask(address, known)
      if (part && part !== known) await cache.put(address, part.clone())
      return part
    })
    // A new response: browsers refuse a redirected response for a document.
    await cache.put(path, new Response(html, { headers: answer.headers }))
  }

  /**
   * Fetches an address; returns `known` when it is unchanged, null when visitors cannot see it.
   * Rejects when the network or the server fails.
   */
  private async ask(address: string, known?: Response): Promise<Response | null> {
    const tag = known?.headers.get('ETag')
    const answer = await this.request(address, {
      // As any visitor, also for signed-in users.
      credentials: 'omit',
      // Without the browser's own cache: it must keep the better format of pictures that pages
      // request, and Chromium waits up to 20 s for another reader of the same address.
      cache: unchanging.test(address) ? 'default' : 'no-store',
      headers: {
        ...(address.startsWith('/media/') && { Accept: 'image/webp,*/*' }),
        ...(tag && { 'If-None-Match': tag }),
      },
      signal: AbortSignal.timeout(fetchLimitMs),
    })
    if (known && answer.status === 304) return known
    if (answer.status === 429 || answer.status >= 500)
      throw new Error(`${address} answered ${answer.status}`)
    return isForAll(answer) ? answer : null
  }
}

/**
 * Loads the files of a page, and the files that those need, with `read`. Skips files that do not
 * exist.
 */
async function partsOf(
  path: string,
  html: string,
  read: (address: string) => Promise<Response | null | undefined>,
) {
  const found = new Set([...needsOfPage(html), ...(path === listAddress ? listNeeds : [])])
  for (const address of found) {
    const answer = await read(address)
    if (!answer) found.delete(address)
    else if (/\.css$/.test(address))
      for (const need of needsOfStyle(await answer.text())) found.add(need)
    else if (/\.js$/.test(address))
      for (const need of needsOfScript(await answer.text(), address)) found.add(need)
  }
  return found
}

async function pathsOf(cache: Cache): Promise<Array<string>> {
  const keys = await cache.keys()
  return keys.map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search)
}

/** Removes files that no page needs. */
async function sweep(cache: Cache, pages: ReadonlyArray<string>) {
  const needed = new Set(pages)
  for (const path of pages) {
    const page = await cache.match(path)
    if (!page) continue
    const parts = await partsOf(path, await page.text(), (address) =>
      cache.match(address, { ignoreVary: true }),
    )
    for (const part of parts) needed.add(part)
  }
  for (const path of await pathsOf(cache))
    if (!needed.has(path)) await cache.delete(path, { ignoreVary: true })
}

const isPage = (path: string) => always.includes(path) || isItem(path)

/** Whether a path is the address of an article or a news item. */
function isItem(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?:article|news)\/[^/?#]+$/.test(path)
}

/** Drafts, which only administrators see, must not be stored. */
function isForAll({ ok, headers }: Response) {
  return ok && !/no-store|private/.test(headers.get('Cache-Control') ?? '')
}
