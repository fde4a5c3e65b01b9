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
export function createOfflinePages(name: string, storage: CacheStorage, request: typeof fetch) {
  let last: Promise<unknown> = Promise.resolve()

  function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  const open = () => storage.open(name)

  /**
   * Fetches an address; returns `known` when it is unchanged, null when visitors cannot see it.
   * Rejects when the network or the server fails.
   */
  async function ask(address: string, known?: Response): Promise<Response | null> {
    const tag = known?.headers.get('ETag')
    const answer = await request(address, {
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

  async function put(path: string, answer: Response, again: boolean) {
    const cache = await open()
    const html = await answer.text()
    await partsOf(path, html, async (address) => {
      const known = await cache.match(address, { ignoreVary: true })
      if (known && (!again || unchanging.test(address))) return known
      const part = await ask(address, known)
      if (part && part !== known) await cache.put(address, part.clone())
      return part
    })
    // A new response: browsers refuse a redirected response for a document.
    await cache.put(path, new Response(html, { headers: answer.headers }))
  }

  /** Fetches and stores a page; removes a page that no longer exists. */
  async function storePage(path: string, again: boolean) {
    const cache = await open()
    const answer = await ask(path, await cache.match(path))
    if (answer) await put(path, answer, again)
    else await cache.delete(path)
  }

  async function paths(): Promise<Array<string>> {
    const keys = await (await open()).keys()
    return keys.map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search)
  }

  /** Removes files that no page needs. */
  async function sweep(pages: ReadonlySet<string>) {
    const cache = await open()
    const needed = new Set(pages)
    for (const path of pages) {
      const page = await cache.match(path)
      if (!page) continue
      const parts = await partsOf(path, await page.text(), (address) =>
        cache.match(address, { ignoreVary: true }),
      )
      for (const part of parts) needed.add(part)
    }
    for (const path of await paths())
      if (!needed.has(path)) await cache.delete(path, { ignoreVary: true })
  }

  const isPage = (path: string) => always.includes(path) || isItem(path)

  return {
    /** The stored page at a path. */
    page: async (path: string): Promise<Response | undefined> =>
      isPage(path) ? storage.match(path, { cacheName: name }) : undefined,
    /** The stored style, script, font or picture; for a picture, also in another width. */
    async part(asked: Request): Promise<Response | undefined> {
      const options = { cacheName: name, ignoreVary: true }
      const exact = await storage.match(asked, options)
      if (exact || asked.destination !== 'image') return exact
      return storage.match(asked, { ...options, ignoreSearch: true })
    },
    /** The stored ones among these items. */
    async readable(items: ReadonlyArray<string>): Promise<Array<string>> {
      const stored = await Promise.all(
        items.map((path) => storage.match(path, { cacheName: name })),
      )
      return items.filter((_, index) => stored[index])
    },
    /** Stores these items and removes all others; returns those that can be read. */
    keepOnly: (items: ReadonlyArray<string>): Promise<Array<string>> =>
      inOrder(async () => {
        const wanted = items.filter(isItem)
        if (wanted.length === 0) {
          await storage.delete(name)
          return []
        }
        const known = new Set(await paths())
        for (const path of [...always, ...wanted]) {
          if (known.has(path)) continue
          await storePage(path, false).catch((error: unknown) =>
            console.info(`${path} is not stored:`, error),
          )
        }
        await sweep(new Set([...always, ...wanted]))
        const stored = new Set(await paths())
        return wanted.filter((path) => stored.has(path))
      }),
    /**
     * Stores the network's answer for a stored page; fetches what all visitors see when the answer
     * is for one person.
     */
    renew: (path: string, answer: Response): Promise<void> =>
      inOrder(async () => {
        const stored = await storage.match(path, { cacheName: name })
        if (!stored || answer.redirected || answer.type === 'opaqueredirect') return
        if (answer.status === 404 || answer.status === 410) await (await open()).delete(path)
        else if (answer.ok && !isForAll(answer)) await storePage(path, false)
        else if (answer.ok && answer.headers.get('ETag') !== stored.headers.get('ETag'))
          await put(path, answer, false)
        else return
        await sweep(new Set((await paths()).filter(isPage)))
      }),
    /** Fetches everything again, for a new version of the site. */
    refresh: (): Promise<void> =>
      inOrder(async () => {
        if (!(await storage.has(name))) return
        const pages = (await paths()).filter(isPage)
        for (const path of pages)
          await storePage(path, true).catch((error: unknown) =>
            console.info(`${path} could not be updated:`, error),
          )
        await sweep(new Set(pages))
      }),
  }
}

/** Whether a path is the address of an article or a news item. */
function isItem(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?:article|news)\/[^/?#]+$/.test(path)
}

/** Drafts, which only administrators see, must not be stored. */
function isForAll({ ok, headers }: Response) {
  return ok && !/no-store|private/.test(headers.get('Cache-Control') ?? '')
}
