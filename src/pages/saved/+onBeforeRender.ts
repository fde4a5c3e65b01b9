import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../renderer/page-context.ts'

export default function onBeforeRender({ site }: PageContext): PageData<object> {
  const { text } = profileOf(site.settings())
  return {
    pageContext: {
      pageProps: {},
      head: { title: text('saved'), description: text('savedText'), path: '/saved', noindex: true },
    },
  }
}
