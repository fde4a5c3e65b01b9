import { pageNumber } from '#domain/page-number.ts'
import { comparisonsAddress } from '#domain/single-pages.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../../renderer/page-context.ts'
import type { ComparisonsPageProps } from '../../../site/sound/comparisons-page.tsx'
import { type Findable, found, notFound, pagedHead, pagedTitle } from '../../page-data.ts'

export default async function onBeforeRender({
  site,
  urlParsed,
}: PageContext): Promise<PageData<Findable<ComparisonsPageProps>>> {
  const { text } = profileOf(site.settings())
  const page = pageNumber(urlParsed.search)
  const list = page && site.comparisons(page)
  if (!list) return notFound(text('pageNotFound'))
  const items = await Promise.all(
    list.items.map(async (compared) => ({
      article: compared.article,
      html: (await site.player(compared)).html,
    })),
  )
  return found(
    { list: { ...list, items } },
    {
      title: pagedTitle(text('hearDifference'), list.page, text),
      description: text('comparisonsIntro'),
      ...pagedHead(comparisonsAddress, list),
    },
  )
}
