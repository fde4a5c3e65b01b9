import type { PageData } from '../../renderer/page-context.ts'

/** Stored by the service worker for saved pages. */
export default function onBeforeRender(): PageData<object> {
  return {
    pageContext: {
      pageProps: {},
      head: { title: 'You are offline', description: 'The site can’t be reached.', path: '/offline', noindex: true },
    },
  }
}
