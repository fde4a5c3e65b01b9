import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../../../renderer/page-context.ts'
import type { DownloadGateProps } from '../../../../site/downloads/download-gate.tsx'
import { packOf } from '../../../../site/downloads/pack-entry.tsx'
import { type Findable, found, notFound } from '../../../page-data.ts'

/**
 * A download's address without a valid link: status 403 and a page with the subscribe form
 * (rulings, section 6).
 */
export default async function onBeforeRender({
  site,
  routeParams,
  urlParsed,
}: PageContext): Promise<PageData<Findable<DownloadGateProps>>> {
  const download = site.downloads().find(({ slug }) => slug === routeParams.slug)
  if (!download) return notFound(profileOf(site.settings()).text('pageNotFound'))
  const { problem } = urlParsed.search
  const { pageContext } = found<DownloadGateProps>(
    {
      pack: await packOf(site, download),
      problem: problem === 'expired' || problem === 'forged' ? problem : null,
    },
    { title: download.title, description: download.description, noindex: true },
  )
  return { pageContext: { ...pageContext, status: 403 } }
}
