import type { PageContext } from '../../../../renderer/page-context.ts'
import { sidebarData } from '../../../../site/frame/sidebar.tsx'
import { itemsPage } from '../../../items-page.ts'

export default function onBeforeRender(pageContext: PageContext) {
  return itemsPage(pageContext, 'news', () => ({ sidebar: sidebarData(pageContext.site) }))
}
