import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { EnvError } from '../../server/env/env-error.ts'
import { type OwnServer, startOwnServer } from '../own-server.ts'
import { root } from '../sources.mjs'
import { buildBrowserFiles } from './browser-files.ts'
import type { CommittedContent, ExportEnv } from './committed-content.ts'
import { type Crawled, crawl, type Found, isText, notFoundAddress } from './crawl.ts'
import { headersFile } from './headers-file.ts'
import { changeTextAddresses } from './page-addresses.ts'
import { allRedirects, type Redirect, redirectPage, redirectsFile } from './redirect-files.ts'
import { searchFiles } from './search-file.ts'
import { fileOf, placeOf } from './static-address.ts'
import { staticPage } from './static-page.ts'

export interface StaticSiteOptions {
  env: ExportEnv
  content: CommittedContent
  siteUrl: string
  /** The address that forms are sent to; null: the site has no forms. */
  forms: string | null
  /** The entry of the built server. */
  entry: string
  progress: (done: number, known: number) => void
}

export interface StaticSiteReport {
  pages: number
  files: number
  redirects: number
  /** Addresses in pages that lead nowhere, with a page that has them. */
  missing: Array<{ address: string; from: string }>
}

/** Addresses that no page of the site may name. */
const seeds = [
  '/',
  notFoundAddress,
  '/search',
  '/saved',
  '/offline',
  '/robots.txt',
  '/sitemap.xml',
  '/site.webmanifest',
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
  '/theme.js',
  '/saved-worker.js',
  '/favicon.ico',
  // What the list of saved texts shows without pictures of their own.
  '/fallback/article.svg',
  '/fallback/news.svg',
]

/**
 * Writes the public site as plain files into an empty folder: what the server answers, with
 * addresses, forms and search for a host without one.
 */
export async function writeStaticSite(
  folder: string,
  options: StaticSiteOptions,
): Promise<StaticSiteReport> {
  const { env, content, siteUrl, forms, entry, progress } = options
  const write = async (file: string, bytes: Buffer | string) => {
    const place = path.join(folder, file)
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, bytes)
  }
  const script = await buildBrowserFiles(root, folder, content.state.settings.language)
  const { index, words } = await searchFiles(content, siteUrl)
  // The search page shows them in the width that they have.
  const { articles, news, newsletters } = index.items
  const covers = [...articles, ...news, ...newsletters].flatMap(({ imageUrl }) => imageUrl ?? [])
  // It knows no person; its caches make the next export faster.
  const dataDir = path.join(env.dataDir, 'cache', 'export')
  await mkdir(dataDir, { recursive: true })
  const server = await startOwnServer({ ...env, entry, dataDir, siteUrl })
  let crawled: Crawled
  try {
    crawled = await crawl({
      origin: server.origin,
      siteUrl,
      seeds: [...seeds, ...covers],
      write,
      progress,
    })
    await expectRevision(server, content.revision)
  } finally {
    await server.stop()
  }
  const { pages, files } = await adaptFiles(folder, crawled, { siteUrl, forms, script })
  await moveNotFoundPage(folder)
  await write('search/index.json', JSON.stringify(index))
  for (const [start, list] of words) await write(`search/words/${start}.txt`, list)
  const redirects = redirectsOf(content, crawled)
  await write('_redirects', redirectsFile(redirects))
  await write('_headers', headersFile(siteUrl, forms, [...crawled.frames].sort()))
  for (const redirect of redirects)
    await writeRedirect(folder, redirect, siteUrl, content.settings.language)
  const missing = [...crawled.found].flatMap(([address, one]) =>
    one.kind === 'missing' ? [{ address, from: one.from }] : [],
  )
  return { pages, files, redirects: redirects.length, missing }
}

/** All pages must be of one commit, which the index and the redirects are of, too. */
async function expectRevision({ origin }: OwnServer, revision: string) {
  const health = (await (await fetch(`${origin}/api/health`)).json()) as { revision: string | null }
  if (health.revision !== revision)
    throw new EnvError('The content was changed during the export; start it again.')
}

/**
 * Changes addresses, forms and scripts of what the server sent. Returns how many pages and other
 * files there are.
 */
