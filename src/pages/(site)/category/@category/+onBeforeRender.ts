import { articleFiltersIn } from '#domain/article-filters.ts'
import { categoryAddress } from '#domain/categories.ts'
import { pageNumber } from '#domain/page-number.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../../../renderer/page-context.ts'
import { type CategoryListProps, categoryTitle } from '../../../../site/articles/category-list.tsx'
import { sidebarData } from '../../../../site/frame/sidebar.tsx'
import {
  clockFor,
  type Findable,
  found,
  notFound,
  pagedHead,
  pagedTitle,
} from '../../../page-data.ts'

export default function onBeforeRender(
  pageContext: PageContext,
): PageData<Findable<CategoryListProps>> {
  const { site, routeParams, urlParsed } = pageContext
  const profile = profileOf(site.settings())
  const { text, categories } = profile
  const asked = routeParams.category ?? ''
  const category = asked === 'all' ? asked : categories.normalize(asked)
  const page = pageNumber(urlParsed.search)
  const filters = articleFiltersIn(urlParsed.search)
  const list = category && page ? site.articlesIn(category, page, filters) : null
  if (!category || !list) return notFound(text('pageNotFound'))
  const isWhole = Object.keys(filters).length === 0
  const title = categoryTitle(category, profile)
  const path = categoryAddress(category)
  return found(
    {
      category,
      list,
      filters,
      choices: site.articleChoices(category, filters),
      start: category === 'all' && isWhole && list.page === 1 ? site.startPaths() : [],
      sidebar: sidebarData(site),
      clock: clockFor(pageContext, list.items),
    },
    {
      title: pagedTitle(title, list.page, text),
      description: text('categoryDescription', { title }),
      ...(isWhole ? pagedHead(path, list) : { path, noindex: true }),
      ...(category === 'all' ? {} : { feed: { title: `${title} (RSS)`, path: `${path}/rss.xml` } }),
    },
  )
}
