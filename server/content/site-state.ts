import type { ContentProblem, ContentType, SiteSettings, StaticPage, StaticPageName } from '#domain/content.ts'
import { itemAt } from '#domain/item/types.ts'
import {
  buildTypeCatalog,
  findPublished,
  listDifference,
  patchTypeCatalog,
  retime,
  type TypeCatalog,
} from './catalog.ts'
import { pairDownloads } from './downloads/downloads.ts'
import { type RecordOf, sharedIssueNumbers } from './duplicates.ts'
import { settingsPath } from './file-kind.ts'
import type { FileRecord } from './file-record.ts'
import { type Lazy, lazy } from './lazy.ts'
import { buildDerivedAddresses, buildRedirects } from './redirects.ts'
import { createRelatedIndex, type RelatedIndex } from './related.ts'
import type { Fault } from './safe-yaml.ts'
import { type Times, timeOf } from './whole-item.ts'

/** Downloads and the files beside them. */
const downloadsFolder = 'downloads/'

/** What a state is made of. */
export interface StateParts {
  records: ReadonlyMap<string, FileRecord>
  settings: SiteSettings
  settingsFaults: ReadonlyArray<Fault>
  times: Times
  now: Date
}

/** The content folder at one revision and moment, sorted out. Parts that only some answers need are built when first asked. */
export interface SiteState extends Omit<StateParts, 'now'> {
  articles: TypeCatalog<'articles'>
  news: TypeCatalog<'news'>
  newsletters: TypeCatalog<'newsletters'>
  articlesByCategory: Lazy<ReadonlyMap<string, Array<RecordOf<'articles'>>>>
  related: Lazy<RelatedIndex>
  downloads: Lazy<ReturnType<typeof pairDownloads>>
  pages: Lazy<ReadonlyMap<StaticPageName, StaticPage>>
  redirects: Lazy<ReturnType<typeof buildRedirects>>
  derivedAddresses: Lazy<ReadonlyMap<string, string>>
  /** What keeps a file, or a value in it, from the site. */
  problems: Lazy<Array<ContentProblem>>
  /** What was read in another way than it is written. */
  warnings: Lazy<Array<ContentProblem>>
}

/** Sorts out a whole content folder. */
export function buildSiteState(parts: StateParts): SiteState {
  const catalog = <Kind extends ContentType>(kind: Kind) => buildTypeCatalog(kind, parts.records.values(), parts.now)
  return completeState(parts, catalog('articles'), catalog('news'), catalog('newsletters'), null, [])
}

/** The next state when the files at some paths changed, or only the moment or the times did. Costs a fraction of building it. */
export function nextSiteState(previous: SiteState, parts: StateParts, changed: ReadonlyArray<string>): SiteState {
  const catalog = <Kind extends ContentType>(kind: Kind, known: TypeCatalog<Kind>): TypeCatalog<Kind> => {
    const before = recordsOf(kind, previous.records, changed)
    const after = recordsOf(kind, parts.records, changed)
    const waiting = known.nextAppearance !== null && known.nextAppearance <= parts.now.getTime()
    if (before.length === 0 && after.length === 0) return waiting ? retime(known, parts.now) : known
    const patched = patchTypeCatalog(known, before, after, parts.now)
    return patched ?? buildTypeCatalog(kind, parts.records.values(), parts.now)
  }
  const articles = catalog('articles', previous.articles)
  const news = catalog('news', previous.news)
  return completeState(parts, articles, news, catalog('newsletters', previous.newsletters), previous, changed)
}

function recordsOf<Kind extends ContentType>(
  kind: Kind,
  records: StateParts['records'],
  paths: ReadonlyArray<string>,
): Array<RecordOf<Kind>> {
  return paths
    .map((path) => records.get(path))
    .filter((record) => record?.entry?.kind === kind)
    .map((record) => record as RecordOf<Kind>)
}

