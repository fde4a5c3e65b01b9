import { pageNumber } from '#domain/page-number.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import { authorAddress } from '#domain/site-authors.ts'
import type { PageContext, PageData } from '../../../../renderer/page-context.ts'
import type { AuthorPageProps } from '../../../../site/authors/author-page.tsx'
import { sidebarData } from '../../../../site/frame/sidebar.tsx'
import { profilePage } from '../../../../site/structured-data.ts'
import {
  clockFor,
  type Findable,
  found,
  notFound,
  pagedHead,
  pagedTitle,
} from '../../../page-data.ts'

export default async function onBeforeRender(
  pageContext: PageContext,
): Promise<PageData<Findable<AuthorPageProps>>> {
  const { site, siteUrl, routeParams, urlParsed } = pageContext
  const settings = site.settings()
  const { text } = profileOf(settings)
  const author = site.author(routeParams.key ?? '')
  const page = pageNumber(urlParsed.search)
  const list = author && page ? site.authorItems(author.key, page) : null
  if (!author || !list) return notFound(text('pageNotFound'))
  const { blob } = author
  const items = list.items.map(({ item }) => item)
  return found(
    {
      author,
      body: blob === null ? null : await site.body({ blob }),
      list,
      sidebar: sidebarData(site),
      clock: clockFor(pageContext, items),
    },
    {
      title: pagedTitle(author.name, list.page, text),
      description:
        author.bio || text('authorDescription', { name: author.name, site: settings.name }),
      ...pagedHead(authorAddress(author.key), list),
      jsonLd: [profilePage(author, { siteUrl })],
    },
  )
}
