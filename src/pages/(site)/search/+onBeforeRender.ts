import { isSearchTerm } from '#domain/search.ts'
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
  const results = isSearchTerm(term) ? await pageContext.site.search(term, literal) : null
  return {
    pageContext: {
      pageProps: { term, results, clock: clockFor(pageContext) },
      head: {
        title: term ? `${text('search')}: ${term}` : text('search'),
        description: text('searchDescription'),
        path: '/search',
        noindex: true,
      },
    },
  }
}