function completeState(
  parts: StateParts,
  articles: SiteState['articles'],
  news: SiteState['news'],
  newsletters: SiteState['newsletters'],
  previous: SiteState | null,
  changed: ReadonlyArray<string>,
): SiteState {
  const { records, settings, settingsFaults, times } = parts
  const sameDownloads = previous && !changed.some((path) => path.startsWith(downloadsFolder))
  const downloads = sameDownloads ? previous.downloads : lazy(() => downloadsOf(records))
  const livingAt = (address: string) => {
    const place = itemAt(address)
    const catalogs: { [Type in ContentType]: TypeCatalog<Type> } = { articles, news, newsletters }
    return place && (findPublished<ContentType>(catalogs[place.type], place.key)?.path ?? null)
  }
  const redirects = lazy(() =>
    buildRedirects([...articles.published, ...news.published, ...newsletters.published], livingAt),
  )
  const sameArticles = previous?.articles === articles ? previous : null
  return {
    records,
    settings,
    settingsFaults,
    times,
    articles,
    news,
    newsletters,
    articlesByCategory: sameArticles?.articlesByCategory ?? groupsAfter(articles, previous),
    related: sameArticles?.related ?? relatedAfter(articles, previous),
    downloads,
    pages: lazy(() => pagesOf(records, times)),
    redirects,
    derivedAddresses: lazy(() => buildDerivedAddresses([...news.published, ...newsletters.published])),
    problems: lazy(() => {
      const problems = settingsFaults.map((fault): ContentProblem => ({ path: settingsPath, ...fault }))
      for (const { path, faults } of records.values())
        for (const fault of faults ?? []) problems.push({ path, ...fault })
      for (const part of [articles, news, newsletters, downloads.get(), redirects.get()])
        problems.push(...part.problems)
      problems.push(...sharedIssueNumbers(newsletters.all))
      return problems.sort(byPlace)
    }),
    warnings: lazy(() => {
      const found: Array<ContentProblem> = []
      for (const { path, warnings = [] } of records.values())
        for (const warning of warnings) found.push({ path, ...warning, level: 'warning' })
      return found.sort(byPlace)
    }),
  }
}

/** Only the categories of what changed are gathered anew. */
function groupsAfter(articles: SiteState['articles'], previous: SiteState | null): SiteState['articlesByCategory'] {
  const known = previous?.articlesByCategory.made()
  if (!previous || !known) return lazy(() => groupByCategory(articles.published))
  const before = previous.articles.published
  return lazy(() => {
    const { gone, fresh } = listDifference(before, articles.published)
    const touched = new Set([...gone, ...fresh].map(({ entry }) => entry.item.category))
    const anew = groupByCategory(articles.published.filter(({ entry }) => touched.has(entry.item.category)))
    const groups = new Map(known)
    // The order of the categories stays: counts in another order would count as changed.
    for (const category of touched) {
      const group = anew.get(category)
      if (group) groups.set(category, group)
      else groups.delete(category)
    }
    return groups
  })
}

/** The index moves from state to state: a state that was replaced is not asked again. */
function relatedAfter(articles: SiteState['articles'], previous: SiteState | null): Lazy<RelatedIndex> {
  const index = previous?.related.made()
  if (!previous || !index) return lazy(() => createRelatedIndex(articles.published))
  const before = previous.articles.published
  return lazy(() => {
    const { gone, fresh } = listDifference(before, articles.published)
    index.replace(gone, fresh)
    return index
  })
}

function byPlace(left: ContentProblem, right: ContentProblem): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1
  return left.line - right.line
}

type Records = ReadonlyMap<string, FileRecord>

/** Articles of each category, in the order given. */
function groupByCategory(published: ReadonlyArray<RecordOf<'articles'>>) {
  const groups = new Map<string, Array<RecordOf<'articles'>>>()
  for (const record of published) {
    const group = groups.get(record.entry.item.category)
    if (group) group.push(record)
    else groups.set(record.entry.item.category, [record])
  }
  return groups
}

/** The downloads among all files, with their files. */
function downloadsOf(records: Records) {
  const assets = new Map<string, FileRecord>()
  const entries: Array<RecordOf<'downloads'>> = []
  for (const record of records.values()) {
    if (record.entry?.kind === 'downloads') entries.push(record as RecordOf<'downloads'>)
    else if (record.size !== undefined) assets.set(record.path, record)
  }
  return pairDownloads(entries, assets)
}

/** The static pages among all files. */
function pagesOf(records: Records, times: Times) {
  const pages = new Map<StaticPageName, StaticPage>()
  for (const { path, blob, entry } of records.values()) {
    if (entry?.kind !== 'pages') continue
    const { name, title, metaDescription } = entry
    pages.set(name, { name, title, metaDescription, updatedAt: timeOf(path, times), blob })
  }
  return pages
}
