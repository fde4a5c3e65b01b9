import { itemAddress } from '#domain/item/types.ts'
import { pageDescription } from '#domain/seo/snippet.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../../../renderer/page-context.ts'
import { sidebarData } from '../../../../site/frame/sidebar.tsx'
import type { NewsDetailProps } from '../../../../site/news/news-detail.tsx'
import { breadcrumbList, newsArticle } from '../../../../site/structured-data.ts'
import {
  clockFor,
  type Findable,
  found,
  idParameter,
  itemExtras,
  itemHead,
  notFound,
} from '../../../page-data.ts'

export default async function onBeforeRender(
  pageContext: PageContext,
): Promise<PageData<Findable<NewsDetailProps>>> {
  const { site, siteUrl, routeParams } = pageContext
  const id = idParameter(routeParams.id)
  const item = id === null ? null : site.item('news', id)
  const settings = site.settings()
  const { text } = profileOf(settings)
  if (!item) return notFound(text('newsNotFound'))
  const extras = itemExtras(site, 'news', item)
  return found(
    {
      item,
      extras,
      body: await site.body(item),
      sidebar: sidebarData(site),
      clock: clockFor(pageContext),
    },
    {
      title: item.title,
      description: pageDescription(item.metaDescription, item.excerpt),
      ...itemHead('news', item),
      tags: item.tags,
      feed: { title: `${text('news')} (RSS)`, path: '/news/rss.xml' },
      jsonLd: [
        newsArticle(item, { settings, siteUrl, bylines: extras.bylines }),
        breadcrumbList(
          [
            { label: text('news'), href: '/news' },
            { label: item.title, href: itemAddress('news', item) },
          ],
          siteUrl,
        ),
      ],
    },
  )
}
