import { categoryAddress } from '#domain/categories.ts'
import { fittingDownload } from '#domain/downloads.ts'
import type { PageContext, PageData } from '../../../../renderer/page-context.ts'
import { seriesOf } from '../../../../site/articles/series.tsx'
import { sidebarData } from '../../../../site/frame/sidebar.tsx'
import { itemPage } from '../../../item-page.ts'
import { clockFor } from '../../../page-data.ts'

export default function onBeforeRender(pageContext: PageContext): Promise<PageData<object>> {
  const { site } = pageContext
  return itemPage(pageContext, 'articles', 'articleNotFound', (article, { text, categories }) => {
    const { id, series, tags } = article
    const related = site.related(id)
    const category = categories.has(article.category)
      ? { label: categories.label(article.category), href: categoryAddress(article.category) }
      : null
    return {
      props: {
        article,
        related,
        series: seriesOf(series, series === null ? [] : site.seriesParts(series), id),
        pack: fittingDownload(tags, site.downloads()),
        sidebar: sidebarData(site),
        clock: clockFor(pageContext, related),
      },
      head: {
        tags,
        ...(category && {
          feed: { title: `${category.label} (RSS)`, path: `${category.href}/rss.xml` },
        }),
      },
      crumbs: [{ label: text('articles'), href: '/category/all' }, ...(category ? [category] : [])],
    }
  })
}
