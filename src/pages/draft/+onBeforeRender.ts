import type { PageData } from '../../renderer/page-context.ts'

/** Shown for links to drafts that have ended. */
export default function onBeforeRender(): PageData<object> {
  return {
    pageContext: {
      pageProps: {},
      status: 404,
      head: {
        title: 'This Link Has Ended',
        description: 'It led to a page that is not published yet.',
        path: '/draft',
        noindex: true,
      },
    },
  }
}
