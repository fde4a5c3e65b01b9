import type { PageContext, PageData } from '../../../renderer/page-context.ts'
import { sidebarData } from '../../../site/frame/sidebar.tsx'
import { type HomeProps, homeArticles, homeFeatured, homeNews } from '../../../site/home/home.tsx'
import { webSite } from '../../../site/structured-data.ts'
import { clockFor } from '../../page-data.ts'

export default async function onBeforeRender(
  pageContext: PageContext,
): Promise<PageData<HomeProps>> {
  const { site, siteUrl } = pageContext
  const settings = site.settings()
  const featured = site.featured(homeFeatured)
  const articles = site.items('articles', homeArticles)
  const news = site.items('news', homeNews)
  const comparisons = site.comparisons(1)
  const compared = comparisons?.items[0]
  const player = compared && (await site.player(compared))
  const latestIssue = site.items('newsletters', 1)[0] ?? null
  return {
    pageContext: {
      pageProps: {
        name: settings.name,
        tagline: settings.tagline,
        featured,
        comparison:
          compared && player?.html ? { article: compared.article, html: player.html } : null,
        hasComparisons: (comparisons?.total ?? 0) > 1,
        articles,
        news,
        latestIssue,
        sidebar: sidebarData(site),
        clock: clockFor(pageContext, featured, articles, news),
      },
      head: {
        title: settings.name,
        description: settings.description,
        path: '/',
        jsonLd: [webSite({ settings, siteUrl })],
      },
    },
  }
}
