import { lookup } from 'mrmime'
import { type ContentType, contentTypes } from '#domain/content.ts'
import type { ItemSummary } from '#domain/item/summary.ts'
import { itemAddress, itemTypes, teaserOf } from '#domain/item/types.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { encodedAddress } from '#domain/shown-at.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { SiteProfile } from '#domain/site/site-profile.ts'
import { authorAddress } from '#domain/site-authors.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { absoluteAddress } from '../platform/absolute-address.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { FreshPage } from './cached-page.ts'
import { type Enclosure, type FeedItem, feedFormats } from './feed-formats.ts'
import type { ContentState, PageCache } from './page-cache.ts'
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

type FeedFormat = keyof typeof feedFormats

/** What feeds are made with. */
export interface FeedParts {
  content: ContentState
  texts: {
    /** The HTML of a page for readers elsewhere; null when it takes too long. */
    feedHtml(html: string, pageUrl: string): Promise<string | null>
  }
  siteUrl: string
}

/** Which items a feed contains. */
type FeedScope =
  | { kind: 'all' }
  | { kind: 'type'; type: ContentType }
  | { kind: 'category'; category: Parameters<SiteReader['articlesIn']>[0] }

const feeds: Record<string, { scope: FeedScope; format: FeedFormat }> = {
  '/rss.xml': { scope: { kind: 'all' }, format: 'rss' },
  '/atom.xml': { scope: { kind: 'all' }, format: 'atom' },
  '/feed.json': { scope: { kind: 'all' }, format: 'json' },
  ...Object.fromEntries(
    contentTypes.flatMap((type) => {
      const { feed } = itemTypes[type]
      return feed
        ? [[feed.address, { scope: { kind: 'type', type } as const, format: 'rss' as const }]]
        : []
    }),
  ),
}

/** The addresses of feeds, as route patterns. */
export const feedAddresses = [...Object.keys(feeds), '/category/:category/rss.xml']

function feedAt(path: string, { categories, parts }: SiteProfile) {
  const [, first, name = ''] = path.split('/')
  if (first !== 'category') {
    const feed = feeds[path] ?? null
    const isOff =
      feed?.scope.kind === 'type' && feed.scope.type !== 'articles' && !parts[feed.scope.type]
    return isOff ? null : feed
  }
  const category = name === 'all' ? 'all' : categories.normalize(percentDecoded(name) ?? '')
  return category && { scope: { kind: 'category', category } as const, format: 'rss' as const }
}

/**
 * The feed at an address of the site, or null. `provisional`: some texts could not be rendered in time, so it must
 * not be cached.
 */
export async function makeFeed(
  { content, texts, siteUrl }: FeedParts,
  path: string,
): Promise<(FreshPage & { provisional: boolean }) | null> {
  const feed = feedAt(path, profileOf(content.site.settings()))
  if (!feed) return null
  // Read before the feed is made: a change during it causes another validation.
  const generation = content.generation()
  const revision = content.revision()
  const { site, reads, isProvisional } = recordReads(content.site)
  const text = await renderFeed({ site, texts, siteUrl }, path, feed.scope, feed.format)
  return {
    text,
    type: feedFormats[feed.format].type,
    reads,
    generation,
    revision,
    provisional: isProvisional(),
    // An empty list: until the content is loaded, the feed is valid only if no file has changed, because a new item may
    // belong to it.
    blobs: [],
    frames: [],
    validUntil: Number.MAX_SAFE_INTEGER,
  }
}

/** What the items of a feed are made with. */
type ItemParts = Omit<FeedParts, 'content'> & { site: SiteReader }

/** A feed as XML or JSON. `path` is its own address on the site. */
async function renderFeed(
  parts: ItemParts,
  path: string,
  scope: FeedScope,
  format: FeedFormat,
): Promise<string> {
  const { site, siteUrl } = parts
  const settings = site.settings()
  const entries = entriesOf(site, scope)
  // One at a time per rendering thread: all at once would delay the text of a page that a visitor waits for.
  const made = new Map<Entry, FeedItem>()
  const left = entries.values()
  const makeItems = async () => {
    for (const entry of left) made.set(entry, await feedItem(parts, entry))
  }
  await Promise.all([makeItems(), makeItems()])
  let room = mostText
  const items = entries.flatMap((entry) => {
    const item = made.get(entry)
    if (!item) return []
    const fits = (item.html ?? '').length <= room
    if (fits) room -= (item.html ?? '').length
    return [fits ? item : { ...item, html: null }]
  })
  return feedFormats[format].write({
    title: `${settings.name}${scopeTitle(scope, profileOf(settings))}`,
    description: settings.description,
    address: `${siteUrl}${path}`,
    home: siteUrl,
    siteName: settings.name,
    language: settings.language,
    icon: absoluteAddress(settings.favicon ?? '/favicon.ico', siteUrl),
    image: `${siteUrl}/share/site.png`,
    // The date of the content, not of the request, so that an unchanged feed keeps its bytes.
    updated: new Date(Math.max(0, ...items.map(({ updated }) => updated.getTime()))),
    items,
  })
}