async function adaptFiles(
  folder: string,
  crawled: Crawled,
  options: { siteUrl: string; forms: string | null; script: string },
): Promise<{ pages: number; files: number }> {
  const { siteUrl } = options
  const addressOf = addressesIn(crawled, siteUrl)
  let [pages, files] = [0, 0]
  for (const [key, one] of crawled.found) {
    if (one.kind !== 'page' && one.kind !== 'file') continue
    const place = path.join(folder, one.file)
    if (one.kind === 'page') {
      pages += 1
      await writeFile(
        place,
        staticPage(await readFile(place, 'utf8'), key, { ...options, addressOf }),
      )
    } else {
      files += 1
      if (!isText(one.type)) continue
      const text = await readFile(place, 'utf8')
      await writeFile(
        place,
        changeTextAddresses(text, siteUrl, (address) => addressOf(address, key)),
      )
    }
  }
  return { pages, files }
}

/** Where an address in a page is in the export, whole or as a path, as it was given. */
function addressesIn({ found }: Crawled, siteUrl: string) {
  /** The answer for an address after its redirects. */
  function answerFor(key: string): { key: string; one: Found | undefined } {
    let at = key
    for (let step = 0; step < 10; step += 1) {
      const one = found.get(at)
      const place = one?.kind === 'moved' ? placeOf(one.to, at, siteUrl) : null
      if (place?.kind !== 'own') return { key: at, one }
      at = place.key
    }
    return { key: at, one: undefined }
  }

  return (raw: string, base: string): string => {
    const place = placeOf(raw, base, siteUrl)
    if (place.kind !== 'own' || raw.startsWith('#')) return raw
    const { key, one } = answerFor(place.key)
    if (!one || !('address' in one)) return raw
    const isWhole = raw.startsWith('/') || raw.startsWith(`${siteUrl}/`)
    // Any other query goes along, such as that of the search.
    if (isWhole && key === place.key && !key.includes('?')) return raw
    const { search, hash } = new URL(raw, new URL(base, siteUrl))
    const query = place.key.includes('?') || key !== place.key ? '' : search
    return `${raw.startsWith(`${siteUrl}/`) ? siteUrl : ''}${one.address}${query}${hash}`
  }
}

/** Hosts show the file `404.html` for an unknown address. */
async function moveNotFoundPage(folder: string) {
  const place = path.join(folder, notFoundAddress)
  await rename(path.join(place, 'index.html'), path.join(folder, '404.html'))
  await rmdir(place)
}

/**
 * The redirects of content and site, and those that pages led to, such as other spellings of a
 * category.
 */
function redirectsOf(content: CommittedContent, { found }: Crawled): Array<Redirect> {
  const redirects = allRedirects(content)
  const known = new Set(redirects.map(({ from }) => from))
  const met = [...found].flatMap(([key, one]) => {
    const from = percentDecoded(key)
    const to = one.kind === 'moved' ? percentDecoded(one.to) : null
    return from === null ||
      to === null ||
      key.includes('?') ||
      known.has(from) ||
      !to.startsWith('/')
      ? []
      : [{ from, to }]
  })
  return [...redirects, ...met.sort((one, other) => (one.from < other.from ? -1 : 1))]
}

/**
 * A page that leads from an old address to the present one; for feeds and other files a copy.
 * Addresses with a query have none.
 */
async function writeRedirect(
  folder: string,
  { from, to }: Redirect,
  siteUrl: string,
  language: string,
) {
  const isFile = /\.[a-z0-9]{1,8}$/i.test(from)
  const file = from.includes('?') ? null : fileOf(encodeURI(from), !isFile)
  if (file === null) return
  const place = path.join(folder, file)
  if (existsSync(place)) return
  try {
    await mkdir(path.dirname(place), { recursive: true })
    if (/\.(?:xml|json)$/.test(from)) await copyFile(path.join(folder, to), place)
    else await writeFile(place, redirectPage(to, siteUrl, language))
  } catch (error) {
    // One old address is a folder of another, such as /blog.html and /blog.html/2. The list of
    // redirects has both.
    if (!/^(?:EEXIST|ENOTDIR|EISDIR|ENOENT)$/.test((error as NodeJS.ErrnoException).code ?? ''))
      throw error
  }
}
