import {
  type ArticleChoices,
  type ArticleFilters,
  articleFilter,
  articleFiltersIn,
} from '#domain/article-filters.ts'
import type { ArticleSummary } from '#domain/item/summary.ts'
import { isSearchTerm, type SearchResults, searchAddress } from '#domain/search.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../../renderer/page-context.ts'
import type { SearchPageProps } from '../../../site/search/search-page.tsx'
import { clockFor } from '../../page-data.ts'

/** Longer terms are cut, in characters. */
const termMaxLength = 200

export default async function onBeforeRender(
  pageContext: PageContext,
): Promise<PageData<SearchPageProps>> {
  const { text } = profileOf(pageContext.site.settings())
  const term = (pageContext.urlParsed.search.q ?? '').trim().slice(0, termMaxLength)
  const literal = pageContext.urlParsed.search.literal === '1'
  const filters = articleFiltersIn(pageContext.urlParsed.search)
  const { site } = pageContext
  const results = isSearchTerm(term) ? await site.search(term, literal, filters) : null
  const isFiltered = Object.keys(filters).length > 0
  const all = results && isFiltered ? await site.search(term, literal) : results
  return {
    pageContext: {
      pageProps: {
        term,
        results,
        ...(all && {
          narrowing: {
            path: searchAddress(term, literal),
            filters,
            choices: choicesIn(all, filters),
          },
        }),
        clock: clockFor(pageContext),
      },
      head: {
        title: term ? `${text('search')}: ${term}` : text('search'),
        description: text('searchDescription'),
        path: '/search',
        noindex: true,
      },
    },
  }
}

/** What the found articles can be filtered by. */
function choicesIn(
  { articles, withSound }: SearchResults,
  filters: ArticleFilters,
): ArticleChoices {
  const sounding = new Set(withSound?.articles)
  const filter = articleFilter<ArticleSummary>({
    item: (one) => one,
    hasSound: ({ id }) => sounding.has(id),
  })
  return filter.choices(articles, filters)
}
