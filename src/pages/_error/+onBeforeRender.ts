import type { PageContext } from '../../renderer/page-context.ts'
import type { PageHead } from '../../renderer/page-head.ts'

export default function onBeforeRender({ is404 }: PageContext): { pageContext: { head: PageHead } } {
  const title = is404 ? '404 Page Not Found' : 'Something went wrong'
  return { pageContext: { head: { title, description: title, noindex: true } } }
}
