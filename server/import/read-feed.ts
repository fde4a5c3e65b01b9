import type { Complaint, ImportedEntry } from '#domain/import/entry.ts'
import { slugify } from '#domain/slug.ts'
import { type FeedItem, readFeed } from './feed-xml.ts'
import { ImportRefused } from './import-refused.ts'
import { absolute, oldPath, plainReader, type Reader, type ReaderParts, safelyDecoded } from './reader.ts'
import { readDate } from './standard-fields.ts'

/** Signs that a text ends before its end: an ellipsis, or a link to the whole text. */
const cutOff = /(?:…|\.{3}|&#8230;|&hellip;)\]?$|(?:Continue reading|Read more|Weiterlesen)[^.]{0,100}$/i
/** More of the end of a text than a sign of a cut has. */
const longestEnd = 2000

/** Reads a feed: RSS or Atom, with as many texts as it has. */
export async function readFeedFile({ folder, timeZone }: ReaderParts): Promise<Reader> {
  const files = folder.files.filter((file) => /\.(?:xml|rss|atom|rdf)$/i.test(file) || folder.files.length === 1)
  if (files.length === 0) throw new ImportRefused('The export contains no feed.')
  const feeds = await Promise.all(
    files.map(async (file) => ({ file, ...readFeed((await folder.read(file)).toString('utf8')) })),
  )
  for (const { file, root } of feeds)
    if (!/^(?:rss|feed|rdf:RDF)$/.test(root)) throw new ImportRefused(refusalOf(file, root))
  const complaints: Array<Complaint> = [
    ...folder.complaints,
    ...feeds.flatMap(({ file, fault }) =>
      fault === null
        ? []
        : [
            {
              place: `${file}:${fault.line}`,
              message: `The feed is broken here; what is behind is left out: ${fault.message}`,
            },
          ],
    ),
  ]
  const hosts = new Set(
    feeds.flatMap(({ site }) => (URL.canParse(site) ? [new URL(site).hostname.replace(/^www\./, '')] : [])),
  )
  const links = new Map<string, string>()
  return {
    ...plainReader,
    system: 'rss',
    async *entries() {
      for (const { file, site, items } of feeds)
        for (const item of items) {
          const link = addressOf(item, site)
          const entry = entryOf(item, link, file, timeZone)
          links.set(entry.source, link)
          yield entry
        }
    },
    complaints: () => complaints,
    pictureFiles: () => [],
    pictureAddress(address, { source }) {
      const link = links.get(source) ?? ''
      return absolute(address) ?? (URL.canParse(address, link) ? absolute(new URL(address, link).href) : null)
    },
    hosts: () => hosts,
    claims: () => files.map((file) => ({ file, fate: 'imported' as const, reason: 'Its texts were read' })),
  }
}

function refusalOf(file: string, root: string): string {
  if (/^(?:urlset|sitemapindex)$/.test(root))
    return `${file} is a sitemap: it has addresses, but no texts. Give the feed, and the sitemap to "prove".`
  return `${file} is no feed (RSS or Atom).`
}

function addressOf({ values }: FeedItem, site: string): string {
  const written = values.get('link') ?? values.get('guid') ?? values.get('id') ?? ''
  return URL.canParse(written, site || undefined) ? new URL(written, site || undefined).href : written
}

function entryOf(item: FeedItem, link: string, file: string, timeZone: string): ImportedEntry {
  const { values, line, enclosures } = item
  const value = (...names: ReadonlyArray<string>) => names.map((name) => values.get(name)).find(Boolean) ?? ''
  const place = `${file}:${line}`
  const complaints: Array<Complaint> = []
  const say = (message: string) => complaints.push({ place, message })
  const whole = value('content:encoded', 'content')
  const text = whole || value('description', 'summary')
  const isCut = whole === '' || cutOff.test(plainText(text.slice(-longestEnd)).slice(-200))
  if (isCut) say('The feed has only the beginning of this text; it comes in as a draft')
  const written = value('pubDate', 'published', 'dc:date', 'updated')
  const date = readDate(written, timeZone)
  if (written !== '' && date === null) say(`The date '${written.slice(0, 60)}' can't be read`)
  const path = oldPath(link)
  const title = plainText(value('title')) || 'Untitled'
  const last =
    (path ?? '')
      .replace(/\/+$/, '')
      .replace(/\.\w{1,5}$/, '')
      .split('/')
      .at(-1) ?? ''
  const sounds = enclosures.filter(({ type }) => type.startsWith('audio'))
  const image = enclosures.find(({ type }) => type.startsWith('image'))
  const writer = plainText(value('dc:creator', 'author', 'itunes:author'))
  // RSS has `address (name)`.
  const author = (writer.includes('@') && /\(([^()]{1,200})\)$/.exec(writer)?.[1]) || writer
  const players = sounds.map(({ address }) => `\n<audio src="${address.replaceAll('"', '%22')}"></audio>`)
  return {
    source: `rss ${value('guid', 'id') || link}`,
    place,
    kind: 'post',
    title,
    draft: isCut,
    complaints,
    slug: slugify(safelyDecoded(last)) || slugify(title) || null,
    publishedAt: date?.toISOString() ?? null,
    addresses: path === null || path === '/' ? [] : [path],
    authors: author === '' ? [] : [author],
    categories: [...new Set(item.categories)],
    tags: [],
    metaDescription: '',
    imageAlt: '',
    fields: {},
    excerpt: whole === '' ? '' : plainText(value('description', 'summary')).slice(0, 1000),
    image: image?.address ?? null,
    body: { format: 'html', text: text + players.join(''), line, file },
  }
}

function plainText(html: string): string {
  return html
    .replace(/<[^<>]{0,1000}>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
