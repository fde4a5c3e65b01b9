import { needsOfPage, needsOfScript, needsOfStyle } from './page-needs.ts'

/** Beside the saved pages: the list of them, and what is shown where a page is not kept. */
export const listAddress = '/saved'
export const offlineAddress = '/offline'
const always = [listAddress, offlineAddress]
/** The pictures of the list for items without one. */
const listNeeds = ['/fallback/article.svg', '/fallback/news.svg']

/** What the server calls immutable need not be asked for twice. */
const unchanging = /^\/(?:assets|fonts)\//
/** Nothing is waited for longer than this while pages are fetched to be kept. */
const fetchLimitMs = 30_000

/**
 * The saved pages in the browser's storage, each with all it needs to be shown: a page is put there after its parts, so that what is there can be
 * read. One thing is done at a time.
 */
export function createKeptPages(name: string, storage: CacheStorage, request: typeof fetch) {
  let last: Promise<unknown> = Promise.resolve()

  function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  const open = () => storage.open(name)

  /** What the site has there, `known` where that is still so. Null: nothing for visitors. Rejects when nothing can be said now. */
  async function ask(address: string, known?: Response): Promise<Response | null> {
    const isPicture = address.startsWith('/media/')
    const tag = isPicture && known?.headers.get('ETag')
    const answer = await request(address, {
      // As any visitor sees it, whoever is signed in here.
      credentials: 'omit',
      // Pages get their pictures in a better format, which must stay in the browser's own cache.
      cache: isPicture ? 'no-store' : unchanging.test(address) ? 'default' : 'no-cache',
      headers: { ...(isPicture && { Accept: 'image/webp,*/*' }), ...(tag && { 'If-None-Match': tag }) },
      signal: AbortSignal.timeout(fetchLimitMs),
    })
    if (known && answer.status === 304) return known
    if (answer.status === 429 || answer.status >= 500) throw new Error(`${address} answered ${answer.status}`)
    return isForAll(answer) ? answer : null
  }

  /** The page's parts and theirs, in turn, as `read` gives them. What it has none of is left out. */
  async function partsOf(path: string, html: string, read: (address: string) => Promise<Response | null | undefined>) {
    const found = new Set([...needsOfPage(html), ...(path === listAddress ? listNeeds : [])])
    for (const address of found) {
      const answer = await read(address)
      if (!answer) found.delete(address)
      else if (/\.css$/.test(address)) for (const need of needsOfStyle(await answer.text())) found.add(need)
      else if (/\.js$/.test(address)) for (const need of needsOfScript(await answer.text(), address)) found.add(need)
    }
    return found
  }

  async function put(path: string, answer: Response, again: boolean): Promise<void> {
    const cache = await open()
    const html = await answer.text()
    await partsOf(path, html, async (address) => {
      const known = await cache.match(address, { ignoreVary: true })
      if (known && (!again || unchanging.test(address))) return known
      const part = await ask(address, known)
      if (part && part !== known) await cache.put(address, part.clone())
      return part
    })
    // Made anew: an answer that came by a redirect is refused for a document.
    await cache.put(path, new Response(html, { headers: answer.headers }))
  }

  /** Fetches a page and keeps it; one that the site does not have any more is dropped. */
  async function take(path: string, again: boolean): Promise<void> {
    const answer = await ask(path)
    if (answer) await put(path, answer, again)
    else await (await open()).delete(path)
  }

  async function paths(): Promise<Array<string>> {
    const keys = await (await open()).keys()
    return keys.map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search)
  }

  /** Drops what no page needs. */
  async function sweep(pages: ReadonlySet<string>): Promise<void> {
    const cache = await open()
    const needed = new Set(pages)
    for (const path of pages) {
      const page = await cache.match(path)
      if (!page) continue
      const parts = await partsOf(path, await page.text(), (address) => cache.match(address, { ignoreVary: true }))
      for (const part of parts) needed.add(part)
    }
    for (const path of await paths()) if (!needed.has(path)) await cache.delete(path, { ignoreVary: true })
  }

  const isPage = (path: string) => always.includes(path) || isItem(path)

  return {
    /** The kept page at a path. */
    page: async (path: string): Promise<Response | undefined> =>
      isPage(path) ? storage.match(path, { cacheName: name }) : undefined,
    /** The kept style, script, font or picture; of a picture also in another width than asked for. */
    async part(asked: Request): Promise<Response | undefined> {
      const options = { cacheName: name, ignoreVary: true }
      const exact = await storage.match(asked, options)
      if (exact || asked.destination !== 'image') return exact
      return storage.match(asked, { ...options, ignoreSearch: true })
    },
    /** Which of these items are there. */
    async readable(items: ReadonlyArray<string>): Promise<Array<string>> {
      const kept = await Promise.all(items.map((path) => storage.match(path, { cacheName: name })))
      return items.filter((_, index) => kept[index])
    },
    /** Keeps these items and no others; answers those that can be read. */
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
          await take(path, false).catch((error: unknown) => console.info(`${path} is not kept:`, error))
        }
        await sweep(new Set([...always, ...wanted]))
        const kept = new Set(await paths())
        return wanted.filter((path) => kept.has(path))
      }),
    /** Takes in what the network has answered for a page that is kept. */
    renew: (path: string, answer: Response): Promise<void> =>
      inOrder(async () => {
        const kept = await storage.match(path, { cacheName: name })
        if (!kept || answer.redirected || answer.type === 'opaqueredirect') return
        if (answer.status === 404 || answer.status === 410) await (await open()).delete(path)
        else if (isForAll(answer) && answer.headers.get('ETag') !== kept.headers.get('ETag'))
          await put(path, answer, false)
        else return
        await sweep(new Set((await paths()).filter(isPage)))
      }),
    /** Fetches everything anew, for a new version of the site. */
    refresh: (): Promise<void> =>
      inOrder(async () => {
        if (!(await storage.has(name))) return
        const pages = (await paths()).filter(isPage)
        for (const path of pages)
          await take(path, true).catch((error: unknown) => console.info(`${path} stays as it was:`, error))
        await sweep(new Set(pages))
      }),
  }
}

/** The address of an article or a news item. */
function isItem(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?:article|news)\/[^/?#]+$/.test(path)
}

/** Drafts that an administrator sees are for nobody's memory. */
function isForAll({ ok, headers }: Response): boolean {
  return ok && !/no-store|private/.test(headers.get('Cache-Control') ?? '')
}
