import {
  byType,
  type ContentProblem,
  type ContentType,
  contentTypes,
  type StaticPage,
} from '#domain/content.ts'
import { itemAt, itemTypes } from '#domain/item/types.ts'
import { byPageName } from '#domain/page-names.ts'
import type { Vocabulary } from '#domain/site/vocabulary.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { type TagCounts, tagCounts } from '#domain/tag-counts.ts'
import { type Lazy, lazy } from '../../platform/lazy.ts'
import type { Fault } from '../frontmatter/safe-yaml.ts'
import { type Authors, authorsOf } from '../read/authors.ts'
import { settingsPath } from '../read/file-kind.ts'
import type { FileRecord, RecordOf } from '../read/file-record.ts'
import { readingVocabulary } from '../read/reading-rules.ts'
import { type ArticleGroups, groupsAfter } from './article-groups.ts'
import { byAuthor, unknownAuthors } from './author-items.ts'
import {
  buildTypeCatalog,
  findPublished,
  isAppearanceDue,
  listDifference,
  patchTypeCatalog,
  retime,
  type TypeCatalog,
} from './catalog.ts'
import { sharedIssueNumbers } from './duplicates.ts'
import { changeOf, type Times } from './item-times.ts'
import { pairDownloads } from './pair-downloads.ts'
import {
  buildDerivedAddresses,
  buildRedirects,
  entryAddress,
  hasSameRedirects,
} from './redirects.ts'
import { createRelatedIndex, type RelatedIndex } from './related.ts'
import { wrongStarts } from './wrong-starts.ts'

/** Downloads and the files beside them. */
const downloadsFolder = 'downloads/'

/** The input of a state. */
export interface StateParts {
  records: ReadonlyMap<string, FileRecord>
  settings: SiteSettings
  settingsFaults: ReadonlyArray<Fault>
  times: Times
  now: Date
}

type TypeCatalogs = { [Type in ContentType]: TypeCatalog<Type> }

/**
 * The content folder at one revision and moment, as the site shows it. Parts that are rarely needed
 * are computed at their first use.
 */
export interface SiteState extends Omit<StateParts, 'now'>, TypeCatalogs {
  /** The words that items may have. */
  vocabulary: Vocabulary
  articlesByCategory: ArticleGroups
  /** The parts of each series by `seriesKey`, newest first. */
  articlesBySeries: ArticleGroups
  /** The tags of the newest articles. */
  tagCounts: Lazy<TagCounts>
  related: Lazy<RelatedIndex>
  downloads: Lazy<ReturnType<typeof pairDownloads>>
  pages: Lazy<ReturnType<typeof pagesOf>>
  authors: Lazy<Authors>
  /** The published items of each author, by key, newest first. */
  itemsByAuthor: Lazy<ReadonlyMap<string, Array<RecordOf<ContentType>>>>
  redirects: Lazy<ReturnType<typeof buildRedirects>>
  derivedAddresses: Lazy<ReadonlyMap<string, string>>
  /** The texts by their blobs. Of texts with the same bytes, the first one. */
  texts: Lazy<ReadonlyMap<string, FileRecord>>
  /** Faults that exclude a file, or a value in it, from the site. */
  problems: Lazy<Array<ContentProblem>>
  /** Values that are read differently than they are written. */
  warnings: Lazy<Array<ContentProblem>>
}

/** Builds the state of a whole content folder. */
export function buildSiteState(parts: StateParts): SiteState {
  const catalogs = byType<TypeCatalogs>((type) =>
    buildTypeCatalog(type, parts.records.values(), parts.now),
  )
  return completeState(parts, catalogs, null, [])
}

/**
 * The next state when some files, the moment or the times have changed. Costs a fraction of
 * `buildSiteState`.
 */
