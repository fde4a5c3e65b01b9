import { categoryAddress } from '#domain/categories.ts'
import { fittingDownload } from '#domain/downloads.ts'
import { itemAddress } from '#domain/item/types.ts'
import { pageDescription } from '#domain/seo/snippet.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../../../renderer/page-context.ts'
import type { ArticleDetailProps } from '../../../../site/articles/article-detail.tsx'
import { seriesOf } from '../../../../site/articles/series.tsx'
import { sidebarData } from '../../../../site/frame/sidebar.tsx'
import { blogPosting, breadcrumbList } from '../../../../site/structured-data.ts'
import {
  clockFor,
  type Findable,
  found,
  itemExtras,
  itemHead,
  notFound,
} from '../../../page-data.ts'

export default async function onBeforeRender(
  pageContext: PageContext,
): Promise<PageData<Findable<ArticleDetailProps>>> {
  const { site, siteUrl, routeParams } = pageContext
  const settings = site.settings()
  const { text, categories } = profileOf(settings)
  const article = site.item('articles', routeParams.slug ?? '')
  if (!article) return notFound(text('articleNotFound'))
  const extras = itemExtras(site, 'articles', article)
  const related = site.related(article.id)
  const category = categories.has(article.category)
    ? { label: categories.label(article.category), href: categoryAddress(article.category) }
    : null
  return found(
    {
      article,
      extras,
      body: await site.body(article),
      related,
      series: seriesOf(
        article.series,
        article.series === null ? [] : site.seriesParts(article.series),
        article.id,
      ),
      pack: fittingDownload(article.tags, site.downloads()),
      sidebar: sidebarData(site),
      clock: clockFor(pageContext, related),
    },
    {
      title: article.title,
      description: pageDescription(article.metaDescription, article.excerpt),
      ...itemHead('articles', article),
      tags: article.tags,
      ...(category && {
        feed: { title: `${category.label} (RSS)`, path: `${category.href}/rss.xml` },
      }),
      jsonLd: [
        blogPosting(article, { settings, siteUrl, bylines: extras.bylines }),
        breadcrumbList(
          [
            { label: text('articles'), href: '/category/all' },
            ...(category ? [category] : []),
            { label: article.title, href: itemAddress('articles', article) },
          ],
          siteUrl,
        ),
      ],
    },
  )
}
