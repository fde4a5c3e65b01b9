import type { Category } from '#domain/categories.ts'
import type {
  Article,
  ContentProblem,
  ContentType,
  NewsItem,
  Newsletter,
  SiteSettings,
  StaticPage,
  StaticPageName,
} from '#domain/content.ts'
import { buildTypeCatalog, type TypeCatalog } from './catalog.ts'
import { pairDownloads } from './downloads.ts'
import type { RecordOf } from './duplicates.ts'
import { settingsPath } from './file-kind.ts'
import type { FileRecord } from './file-record.ts'
import { buildRedirects } from './redirects.ts'
import { createRelated } from './related.ts'
import type { Fault } from './safe-yaml.ts'

/** The content folder at one revision and moment, sorted out. Never changes; parts that only some answers need are built when first asked. */
export interface SiteState {
  records: ReadonlyMap<string, FileRecord>
  settings: SiteSettings
  settingsFaults: ReadonlyArray<Fault>
  /** Seconds since 1970 of the last commit that changed each path. */
  times: ReadonlyMap<string, number>
  articles: TypeCatalog<'articles'>
  news: TypeCatalog<'news'>
  newsletters: TypeCatalog<'newsletters'>
  articlesBySlug: ReadonlyMap<string, RecordOf<'articles'>>
  articlesByCategory(): ReadonlyMap<Category, Array<RecordOf<'articles'>>>
  related(): ReturnType<typeof createRelated>
  downloads(): ReturnType<typeof pairDownloads>
  pages(): ReadonlyMap<StaticPageName, StaticPage>
  redirects(): ReturnType<typeof buildRedirects>
  problems(): Array<ContentProblem>
}

export interface StateParts {
  records: ReadonlyMap<string, FileRecord>
  settings: SiteSettings
  settingsFaults: ReadonlyArray<Fault>
  times: ReadonlyMap<string, number>
  now: Date
}

/**
 * Builds the state. Kinds that `stale` leaves out are taken over from `previous`, so that an edit costs what its kind holds.
 */
export function buildSiteState(
  parts: StateParts,
  previous: SiteState | null = null,
  stale: (kind: ContentType) => boolean = () => true,
): SiteState {
  const { records, now, times } = parts
  const catalog = <Kind extends ContentType>(kind: Kind, known: TypeCatalog<Kind> | undefined) =>
    known && !stale(kind) ? known : buildTypeCatalog(kind, records.values(), now)
  const articles = catalog('articles', previous?.articles)
  const news = catalog('news', previous?.news)
  const newsletters = catalog('newsletters', previous?.newsletters)
  const redirects = once(() => buildRedirects([...articles.published, ...news.published, ...newsletters.published]))
  const downloads = once(() => downloadsOf(records))
  const sameArticles = previous?.articles === articles ? previous : null
  return {
    records,
    settings: parts.settings,
    settingsFaults: parts.settingsFaults,
    times,
    articles,
    news,
    newsletters,
    articlesBySlug:
      sameArticles?.articlesBySlug ?? new Map(articles.published.map((record) => [record.entry.item.slug, record])),
    articlesByCategory: sameArticles?.articlesByCategory ?? once(() => groupByCategory(articles.published)),
    related: sameArticles?.related ?? once(() => createRelated(articles.published)),
    downloads,
    pages: once(() => pagesOf(records, times)),
    redirects,
    problems: once(() =>
      [
        ...parts.settingsFaults.map((fault) => ({ path: settingsPath, ...fault })),
        ...[...records.values()].flatMap(({ path, faults = [] }) => faults.map((fault) => ({ path, ...fault }))),
        ...[articles, news, newsletters, downloads(), redirects()].flatMap((part) => part.problems),
      ].sort((left, right) => (left.path === right.path ? left.line - right.line : left.path < right.path ? -1 : 1)),
    ),
  }
}

/** The whole item as pages and calls get it. */
export function wholeItem(record: RecordOf<'articles'>, times: SiteState['times']): Article
export function wholeItem(record: RecordOf<'news'>, times: SiteState['times']): NewsItem
export function wholeItem(record: RecordOf<'newsletters'>, times: SiteState['times']): Newsletter
export function wholeItem(record: RecordOf<ContentType>, times: SiteState['times']): Article | NewsItem | Newsletter
export function wholeItem({ path, blob, entry }: RecordOf<ContentType>, times: SiteState['times']) {
  const { metaDescription, aliases } = entry
  return { ...entry.item, metaDescription, aliases, updatedAt: timeOf(path, times), blob }
}

function timeOf(path: string, times: SiteState['times']): string | null {
  const seconds = times.get(path)
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString()
}

function groupByCategory(published: ReadonlyArray<RecordOf<'articles'>>) {
  const groups = new Map<Category, Array<RecordOf<'articles'>>>()
  for (const record of published) {
    const group = groups.get(record.entry.item.category)
    if (group) group.push(record)
    else groups.set(record.entry.item.category, [record])
  }
  return groups
}

function downloadsOf(records: SiteState['records']) {
  const assets = new Map<string, FileRecord>()
  const entries: Array<RecordOf<'downloads'>> = []
  for (const record of records.values()) {
    if (record.entry?.kind === 'downloads') entries.push(record as RecordOf<'downloads'>)
    else if (record.size !== undefined) assets.set(record.path, record)
  }
  return pairDownloads(entries, assets)
}

function pagesOf(records: SiteState['records'], times: SiteState['times']) {
  const pages = new Map<StaticPageName, StaticPage>()
  for (const { path, blob, entry } of records.values()) {
    if (entry?.kind !== 'pages') continue
    const { name, title, metaDescription } = entry
    pages.set(name, { name, title, metaDescription, updatedAt: timeOf(path, times), blob })
  }
  return pages
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