export function nextSiteState(
  previous: SiteState,
  parts: StateParts,
  changed: ReadonlyArray<string>,
): SiteState {
  const catalog = <Kind extends ContentType>(
    kind: Kind,
    known: TypeCatalog<Kind>,
  ): TypeCatalog<Kind> => {
    const before = recordsOf(kind, previous.records, changed)
    const after = recordsOf(kind, parts.records, changed)
    if (before.length === 0 && after.length === 0)
      return isAppearanceDue(known, parts.now) ? retime(known, parts.now) : known
    const patched = patchTypeCatalog(known, before, after, parts.now)
    return patched ?? buildTypeCatalog(kind, parts.records.values(), parts.now)
  }
  const catalogs = byType<TypeCatalogs>((type) => catalog<ContentType>(type, previous[type]))
  return completeState(parts, catalogs, previous, changed)
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
  catalogs: TypeCatalogs,
  previous: SiteState | null,
  changed: ReadonlyArray<string>,
): SiteState {
  const { records, settings, settingsFaults, times } = parts
  const vocabulary = readingVocabulary(settings)
  const sameDownloads =
    previous?.settings.language === settings.language &&
    !changed.some((path) => path.startsWith(downloadsFolder))
  const downloads =
    previous && sameDownloads
      ? previous.downloads
      : lazy(() => pairDownloads(records.values(), settings.language))
  const pages = lazy(() => pagesOf(records, times))
  const authors = lazy(() => authorsOf(settings, records.values()))
  const livingAt = (address: string) => {
    const place = itemAt(address)
    if (place) return findPublished<ContentType>(catalogs[place.type], place.key)?.path ?? null
    const [, part = '', key = ''] = /^\/(author|downloads)\/([^/]+)$/.exec(address) ?? []
    if (part === 'author' && authors.get().find(key)?.key === key) return `the author '${key}'`
    const isDownload =
      part === 'downloads' &&
      downloads.get().downloads.some(({ download }) => download.slug === key)
    if (isDownload) return `the download '${key}'`
    return pages.get().published.find(({ entry }) => entryAddress(entry) === address)?.path ?? null
  }
  const { articles, newsletters } = catalogs
  const published = (types: ReadonlyArray<ContentType>) =>
    types.flatMap((type): ReadonlyArray<RecordOf<ContentType>> => catalogs[type].published)
  const sameAddresses =
    previous?.settings === settings &&
    sameDownloads &&
    contentTypes.every((type) => !isAppearanceDue(previous[type], parts.now)) &&
    changed.every((path) => hasSameRedirects(previous.records.get(path), records.get(path)))
  const redirects = sameAddresses
    ? previous.redirects
    : lazy(() => {
        const addressed = [...published(contentTypes), ...pages.get().published]
        return buildRedirects(addressed, livingAt, vocabulary.categories.stored)
      })
  const sameArticles = previous?.articles === articles ? previous : null
  return {
    records,
    settings,
    vocabulary,
    settingsFaults,
    times,
    ...catalogs,
    articlesByCategory:
      sameArticles?.articlesByCategory ?? groupsAfter(articles, previous, 'articlesByCategory'),
    articlesBySeries:
      sameArticles?.articlesBySeries ?? groupsAfter(articles, previous, 'articlesBySeries'),
    tagCounts:
      sameArticles?.tagCounts ??
      lazy(() => tagCounts(articles.published, ({ entry }) => entry.item)),
    related: sameArticles?.related ?? relatedAfter(articles, previous),
    downloads,
    pages,
    authors,
    itemsByAuthor: lazy(() => byAuthor(published(contentTypes), authors.get())),
    redirects,
    derivedAddresses: sameAddresses
      ? previous.derivedAddresses
      : lazy(() =>
          buildDerivedAddresses(
            published(contentTypes.filter((type) => itemTypes[type].addressedBy === 'id')),
          ),
        ),
    texts: lazy(() => textsByBlob(records)),
    problems: lazy(() => {
      const problems = settingsFaults.map(
        (fault): ContentProblem => ({ path: settingsPath, ...fault }),
      )
      for (const { path, faults } of records.values())
        for (const fault of faults ?? []) problems.push({ path, ...fault })
      for (const part of [
        ...Object.values(catalogs),
        downloads.get(),
        pages.get(),
        redirects.get(),
      ])
        problems.push(...part.problems)
      problems.push(...sharedIssueNumbers(newsletters.all))
      return problems.sort(byPlace)
    }),
    warnings: lazy(() => {
      const found: Array<ContentProblem> = []
      for (const { path, warnings = [] } of records.values())
        for (const warning of warnings) found.push({ path, ...warning, level: 'warning' })
      for (const type of contentTypes)
        found.push(...unknownAuthors(catalogs[type].all, authors.get()))
      found.push(...wrongStarts(settings, vocabulary, articles.all))
      return found.sort(byPlace)
    }),
  }
}

/**
 * Updates the index of the previous state in place: a state that was replaced is not used again.
 */
function relatedAfter(
  articles: SiteState['articles'],
  previous: SiteState | null,
): Lazy<RelatedIndex> {
  const index = previous?.related.made()
  if (!previous || !index) return lazy(() => createRelatedIndex(articles.published))
  const before = previous.articles.published
  return lazy(() => {
    const { gone, fresh } = listDifference(before, articles.published)
    index.replace(gone, fresh)
    return index
  })
}

/** Sorts problems by file and line. */
export function byPlace(left: ContentProblem, right: ContentProblem): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1
  return left.line - right.line
}

type Records = ReadonlyMap<string, FileRecord>

function textsByBlob(records: Records): ReadonlyMap<string, FileRecord> {
  const texts = new Map<string, FileRecord>()
  for (const record of records.values())
    if ((record.entry || record.author) && !texts.has(record.blob)) texts.set(record.blob, record)
  return texts
}

/** A page as visitors see it. */
export function textPageOf({ path, blob, entry }: RecordOf<'pages'>, times: Times): StaticPage {
  const { id, name, title, metaDescription } = entry
  return { id, name, title, metaDescription, updatedAt: changeOf({ path, entry }, times), blob }
}

/** The pages among all files: what visitors see, by name, and the files of all by theirs. */
function pagesOf(records: Records, times: Times) {
  const files = new Map<string, RecordOf<'pages'>>()
  const problems: Array<ContentProblem> = []
  for (const record of records.values()) {
    if (record.entry?.kind !== 'pages') continue
    const { name } = record.entry
    const other = files.get(name)
    // Two spellings of the same letters.
    if (other)
      problems.push({
        path: record.path,
        line: 1,
        message: `'${other.path}' has this address already`,
      })
    else files.set(name, record as RecordOf<'pages'>)
  }
  const published = [...files.values()].filter(({ entry }) => !entry.draft)
  const shown = published.map((record) => textPageOf(record, times))
  const byName = new Map(shown.sort(byPageName).map((page) => [page.name, page]))
  return { files, published, byName, problems }
}
