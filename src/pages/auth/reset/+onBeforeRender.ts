import type { PageContext, PageData } from '../../../renderer/page-context.ts'

export interface ResetPageProps {
  reset: PageContext['reset']
  code: string
}

export default function onBeforeRender({ reset, urlParsed }: PageContext): PageData<ResetPageProps> {
  return {
    pageContext: {
      pageProps: { reset, code: urlParsed.search.code ?? '' },
      head: {
        title: 'New Password',
        description: 'For administrators who forgot their password.',
        path: '/auth/reset',
        noindex: true,
      },
    },
  }
}
