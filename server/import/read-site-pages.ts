import { toString as textIn } from 'hast-util-to-string'
import type { ImportedEntry } from '#domain/import/entry.ts'
import { messageOf } from '../platform/errors.ts'
import { addressesIn } from './address-list.ts'
import { feedEntry } from './feed-entry.ts'
import type { FeedItem } from './feed-xml.ts'
import { htmlPage } from './html-page.ts'
import { ImportRefused } from './import-refused.ts'
import {
  absolute,
  absoluteOn,
  hostsOf,
  plainReader,
  type Reader,
  type ReaderParts,
} from './reader.ts'

/** The most pages of a site that are fetched. */
const mostPages = 5000
/** When this many pages of a site fail, and none has loaded, the site counts as gone. */
const triedPages = 5

/** Lists of a site, which are made here. */
const list = /^\/?$|\/(?:tags?|categor(?:y|ies)|authors?|archives?|page)(?:\/|$)/i

/**
 * Reads the pages of a site by its sitemap, from the site itself: what stands in `article` or
 * `main`, with the title, date, author and picture that its head names.
 */
export async function readSitePages(
  parts: ReaderParts,
  files: ReadonlyArray<string>,
): Promise<Reader> {
  const { folder, timeZone, fetchKept } = parts
  const textOf = async (place: string) =>
    folder.has(place) ? folder.text(place) : Buffer.from(await fetchKept(place)).toString('utf8')
  const addresses = new Set(
    (await Promise.all(files.map((file) => addressesIn(file, textOf)))).flat(),
  )
  if (addresses.size > mostPages)
    throw new ImportRefused(
      `The sitemap has ${addresses.size} pages; at most ${mostPages} are fetched.`,
    )
  const failed = new Map<string, string>()
  let found = 0

  async function page(address: string) {
    if (absolute(address) === null) failed.set(address, 'This is no address of a page')
    if (failed.has(address)) return null
    try {
      return await textOf(address)
    } catch (error) {
      failed.set(address, messageOf(error))
      if (found === 0 && failed.size >= Math.min(triedPages, addresses.size))
        throw new ImportRefused(`The pages of the sitemap can't be fetched: ${messageOf(error)}`)
      return null
    }
  }

  return {
    ...plainReader,
    system: 'rss',
    async *entries(complain) {
      for (const address of addresses) {
        const say = (message: string) => complain(address, message)
        if (URL.canParse(address) && list.test(new URL(address).pathname)) {
          say('A list or the first page of the old site; they are made here')
          continue
        }
        const source = await page(address)
        const item = source === null ? null : pageItem(source)
        if (source === null) say(`The page can't be fetched: ${failed.get(address)}`)
        else if (item === null)
          say('The page has no element article or main, so its text is not known')
        else {
          found += 1
          yield entryOf(item, address, { file: files[0] ?? '', timeZone })
        }
      }
    },
    pictureAddress: (address, { place }) => absoluteOn(place, address),
    hosts: () => hostsOf(addresses),
    claims: () =>
      files.map((file) => ({ file, fate: 'imported' as const, reason: 'Its pages were read' })),
  }
}

function entryOf(
  item: FeedItem,
  address: string,
  { file, timeZone }: { file: string; timeZone: string },
): ImportedEntry {
  const entry = feedEntry(item, address, { file, timeZone, isWhole: true })
  return {
    ...entry,
    place: address,
    draft: false,
    kind: entry.publishedAt === null ? 'page' : 'post',
    complaints: entry.complaints.map(({ message }) => ({ place: address, message })),
  }
}

/** Parts of a page around its text. */
const around = ['nav', 'aside', 'form', 'h1', 'time']

/** What a page says of its text, as an item of a feed; null for one without a text. */
function pageItem(source: string): FeedItem | null {
  const page = htmlPage(source)
  const main = page.byTag('main')
  const body = page.byTag('article', main ?? undefined) ?? main
  if (body === null) return null
  const heading = page.byTag('h1', body) ?? page.byTag('h1')
  const title =
    (heading && textIn(heading).trim()) ||
    page.meta('og:title') ||
    textIn(page.byTag('title') ?? body)
  const published =
    page.meta('article:published_time') ||
    /"datePublished"\s{0,5}:\s{0,5}"([^"]{4,40})"/.exec(source)?.[1] ||
    String(page.byTag('time', body)?.properties.dateTime ?? '')
  const image = page.meta('og:image')
  const values = new Map([
    ['title', title],
    ['pubDate', published],
    ['dc:creator', page.meta('author') || page.meta('article:author')],
    ['summary', page.meta('description') || page.meta('og:description')],
    [
      'content',
      page.inner(
        body,
        around.map((name) => page.byTag(name, body)),
      ),
    ],
  ])
  return {
    line: 1,
    values,
    categories: [],
    enclosures: image === '' ? [] : [{ address: image, type: 'image' }],
  }
}
