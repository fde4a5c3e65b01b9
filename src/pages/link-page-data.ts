import { profileOf } from '#domain/site/profile-of.ts'
import type { PageTextKey } from '#domain/site/texts/en.ts'
import type { PageContext, PageData } from '../renderer/page-context.ts'
import type { MailLink } from '../site/subscribe/link-page.tsx'

/**
 * Page data for the link of a mail; `title` is the text that names the page. The server checks the
 * link before it renders the page.
 */
export function linkPage(title: PageTextKey) {
  return function onBeforeRender({
    subscriptionLink,
    urlParsed,
    site,
  }: PageContext): PageData<MailLink> {
    const { text } = profileOf(site.settings())
    const [newest] = site.items('newsletters', 1)
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
        head: { title: text(title), description: text(title), noindex: true },
      },
    }
  }
}
