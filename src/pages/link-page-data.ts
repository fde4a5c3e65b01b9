import type { LinkState } from '#domain/subscription-link.ts'
import type { PageContext, PageData } from '../renderer/page-context.ts'

/** Loads a page that a link in a mail leads to. What became of the link is found out before the page is rendered. */
export function linkPage(title: string, description: string) {
  return function onBeforeRender({ subscriptionLink, urlParsed }: PageContext): PageData<{
    state: LinkState
    token: string
  }> {
    return {
      pageContext: {
        pageProps: { state: subscriptionLink ?? { kind: 'forged' }, token: urlParsed.search.token ?? '' },
        head: { title, description, noindex: true },
      },
    }
  }
}
