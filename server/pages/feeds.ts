import { type Enclosure, Feed, type Item } from 'feed'
import { type BodySound, type ContentType, contentTypes } from '#domain/content.ts'
import type { ItemSummary } from '#domain/item/summary.ts'
import { itemAddress, itemTypes, teaserOf } from '#domain/item/types.ts'
import { encodedAddress } from '#domain/shown-at.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { SiteProfile } from '#domain/site/site-profile.ts'
import { authorAddress } from '#domain/site-authors.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import { xmlCharacters } from '../platform/xml-characters.ts'
import type { ContentState, FreshPage, PageCache } from './page-cache.ts'
import { recordReads } from './record-reads.ts'

/** The number of items in a feed, with their whole text. */
const feedLength = 30

/** The most characters that the texts of a feed have together; an item whose text is too much has its excerpt alone. */
const mostText = 1_500_000

/** An item of a feed. */
interface Entry {
  type: ContentType
  item: ItemSummary[ContentType]
  teaser: string
  labels: Array<string>
}

type FeedFormat = 'rss' | 'atom' | 'json'

/** Which items a feed contains. */
type FeedScope =
  | { kind: 'all' }
  | { kind: 'type'; type: ContentType }
  | { kind: 'category'; category: Parameters<SiteReader['articlesIn']>[0] }

const types: Record<FeedFormat, string> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

const feeds: Record<string, { scope: FeedScope; format: FeedFormat }> = {
  '/rss.xml': { scope: { kind: 'all' }, format: 'rss' },
  '/atom.xml': { scope: { kind: 'all' }, format: 'atom' },
  '/feed.json': { scope: { kind: 'all' }, format: 'json' },
  ...Object.fromEntries(
    contentTypes.flatMap((type) => {
      const { feed } = itemTypes[type]
      return feed ? [[feed.address, { scope: { kind: 'type', type } as const, format: 'rss' as const }]] : []
    }),
  ),
}

/** The addresses of feeds, as route patterns. */
export const feedAddresses = [...Object.keys(feeds), '/category/:category/rss.xml']

function feedAt(path: string, { categories, parts }: SiteProfile) {
  const [, first, name = ''] = path.split('/')
  if (first !== 'category') {
    const feed = feeds[path] ?? null
    const isOff = feed?.scope.kind === 'type' && feed.scope.type !== 'articles' && !parts[feed.scope.type]
    return isOff ? null : feed
  }
  const category = name === 'all' ? 'all' : categories.normalize(name)
  return category && { scope: { kind: 'category', category } as const, format: 'rss' as const }
}

/**
 * The feed at an address of the site, or null. `provisional`: some texts could not be rendered in time, so it must
 * not be cached.
 */
export async function makeFeed(
  content: ContentState,
  siteUrl: string,
  path: string,
): Promise<(FreshPage & { provisional: boolean }) | null> {
  const feed = feedAt(path, profileOf(content.site.settings()))
  if (!feed) return null
  // Read before the feed is made: a change during it causes another validation.
  const generation = content.generation()
  const revision = content.revision()
  const { site, reads, isProvisional } = recordReads(content.site)
  const text = await renderFeed(site, siteUrl, path, feed.scope, feed.format)
  return {
    ...{ text, type: types[feed.format], reads, generation, revision },
    provisional: isProvisional(),
    // An empty list: until the content is loaded, the feed is valid only if no file has changed, because a new item may
    // belong to it.
    blobs: [],
    frames: [],
    validUntil: Number.MAX_SAFE_INTEGER,
  }
}

