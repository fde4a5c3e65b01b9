import type { PageContext, PageData } from '../../../../renderer/page-context.ts'
import { sidebarData } from '../../../../site/frame/sidebar.tsx'
import { itemPage } from '../../../item-page.ts'
import { clockFor } from '../../../page-data.ts'

export default function onBeforeRender(pageContext: PageContext): Promise<PageData<object>> {
  return itemPage(pageContext, 'news', 'newsNotFound', (item, { text }) => ({
    props: { item, sidebar: sidebarData(pageContext.site), clock: clockFor(pageContext) },
    head: {
      tags: item.tags,
      feed: { title: `${text('news')} (RSS)`, path: '/news/rss.xml' },
    },
    crumbs: [{ label: text('news'), href: '/news' }],
  }))
}
