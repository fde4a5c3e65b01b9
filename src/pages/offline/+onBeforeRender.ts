import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../renderer/page-context.ts'

/** Stored by the service worker for saved pages. */
export default function onBeforeRender({ site }: PageContext): PageData<object> {
  const { text } = profileOf(site.settings())
  return {
    pageContext: {
      pageProps: {},
      head: {
        title: text('offlineTitle'),
        description: text('offlineText'),
        path: '/offline',
        noindex: true,
      },
    },
  }
}
