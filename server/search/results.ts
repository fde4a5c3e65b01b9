import { type ArticleFilters, articleFilter, type Filtered } from '#domain/article-filters.ts'
import { byType, type ContentType, contentTypes } from '#domain/content.ts'
import {
  type FoundDevice,
  resultCount,
  type SearchGroups,
  type SearchResults,
} from '#domain/search.ts'
import { subjectData } from '#domain/site/subject-data.ts'
import { devicesNamed } from './devices.ts'
import { hitsPerGroup, type SearchHits } from './engine.ts'
import type { FoundContent } from './found-content.ts'
import { suggestionsFor } from './suggestions.ts'

const articlesPerDevice = 3

/**
 * The answer to a query from the hits of the index. `ask` searches for the words of a device. With
 * filters, only items that match them.
 */
export async function resultsOf(
  text: string,
  hits: SearchHits,
  content: FoundContent,
  ask: (text: string) => Promise<SearchHits>,
  filters: ArticleFilters = {},
): Promise<SearchResults> {
  const { corrected, partial } = hits
  const isFiltered = Object.keys(filters).length > 0
  const items = <Type extends ContentType>(type: Type) =>
    hits[type]
      .flatMap((id) => content.item(type, id) ?? [])
      .filter((item) => matches(type, item))
      .slice(0, hitsPerGroup)
  const matches = (type: ContentType, item: { id: number } & Filtered) =>
    articleFilter<{ id: number } & Filtered>({
      item: (one) => one,
      hasSound: ({ id }) => content.hasSound(type, id),
    }).matches(item, filters)
  const groups = byType<Pick<SearchGroups, ContentType>>(items)
  const results: SearchResults = {
    ...groups,
    downloads: isFiltered ? [] : content.downloads(hits.downloads),
    pages: isFiltered ? [] : hits.pages.flatMap((id) => content.page(id) ?? []),
    devices: partial || isFiltered ? [] : await devicesIn(corrected ?? text, content, ask),
    ...soundsIn(groups, content),
    ...(corrected !== undefined && { corrected }),
    ...(partial && { partial }),
  }
  if (resultCount(results) > 0 || partial || isFiltered) return results
  const suggestions = suggestionsFor(text, content)
  return suggestions ? { ...results, suggestions } : results
}

/**
 * The devices that a query names, with the articles whose texts name them; none on a site about
 * another subject.
 */
async function devicesIn(
  text: string,
  content: FoundContent,
  ask: (text: string) => Promise<SearchHits>,
): Promise<Array<FoundDevice>> {
  if (!subjectData[content.profile().subject].devices) return []
  const found = devicesNamed(text).map(async ({ device, means }): Promise<FoundDevice> => {
    const { articles } = await ask(means)
    const named = articles
      .slice(0, articlesPerDevice)
      .flatMap((id) => content.item('articles', id) ?? [])
    return { name: device, articles: named.map(({ id, slug, title }) => ({ id, slug, title })) }
  })
  return (await Promise.all(found)).filter(({ articles }) => articles.length > 0)
}

/** The ids of items whose texts have sounds. */
function soundsIn(
  groups: Pick<SearchGroups, ContentType>,
  content: FoundContent,
): Pick<SearchResults, 'withSound'> {
  const marked = contentTypes.flatMap((type) => {
    const ids = groups[type].flatMap(({ id }) => (content.hasSound(type, id) ? [id] : []))
    return ids.length > 0 ? [[type, ids]] : []
  })
  return marked.length > 0 ? { withSound: Object.fromEntries(marked) } : {}
}
