import type { LinkState } from '#domain/subscription-link.ts'
import type { PageContext, PageData } from '../renderer/page-context.ts'
import type { NextSteps } from '../site/subscribe/link-page.tsx'

export interface LinkPageData {
  state: LinkState
  token: string
  next: NextSteps
}

/** Loads a page that a link in a mail leads to. What became of the link is found out before the page is rendered. */
export function linkPage(title: string, description: string) {
  return function onBeforeRender({ subscriptionLink, urlParsed, site }: PageContext): PageData<LinkPageData> {
    const [newest] = site.newsletters(1)
    const wanted = subscriptionLink?.kind === 'done' ? subscriptionLink.download : undefined
    const download = wanted && site.downloads().find(({ id }) => id === wanted.id)
    return {
      pageContext: {
        pageProps: {
          state: subscriptionLink ?? { kind: 'forged' },
          token: urlParsed.search.token ?? '',
          next: {
            issue: newest ? { title: newest.title, address: `/newsletter/${newest.id}` } : null,
            download: wanted && download ? { title: download.title, address: wanted.url } : null,
          },
        },
        head: { title, description, noindex: true },
      },
    }
  }
}
