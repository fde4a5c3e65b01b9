import { pageNumber } from '#domain/page-number.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../../../renderer/page-context.ts'
import { sidebarData } from '../../../../site/frame/sidebar.tsx'
import type { NewsListProps } from '../../../../site/news/news-list.tsx'
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
): PageData<Findable<NewsListProps>> {
  const { site, urlParsed } = pageContext
  const { text } = profileOf(site.settings())
  const page = pageNumber(urlParsed.search)
  const list = page ? site.itemsPage('news', page) : null
  if (!list) return notFound(text('pageNotFound'))
  const { newsIntro: intro, description } = site.settings()
  return found(
    { list, intro, sidebar: sidebarData(site), clock: clockFor(pageContext, list.items) },
    {
      title: pagedTitle(text('news'), list.page, text),
      description: intro || description,
      ...pagedHead('/news', list),
      feed: { title: `${text('news')} (RSS)`, path: '/news/rss.xml' },
    },
  )
}
