import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { securityHeaders } from '../../server/http/security-headers.ts'
import { root } from '../sources.mjs'
import { buildBrowserFiles } from './browser-files.ts'
import type { CommittedContent, ExportEnv } from './committed-content.ts'
import { type Crawled, crawl, isText } from './crawl.ts'
import { startOwnServer } from './own-server.ts'
import { changeTextAddresses } from './page-addresses.ts'
import { allRedirects, redirectPage, redirectsFile } from './redirect-files.ts'
import { searchFile } from './search-file.ts'
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
  ...['/', '/404', '/search', '/saved', '/offline', '/robots.txt', '/sitemap.xml', '/site.webmanifest'],
  ...['/rss.xml', '/atom.xml', '/feed.json', '/theme.js', '/saved-worker.js', '/favicon.ico'],
  // What the list of saved texts shows without pictures of their own.
  ...['/fallback/article.svg', '/fallback/news.svg'],
]

/** Writes the public site as plain files into an empty folder: what the server answers, with addresses, forms and search for a host without one. */
export async function writeStaticSite(folder: string, options: StaticSiteOptions): Promise<StaticSiteReport> {
  const { env, content, siteUrl, forms, entry } = options
  const write = async (file: string, bytes: Buffer | string) => {
    const place = path.join(folder, file)
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, bytes)
  }
  const script = await buildBrowserFiles(root, folder)
  const server = await startOwnServer(entry, env, siteUrl)
  let crawled: Crawled
  try {
    crawled = await crawl({ origin: server.origin, siteUrl, seeds, write })
    await write('search/index.json', JSON.stringify(await searchFile(content, server.origin)))
  } finally {
    await server.stop()
  }
  const addressOf = addressesIn(crawled, siteUrl)
  let [pages, files] = [0, 0]
  for (const [key, one] of crawled.found) {
    if (one.kind !== 'page' && one.kind !== 'file') continue
    const place = path.join(folder, one.file)
    if (one.kind === 'page') {
      pages += 1
      const html = staticPage(await readFile(place, 'utf8'), key, { siteUrl, forms, script, addressOf })
      await writeFile(place, html)
    } else {
      files += 1
      if (isText(one.type)) await rewriteText(place, siteUrl, (address) => addressOf(address, key))
    }
  }
  // The page that hosts show for an unknown address.
  await copyFile(path.join(folder, '404/index.html'), path.join(folder, '404.html'))
  const redirects = allRedirects(content)
  await write('_redirects', redirectsFile(redirects))
  await write('_headers', headersFile(siteUrl, forms, [...crawled.frames].sort()))
  for (const { from, to } of redirects) await writeRedirect(folder, from, to, { siteUrl, content })
  const missing = [...crawled.found].flatMap(([address, one]) =>
    one.kind === 'missing' ? [{ address, from: one.from }] : [],
  )
  return { pages, files, redirects: redirects.length, missing }
}

/** Where an address in a page is in the export, whole or as a path, as it was given. */
function addressesIn({ found }: Crawled, siteUrl: string) {
  return (raw: string, base: string): string => {
    const place = placeOf(raw, base, siteUrl)
    const one = place.kind === 'own' ? found.get(place.key) : undefined
    if (place.kind !== 'own' || !one || !('address' in one)) return raw
    // Any other query goes along, such as that of the search.
    if (!place.key.includes('?')) return raw
    const [, hash = ''] = raw.split('#')
    return `${raw.startsWith('/') ? '' : siteUrl}${one.address}${hash === '' ? '' : `#${hash}`}`
  }
}

async function rewriteText(place: string, siteUrl: string, change: (address: string) => string): Promise<void> {
  const text = await readFile(place, 'utf8')
  await writeFile(place, changeTextAddresses(text, siteUrl, change))
}

/** A page that leads from an old address to the present one; for feeds and other files a copy. Addresses with a query have none. */
async function writeRedirect(
  folder: string,
  from: string,
  to: string,
  { siteUrl, content }: Pick<StaticSiteOptions, 'siteUrl' | 'content'>,
): Promise<void> {
  const isFile = /\.[a-z0-9]{1,8}$/i.test(from)
  const file = from.includes('?') ? null : fileOf(encodeURI(from), !isFile)
  if (file === null) return
  const place = path.join(folder, file)
  if (existsSync(place)) return
  try {
    await mkdir(path.dirname(place), { recursive: true })
    if (/\.(?:xml|json)$/.test(from)) await copyFile(path.join(folder, to), place)
    else await writeFile(place, redirectPage(to, siteUrl, content.settings.language))
  } catch (error) {
    // One old address is a folder of another, such as /blog.html and /blog.html/2. The list of redirects has both.
    if (!/^(?:EEXIST|ENOTDIR|EISDIR|ENOENT)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** The headers of the live server, for hosts that read `_headers`. Forms and players go to other sites. */
function headersFile(siteUrl: string, forms: string | null, frames: ReadonlyArray<string>): string {
  const sent = forms === null ? '' : ` ${new URL(forms).origin}`
  const headers = securityHeaders({ https: siteUrl.startsWith('https:'), development: false })
    .filter(([name]) => name !== 'Speculation-Rules')
    .map(([name, value]) =>
      name === 'Content-Security-Policy'
        ? `${name}: ${value.replace("form-action 'self'", `form-action 'self'${sent}`)}${frames.length > 0 ? `; frame-src ${frames.join(' ')}` : ''}`
        : `${name}: ${value}`,
    )
  const unchanging = ['/assets/*', '/fonts/*'].map(
    (files) => `${files}\n  Cache-Control: public, max-age=31536000, immutable\n`,
  )
  return [`/*\n${headers.map((line) => `  ${line}\n`).join('')}`, ...unchanging].join('\n')
}
