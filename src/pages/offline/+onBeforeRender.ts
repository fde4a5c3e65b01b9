import type { PageData } from '../../renderer/page-context.ts'

/** For the service worker of saved pages, which keeps it. */
export default function onBeforeRender(): PageData<object> {
  return {
    pageContext: {
      pageProps: {},
      head: { title: 'You are offline', description: 'The site can’t be reached.', path: '/offline', noindex: true },
    },
  }
}
