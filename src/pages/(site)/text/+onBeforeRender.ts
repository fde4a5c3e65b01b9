import { pageAddress } from '#domain/page-address.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../../renderer/page-context.ts'
import type { TextPageProps } from '../../../site/text/text-page.tsx'
import { clockFor, type Findable, found, notFound } from '../../page-data.ts'

/** Page data of one of the site's own texts. */
export default async function onBeforeRender(
  pageContext: PageContext,
): Promise<PageData<Findable<TextPageProps>>> {
  const { site, routeParams } = pageContext
  const page = site.staticPage(routeParams.name ?? '')
  if (!page) return notFound(profileOf(site.settings()).text('pageNotFound'))
  return found(
    { page, body: await site.body(page), clock: clockFor(pageContext) },
    {
      title: page.title,
      description: page.metaDescription ?? `${page.title}: ${site.settings().name}`,
      path: pageAddress(page.name),
    },
  )
}