/** A feed as XML or JSON. `path` is its own address on the site. */
async function renderFeed(
  site: SiteReader,
  siteUrl: string,
  path: string,
  scope: FeedScope,
  format: FeedFormat,
): Promise<string> {
  const settings = site.settings()
  const entries = entriesOf(site, scope)
  const newest = entries[0]?.item.publishedAt
  const feed = new Feed({
    title: `${settings.name}${scopeTitle(scope, profileOf(settings))}`,
    description: settings.description,
    id: `${siteUrl}${path}`,
    link: siteUrl,
    language: settings.language,
    copyright: settings.name,
    author: { name: settings.name, link: siteUrl },
    favicon: `${siteUrl}${settings.favicon ?? '/favicon.ico'}`,
    image: `${siteUrl}/share/site.png`,
    feedLinks: { [format]: `${siteUrl}${path}` },
    // The date of the content, not of the request, so that an unchanged feed keeps its bytes.
    updated: new Date(newest ?? 0),
  })
  // One at a time per rendering thread: all at once would delay the text of a page that a visitor waits for.
  const items = new Map<Entry, Item>()
  const left = entries.values()
  const makeItems = async () => {
    for (const entry of left) items.set(entry, await feedItem(site, siteUrl, entry))
  }
  await Promise.all([makeItems(), makeItems()])
  let room = mostText
  for (const entry of entries) {
    const item = items.get(entry)
    if (!item) continue
    const { content = '', ...summary } = item
    const fits = content.length <= room
    if (fits) room -= content.length
    feed.addItem(fits ? item : summary)
  }
  if (format === 'json') return feed.json1()
  return xmlCharacters(format === 'rss' ? feed.rss2() : withSoundTypes(feed.atom1(), items.values()))
}

/** Renders the texts of the main feed one at a time, so that its first reader need not wait for thirty of them. */
async function renderTexts(site: SiteReader, isStopped: () => boolean): Promise<void> {
  for (const entry of entriesOf(site, { kind: 'all' })) {
    if (isStopped()) return
    const whole = site.item(entry.type, entry.item.id)
    // A rendering error is reported by the item's own page.
    if (whole) await site.body(whole).catch(() => null)
  }
}

function scopeTitle(scope: FeedScope, { text, categories }: SiteProfile): string {
  if (scope.kind === 'type')
    return scope.type === 'articles' ? '' : ` · ${text(scope.type === 'news' ? 'news' : 'newsletter')}`
  return scope.kind === 'category' && scope.category !== 'all' ? ` · ${categories.label(scope.category)}` : ''
}

function entriesOf(site: SiteReader, scope: FeedScope): Array<Entry> {
  if (scope.kind === 'type') return entriesOfType(site, scope.type)
  if (scope.kind === 'category')
    return (site.articlesIn(scope.category, 1)?.items ?? []).map((item) => entryOf(site, 'articles', item))
  return contentTypes
    .flatMap((type) => entriesOfType(site, type))
    .sort((a, b) => ((a.item.publishedAt ?? '') < (b.item.publishedAt ?? '') ? 1 : -1))
    .slice(0, feedLength)
}

function entriesOfType<Type extends ContentType>(site: SiteReader, type: Type): Array<Entry> {
  return site.items(type, feedLength).map((item) => entryOf(site, type, item))
}

function entryOf<Type extends ContentType>(site: SiteReader, type: Type, item: ItemSummary[Type]): Entry {
  const labels = itemTypes[type].labels(item, profileOf(site.settings()).categories).filter((label) => label !== '')
  return { type, item, teaser: teaserOf(type, item), labels }
}

async function feedItem(site: SiteReader, siteUrl: string, entry: Entry): Promise<Item> {
  const { item } = entry
  const link = `${siteUrl}${itemAddress(entry.type, item)}`
  const whole = site.item(entry.type, entry.item.id)
  // A rendering error is reported by the item's own page; the feed shows the excerpt instead.
  const shown = whole ? await site.body(whole).catch(() => null) : null
  const body = shown?.problem === undefined ? shown : null
  const [sound] = body?.sounds ?? []
  const parts = body?.articles.map((part) => `<h2>${escapeHtml(part.title)}</h2>\n${part.html}`) ?? []
  return {
    title: item.title,
    id: link,
    link,
    description: entry.teaser,
    content: absoluteLinks(withoutPlayers([body?.html ?? '', ...parts].join('\n')), siteUrl, link),
    date: new Date(whole?.updatedAt ?? item.publishedAt ?? 0),
    published: new Date(item.publishedAt ?? 0),
    ...(item.imageUrl && { image: absolute(item.imageUrl, siteUrl) }),
    ...(sound && { audio: enclosureOf(sound, siteUrl) }),
    ...(item.author.length > 0 && { author: authorsOf(site, siteUrl, item.author) }),
    category: entry.labels.map((name) => ({ name })),
  }
}

