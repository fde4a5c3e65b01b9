import type { PageContext, PageData } from '../../renderer/page-context.ts'

export interface AuthPageProps {
  registration: PageContext['registration']
  siteName: string
  code: string
}

export default function onBeforeRender({ registration, site, urlParsed }: PageContext): PageData<AuthPageProps> {
  return {
    pageContext: {
      pageProps: { registration, siteName: site.settings().name, code: urlParsed.search.code ?? '' },
      head: {
        title: 'Admin Access Only',
        description: 'This area is for administrators.',
        path: '/auth',
        noindex: true,
      },
    },
  }
}
