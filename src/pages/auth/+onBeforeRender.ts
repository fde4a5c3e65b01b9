import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../renderer/page-context.ts'

export interface AuthPageProps {
  registration: PageContext['registration']
  siteName: string
  code: string
}

export default function onBeforeRender({ registration, site, urlParsed }: PageContext): PageData<AuthPageProps> {
  const { text } = profileOf(site.settings())
  return {
    pageContext: {
      pageProps: { registration, siteName: site.settings().name, code: urlParsed.search.code ?? '' },
      head: {
        title: text('adminOnly'),
        description: text('adminOnlyText'),
        path: '/auth',
        noindex: true,
      },
    },
  }
}
