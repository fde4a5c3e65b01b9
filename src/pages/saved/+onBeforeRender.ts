import type { PageData } from '../../renderer/page-context.ts'

export default function onBeforeRender(): PageData<object> {
  return {
    pageContext: {
      pageProps: {},
      head: { title: 'Saved', description: 'What you saved in this browser.', path: '/saved', noindex: true },
    },
  }
}
