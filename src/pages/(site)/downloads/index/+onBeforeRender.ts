import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../../../renderer/page-context.ts'
import type { DownloadsPageProps } from '../../../../site/downloads/downloads-page.tsx'
import { packOf } from '../../../../site/downloads/pack-entry.tsx'
import { type Findable, found, notFound } from '../../../page-data.ts'

export default async function onBeforeRender({
  site,
}: PageContext): Promise<PageData<Findable<DownloadsPageProps>>> {
  const { text, parts } = profileOf(site.settings())
  if (!parts.downloads) return notFound(text('pageNotFound'))
  const packs = await Promise.all(site.downloads().map((download) => packOf(site, download)))
  return found(
    { packs },
    { title: text('downloads'), description: text('downloadsDescription'), path: '/downloads' },
  )
}
