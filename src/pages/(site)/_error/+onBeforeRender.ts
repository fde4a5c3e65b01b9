import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext } from '../../../renderer/page-context.ts'
import type { PageHead } from '../../../renderer/page-head.ts'

export default function onBeforeRender({ is404, site }: PageContext): {
  pageContext: { head: PageHead }
} {
  const title = profileOf(site.settings()).text(is404 ? 'pageNotFound' : 'pageFailed')
  return { pageContext: { head: { title, description: title, noindex: true } } }
}