/** Renders the texts of the main feed one at a time, so that its first reader need not wait for thirty of them. */
async function renderTexts(site: SiteReader, isStopped: () => boolean) {
  for (const entry of entriesOf(site, { kind: 'all' })) {
    if (isStopped()) return
    const whole = site.item(entry.type, entry.item.id)
    // A rendering error is reported by the item's own page.
    if (whole) await site.body(whole).catch(() => null)
  }
}

function scopeTitle(scope: FeedScope, { text, categories }: SiteProfile): string {
  const feed = scope.kind === 'type' ? itemTypes[scope.type].feed : null
  if (feed) return ` · ${text(feed.title)}`
  return scope.kind === 'category' && scope.category !== 'all'
    ? ` · ${categories.label(scope.category)}`
    : ''
}

function entriesOf(site: SiteReader, scope: FeedScope): Array<Entry> {
  if (scope.kind === 'type') return entriesOfType(site, scope.type)
  if (scope.kind === 'category')
    return (site.articlesIn(scope.category, 1)?.items ?? []).map((item) =>
      entryOf(site, 'articles', item),
    )
  return contentTypes
    .flatMap((type) => entriesOfType(site, type))
    .sort((a, b) => ((a.item.publishedAt ?? '') < (b.item.publishedAt ?? '') ? 1 : -1))
    .slice(0, feedLength)
}

function entriesOfType<Type extends ContentType>(site: SiteReader, type: Type): Array<Entry> {
  return site.items(type, feedLength).map((item) => entryOf(site, type, item))
}

function entryOf<Type extends ContentType>(
  site: SiteReader,
  type: Type,
  item: ItemSummary[Type],
): Entry {
  const labels = itemTypes[type].labels(item, profileOf(site.settings())).filter(Boolean)
  return { type, item, teaser: teaserOf(type, item), labels }
}

async function feedItem(
  { site, texts, siteUrl }: ItemParts,
  { type, item, teaser, labels }: Entry,
): Promise<FeedItem> {
  const link = `${siteUrl}${itemAddress(type, item)}`
  const whole = site.item(type, item.id)
  // A rendering error is reported by the item's own page; the feed shows the excerpt instead.
  const shown = whole ? await site.body(whole).catch(() => null) : null
  const body = shown?.problem === undefined ? shown : null
  const sound = body?.sounds?.[0]
  const parts =
    body?.articles.map((part) => `<h2>${escapeHtml(part.title)}</h2>\n${part.html}`) ?? []
  const html = [body?.html ?? '', ...parts].join('\n')
  const [published, changed] = [item.publishedAt, whole?.updatedAt].map(
    (time) => new Date(time ?? 0),
  )
  return {
    id: idOf(siteUrl, type, item.id),
    link,
    title: item.title,
    summary: teaser,
    categories: labels,
    // It is there from its publication on, even if its file is older.
    published: published as Date,
    updated: new Date(Math.max(Number(published), Number(changed))),
    // A text that takes too long is left to its page.
    html: html.trim() === '' ? null : await texts.feedHtml(html, link),
    image: item.imageUrl ? pictureOf(item.imageUrl, siteUrl) : null,
    sound: sound
      ? { url: absolute(sound.url, siteUrl), type: sound.type, bytes: sound.bytes }
      : null,
    authors: site.bylines(item.author).map(({ name, key }) => ({
      name,
      address: key === null ? null : `${siteUrl}${authorAddress(key)}`,
    })),
  }
}

/** A `tag` URI (RFC 4151): neither the address of an item nor its title may change how readers know it. */
function idOf(siteUrl: string, type: ContentType, id: number) {
  return `tag:${new URL(siteUrl).hostname},2026:${type}/${id}`
}

/** The picture of an item, whose size is not known here; without its type when the name tells none. */
function pictureOf(imageUrl: string, siteUrl: string): Enclosure {
  return {
    url: absolute(imageUrl, siteUrl),
    type: lookup(imageUrl.replace(/[?#].*$/s, '')) ?? null,
    bytes: 0,
  }
}

function absolute(address: string, siteUrl: string) {
  return encodedAddress(absoluteAddress(address, siteUrl))
}

/** After a start or a change, visitors' pages are rendered first; in milliseconds. */
const quietMs = 3_000

/** Makes the main feed in the idle time after a start and after each change. */
export function prepareFeed(
  parts: FeedParts & {
    onChange(listener: () => void): () => void
    /** Null in development. */
    cache: PageCache | null
    /** Called for a feed that could not be made in advance. */
    failed: (error: unknown) => void
  },
) {
  const { content, onChange, cache, failed } = parts
  let isStopped = false
  let preparing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  async function prepare() {
    await renderTexts(content.site, () => isStopped)
    if (isStopped || !cache) return
    await cache.prepare('/rss.xml', async () => {
      const feed = await makeFeed(parts, '/rss.xml')
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
