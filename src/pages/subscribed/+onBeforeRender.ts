import type { PageContext, PageData } from '../../renderer/page-context.ts'
import type { SubscribedProps } from '../../site/subscribe/subscribed.tsx'

/** Where a subscribe form leads when no script runs. */
export default function onBeforeRender({ urlParsed }: PageContext): PageData<SubscribedProps> {
  const { problem } = urlParsed.search
  return {
    pageContext: {
      pageProps: { problem: problem === 'email' || problem === 'later' ? problem : null },
      head: { title: 'Newsletter', description: 'Your subscription.', noindex: true },
    },
  }
}
