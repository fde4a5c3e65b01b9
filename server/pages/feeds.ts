import { Feed, type Item } from 'feed'
import { categoryLabel } from '#domain/categories.ts'
import type { ArticleSummary, NewsletterSummary, NewsSummary } from '#domain/content.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { absoluteLinks } from './absolute-links.ts'

/** A feed holds this many of the newest items, with their whole text. */
const feedLength = 30

type Entry =
  | { kind: 'article'; item: ArticleSummary }
  | { kind: 'news'; item: NewsSummary }
  | { kind: 'newsletter'; item: NewsletterSummary }

export type FeedFormat = 'rss' | 'atom' | 'json'

/** Which items a feed holds. */
export type FeedScope =
  | { kind: 'all' }
  | { kind: 'news' }
  | { kind: 'newsletters' }
  | { kind: 'category'; category: Parameters<SiteReader['articlesIn']>[0] }

/** A feed as text. `path` is its own address on the site. */
export async function renderFeed(
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
    title: `${settings.name}${scopeTitle(scope)}`,
    description: settings.description,
    id: `${siteUrl}${path}`,
    link: siteUrl,
    language: settings.language,
    copyright: settings.name,
    author: { name: settings.name, link: siteUrl },
    favicon: `${siteUrl}/favicon.ico`,
    image: `${siteUrl}/share/site.png`,
    feedLinks: { [format]: `${siteUrl}${path}` },
    // The date of the content, not of the request, so that an unchanged feed keeps its bytes.
    updated: new Date(newest ?? 0),
  })
  // One after the other for each thread that renders: all at once, they would stand before the text of a page that somebody waits for.
  const items = new Map<Entry, Item>()
  const left = entries.values()
  const makeItems = async () => {
    for (const entry of left) items.set(entry, await feedItem(site, siteUrl, entry))
  }
  await Promise.all([makeItems(), makeItems()])
  for (const entry of entries) {
    const item = items.get(entry)
    if (item) feed.addItem(item)
  }
  return format === 'rss' ? feed.rss2() : format === 'atom' ? feed.atom1() : feed.json1()
}

/** Has the texts of the main feed rendered, so that the first reader of it does not wait for thirty of them. */
export async function warmFeed(site: SiteReader, isStopped: () => boolean): Promise<void> {
  for (const entry of entriesOf(site, { kind: 'all' })) {
    if (isStopped()) return
    const whole = wholeItem(site, entry)
    // What can't be rendered is reported by its own page.
    if (whole) await site.body(whole).catch(() => null)
  }
}

function scopeTitle(scope: FeedScope): string {
  if (scope.kind === 'news') return ' · News'
  if (scope.kind === 'newsletters') return ' · Newsletter'
  return scope.kind === 'category' && scope.category !== 'all' ? ` · ${categoryLabel(scope.category)}` : ''
}

function entriesOf(site: SiteReader, scope: FeedScope): Array<Entry> {
  const articles = () => site.articles(feedLength).map((item) => ({ kind: 'article' as const, item }))
  const news = () => site.news(feedLength).map((item) => ({ kind: 'news' as const, item }))
  const newsletters = () => site.newsletters(feedLength).map((item) => ({ kind: 'newsletter' as const, item }))
  if (scope.kind === 'news') return news()
  if (scope.kind === 'newsletters') return newsletters()
  if (scope.kind === 'category')
    return (site.articlesIn(scope.category, 1)?.items ?? []).map((item) => ({ kind: 'article' as const, item }))
  return [...articles(), ...news(), ...newsletters()]
    .sort((a, b) => ((a.item.publishedAt ?? '') < (b.item.publishedAt ?? '') ? 1 : -1))
    .slice(0, feedLength)
}

/** The address of an item's page. */
function addressOf({ kind, item }: Entry): string {
  if (kind === 'article') return `/article/${item.slug}`
  return kind === 'news' ? `/news/${item.id}` : `/newsletter/${item.id}`
}

async function feedItem(site: SiteReader, siteUrl: string, entry: Entry): Promise<Item> {
  const { item } = entry
  const link = `${siteUrl}${addressOf(entry)}`
  const excerpt = entry.kind === 'newsletter' ? entry.item.description : entry.item.excerpt
  const whole = wholeItem(site, entry)
  // A text that can't be rendered is reported by its own page; here its excerpt has to do.
  const shown = whole ? await site.body(whole).catch(() => null) : null
  const body = shown?.problem === undefined ? shown : null
  const parts = body?.articles.map((part) => `<h2>${escapeHtml(part.title)}</h2>\n${part.html}`) ?? []
  return {
    title: item.title,
    id: link,
    link,
    description: excerpt,
    content: absoluteLinks([body?.html ?? '', ...parts].join('\n'), siteUrl, link),
    date: new Date(whole?.updatedAt ?? item.publishedAt ?? 0),
    published: new Date(item.publishedAt ?? 0),
    ...(item.imageUrl && { image: absolute(item.imageUrl, siteUrl) }),
    category: tagsOf(entry).map((name) => ({ name })),
  }
}

function wholeItem(site: SiteReader, { kind, item }: Entry) {
  if (kind === 'article') return site.articleById(item.id)
  return kind === 'news' ? site.newsItem(item.id) : site.newsletter(item.id)
}

function tagsOf(entry: Entry): Array<string> {
  if (entry.kind === 'newsletter') return []
  const names =
    entry.kind === 'article' ? [categoryLabel(entry.item.category), ...entry.item.tags] : [entry.item.category]
  return names.filter((name) => name !== '')
}

const absolute = (url: string, siteUrl: string) => (url.startsWith('/') ? `${siteUrl}${url}` : url)

const escapeHtml = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)
