import { toXml } from 'xast-util-to-xml'
import { x } from 'xastscript'
import { xmlCharacters } from '#domain/xml-characters.ts'
import { escapeHtml } from '../platform/escape-html.ts'

/** A feed, whatever its format. All addresses are absolute. */
export interface Feed {
  title: string
  description: string
  /** Its own address. */
  address: string
  /** The address of the site, and the site's name. */
  home: string
  siteName: string
  language: string
  icon: string
  image: string
  updated: Date
  items: ReadonlyArray<FeedItem>
}

export interface FeedItem {
  /** Stays the same when the item gets another address (RFC 4287, section 4.2.6). */
  id: string
  link: string
  /** Plain text. */
  title: string
  /** Plain text. */
  summary: string
  /** Null when it has no place in the feed. */
  html: string | null
  published: Date
  updated: Date
  image: Enclosure | null
  /** The first sound of its text: an item of RSS has one enclosure. */
  sound: Enclosure | null
  authors: ReadonlyArray<{ name: string; address: string | null }>
  categories: ReadonlyArray<string>
}

/**
 * A picture or a sound. `type` is null for one whose media type is not known, `bytes` is 0 for an
 * unknown size.
 */
export interface Enclosure {
  url: string
  type: string | null
  bytes: number
}

export const feedFormats = {
  rss: { type: 'application/rss+xml; charset=utf-8', write: rss },
  atom: { type: 'application/atom+xml; charset=utf-8', write: atom },
  json: { type: 'application/feed+json; charset=utf-8', write: json },
} as const satisfies Record<string, { type: string; write: (feed: Feed) => string }>

/** RSS 2.0 with the modules `content` and `dc`: its own `author` is an address of mail. */
function rss(feed: Feed): string {
  const { title, home, siteName } = feed
  return xmlDocument(
    x(
      'rss',
      {
        version: '2.0',
        'xmlns:atom': 'http://www.w3.org/2005/Atom',
        'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
        'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      },
      x('channel', [
        x('title', title),
        x('link', home),
        x('description', feed.description),
        x('language', feed.language),
        x('copyright', siteName),
        x('lastBuildDate', feed.updated.toUTCString()),
        x('docs', 'https://www.rssboard.org/rss-specification'),
        x('image', [x('url', feed.image), x('title', title), x('link', home)]),
        x('atom:link', { href: feed.address, rel: 'self', type: 'application/rss+xml' }),
        ...feed.items.map(rssItem),
      ]),
    ),
  )
}

function rssItem(item: FeedItem) {
  const enclosure = item.sound ?? item.image
  return x('item', [
    x('title', item.title),
    x('link', item.link),
    x('guid', { isPermaLink: 'false' }, item.id),
    x('pubDate', item.published.toUTCString()),
    // Readers take it for HTML.
    x('description', escapeHtml(item.summary)),
    item.html === null ? null : x('content:encoded', item.html),
    ...item.authors.map(({ name }) => x('dc:creator', name)),
    ...item.categories.map((name) => x('category', name)),
    enclosure?.type
      ? x('enclosure', { url: enclosure.url, length: enclosure.bytes, type: enclosure.type })
      : null,
  ])
}

/** Atom 1.0 (RFC 4287). */
function atom(feed: Feed): string {
  return xmlDocument(
    x('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language }, [
      x('id', feed.address),
      x('title', feed.title),
      x('subtitle', feed.description),
      x('updated', feed.updated.toISOString()),
      x('author', [x('name', feed.siteName), x('uri', feed.home)]),
      x('link', { rel: 'alternate', type: 'text/html', href: feed.home }),
      x('link', { rel: 'self', type: 'application/atom+xml', href: feed.address }),
      x('icon', feed.icon),
      x('logo', feed.image),
      x('rights', feed.siteName),
      ...feed.items.map(atomEntry),
    ]),
  )
}

function atomEntry(item: FeedItem) {
  return x('entry', [
    x('id', item.id),
    x('title', item.title),
    x('link', { rel: 'alternate', type: 'text/html', href: item.link }),
    x('published', item.published.toISOString()),
    x('updated', item.updated.toISOString()),
    ...item.authors.map(({ name, address }) =>
      x('author', [x('name', name), address && x('uri', address)]),
    ),
    ...item.categories.map((term) => x('category', { term, label: term })),
    x('summary', item.summary),
    item.html === null ? null : x('content', { type: 'html' }, item.html),
    ...[item.image, item.sound].flatMap((enclosure) =>
      enclosure ? [atomEnclosure(enclosure)] : [],
    ),
  ])
}

function atomEnclosure({ url, type, bytes }: Enclosure) {
  return x('link', { rel: 'enclosure', href: url, type, length: bytes || null })
}

/** JSON Feed 1.1. */
function json(feed: Feed): string {
  const items = feed.items.map((item) => ({
    id: item.id,
    url: item.link,
    title: item.title,
    summary: item.summary || undefined,
    ...(item.html === null ? { content_text: item.summary } : { content_html: item.html }),
    image: item.image?.url,
    date_published: item.published.toISOString(),
    date_modified: item.updated.toISOString(),
    authors: item.authors.length === 0 ? undefined : item.authors.map(jsonAuthor),
    tags: item.categories.length === 0 ? undefined : item.categories,
    attachments: item.sound?.type
      ? [{ url: item.sound.url, mime_type: item.sound.type, size_in_bytes: item.sound.bytes }]
      : undefined,
  }))
  const document = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.home,
    feed_url: feed.address,
    icon: feed.image,
    favicon: feed.icon,
    language: feed.language,
    authors: [{ name: feed.siteName, url: feed.home }],
    items,
  }
  return JSON.stringify(document, null, 2)
}

function jsonAuthor({ name, address }: FeedItem['authors'][number]) {
  return { name, url: address ?? undefined }
}

/**
 * A whole document, which any text leaves well-formed: without the characters that XML forbids, and
 * without what ends a section (XML 1.0, 2.4).
 */
function xmlDocument(root: ReturnType<typeof x>): string {
  const xml = toXml(root, { closeEmptyElements: true }).replaceAll(']]>', ']]&gt;')
  return `<?xml version="1.0" encoding="utf-8"?>\n${xmlCharacters(xml)}\n`
}
