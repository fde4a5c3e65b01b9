import type { PageContext } from '../../../renderer/page-context.ts'
import { itemsPage } from '../../items-page.ts'

export default function onBeforeRender(pageContext: PageContext) {
  return itemsPage(pageContext, 'newsletters', () => ({}))
}