/** The authors of an item, with the addresses of their pages. */
function authorsOf(site: SiteReader, siteUrl: string, named: ReadonlyArray<string>) {
  return site
    .bylines(named)
    .map(({ name, key }) => ({ name, ...(key !== null && { link: `${siteUrl}${authorAddress(key)}` }) }))
}

/**
 * The first sound of a text; a feed has one enclosure for an item (RSS 2.0), the others are in its text. Without its duration, for which RSS has no attribute, and
 * without its title, which the package would not escape.
 */
function enclosureOf({ url, type, bytes }: BodySound, siteUrl: string): Enclosure {
  return { url: absolute(url, siteUrl), type, length: bytes }
}

/** An Atom feed with the media types of its sounds, for which the package writes the endings of their files. */
function withSoundTypes(atom: string, items: Iterable<Item>): string {
  const types = new Map(
    [...items].flatMap(({ audio }) => (typeof audio === 'object' ? [[audio.url, audio.type] as const] : [])),
  )
  return atom.replace(
    /(<link rel="enclosure" href="([^"<>]{1,2000})" type=")audio\/[^"<>]{1,20}"/g,
    (whole, start: string, url: string) => (types.has(url) ? `${start}${types.get(url)}"` : whole),
  )
}

/** Leaves out the players that need the page's script, which our renderer always closes; the browser's own players stay. */
function withoutPlayers(html: string): string {
  const [before = '', ...players] = html.split('<sound-player')
  return before + players.map((player) => player.split('</sound-player>')[1] ?? '').join('')
}

const absolute = (url: string, siteUrl: string) => encodedAddress(url.startsWith('/') ? `${siteUrl}${url}` : url)

/**
 * Makes links and pictures of this site absolute in the sanitised HTML of the page `link`, for feed readers that show
 * it elsewhere.
 */
export function absoluteLinks(html: string, siteUrl: string, link: string): string {
  return (
    html
      // These need the page's script.
      .replace(/<p class="embed-note" data-needs-script="">[^<]*<\/p>/g, '')
      .replace(/<button(?: [a-z-]+(?:="[^"]*")?)*>[^<]*<\/button>/g, '')
      .replace(/( (?:href|src)=")(\/(?!\/))/g, `$1${siteUrl}$2`)
      .replace(/( href=")#/g, `$1${link}#`)
      .replace(
        / srcset="([^"]*)"/g,
        (_, list: string) => ` srcset="${list.replace(/(^|,\s*)(\/(?!\/))/g, `$1${siteUrl}$2`)}"`,
      )
  )
}

/** After a start or a change, visitors' pages are rendered first; in milliseconds. */
const quietMs = 3_000

/** Makes the main feed in the idle time after a start and after each change. */
export function prepareFeed(parts: {
  content: ContentState
  onChange(listener: () => void): () => void
  /** Null in development. */
  cache: PageCache | null
  siteUrl: string
  /** Called for a feed that could not be made in advance. */
  failed: (error: unknown) => void
}) {
  const { content, onChange, cache, siteUrl, failed } = parts
  let isStopped = false
  let preparing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  async function prepare() {
    await renderTexts(content.site, () => isStopped)
    if (isStopped || !cache) return
    await cache.prepare('/rss.xml', async () => {
      const feed = await makeFeed(content, siteUrl, '/rss.xml')
      return feed?.provisional ? null : feed
    })
  }

  const soon = () => {
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => {
      preparing = preparing.then(prepare).catch(failed)
    }, quietMs).unref()
  }
  const unlisten = onChange(soon)
  soon()
  return {
    /** Resolves when no rendering is running any more. */
    async stop() {
      isStopped = true
      unlisten()
      if (timer) clearTimeout(timer)
      await preparing
    },
  }
}
