import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../../renderer/page-context.ts'

/** Shown for links to drafts that have ended. */
export default function onBeforeRender({ site }: PageContext): PageData<object> {
  const { text } = profileOf(site.settings())
  return {
    pageContext: {
      pageProps: {},
      status: 404,
      head: {
        title: text('draftEnded'),
        description: text('draftEndedText'),
        path: '/draft',
        noindex: true,
      },
    },
  }
}
