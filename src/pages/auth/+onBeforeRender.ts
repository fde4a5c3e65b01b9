import type { PageContext, PageData } from '../../renderer/page-context.ts'

export interface AuthPageProps {
  registration: PageContext['registration']
  code: string
}

export default function onBeforeRender({ registration, urlParsed }: PageContext): PageData<AuthPageProps> {
  return {
    pageContext: {
      pageProps: { registration, code: urlParsed.search.code ?? '' },
      head: {
        title: 'Admin Access Only',
        description: 'This area is for administrators.',
        path: '/auth',
        noindex: true,
      },
    },
  }
}
