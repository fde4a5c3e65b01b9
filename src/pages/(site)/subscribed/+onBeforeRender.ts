import { downloadAddress } from '#domain/download-address.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../../renderer/page-context.ts'
import type { SubscribedProps } from '../../../site/subscribe/subscribed.tsx'

/** The page after a subscribe form was sent without script. */
export default function onBeforeRender({
  site,
  urlParsed,
}: PageContext): PageData<SubscribedProps> {
  const { text } = profileOf(site.settings())
  const { problem, download, confirm, source, offer } = urlParsed.search
  const [address] = /^\/downloads\/[^/?#]+(?=\?token=[\w.-]+$)/.exec(download ?? '') ?? []
  const offered = site.downloads().find(({ slug }) => downloadAddress(slug) === address)
  const wanted = site.downloads().find((one) => String(one.id) === offer)
  return {
    pageContext: {
      pageProps: {
        problem: problem === 'email' || problem === 'later' ? problem : null,
        download:
          offered && download !== undefined ? { title: offered.title, url: download } : null,
        confirmation: confirm !== undefined,
        retry: {
          source: source?.slice(0, 100) ?? null,
          download: wanted ? { id: wanted.id, title: wanted.title } : null,
        },
      },
      head: { title: text('newsletter'), description: text('newsletter'), noindex: true },
    },
  }
}
