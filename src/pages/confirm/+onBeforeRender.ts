import type { LinkState } from '#domain/subscription-link.ts'
import type { PageContext, PageData } from '../../renderer/page-context.ts'

/** What became of the link is found out before the page is rendered. */
export default function onBeforeRender({
  subscriptionLink,
  urlParsed,
}: PageContext): PageData<{ state: LinkState; token: string }> {
  return {
    pageContext: {
      pageProps: { state: subscriptionLink ?? { kind: 'forged' }, token: urlParsed.search.token ?? '' },
      head: { title: 'Confirm your subscription', description: 'Confirms your subscription.', noindex: true },
    },
  }
}
