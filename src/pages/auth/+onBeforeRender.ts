import type { PageData } from '../../renderer/page-context.ts'

export default function onBeforeRender(): PageData<object> {
  return {
    pageContext: {
      pageProps: {},
      head: {
        title: 'Admin Access Only',
        description: 'This area is for administrators.',
        path: '/auth',
        noindex: true,
      },
    },
  }
}
