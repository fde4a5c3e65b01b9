import type { PageContext, PageData } from '../../renderer/page-context.ts'
import type { SubscribedProps } from '../../site/subscribe/subscribed.tsx'

/** Where a subscribe form leads when no script runs. */
export default function onBeforeRender({ site, urlParsed }: PageContext): PageData<SubscribedProps> {
  const { problem, download, confirm } = urlParsed.search
  const slug = /^\/downloads\/([^/?#]+)\?token=[\w.-]+$/.exec(download ?? '')?.[1]
  const offered = site.downloads().find((one) => one.slug === slug)
  return {
    pageContext: {
      pageProps: {
        problem: problem === 'email' || problem === 'later' ? problem : null,
        download: offered && download !== undefined ? { title: offered.title, url: download } : null,
        confirmation: confirm !== undefined,
      },
      head: { title: 'Newsletter', description: 'Your subscription.', noindex: true },
    },
  }
}
