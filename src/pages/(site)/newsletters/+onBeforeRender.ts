import { pageNumber } from '#domain/page-number.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../../renderer/page-context.ts'
import type { NewsletterListProps } from '../../../site/newsletters/newsletter-list.tsx'
import { clockFor, type Findable, found, notFound, pagedHead, pagedTitle } from '../../page-data.ts'

export default function onBeforeRender(
  pageContext: PageContext,
): PageData<Findable<NewsletterListProps>> {
  const { site, urlParsed } = pageContext
  const { text } = profileOf(site.settings())
  const page = pageNumber(urlParsed.search)
  const list = page ? site.itemsPage('newsletters', page) : null
  if (!list) return notFound(text('pageNotFound'))
  const { newslettersIntro: intro, description } = site.settings()
  return found(
    { list, intro, clock: clockFor(pageContext, list.items) },
    {
      title: pagedTitle(text('newsletter'), list.page, text),
      description: intro || description,
      ...pagedHead('/newsletters', list),
      feed: { title: `${text('newsletter')} (RSS)`, path: '/newsletters/rss.xml' },
    },
  )
}
