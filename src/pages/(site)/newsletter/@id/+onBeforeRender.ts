import { itemAddress } from '#domain/item/types.ts'
import { pageDescription } from '#domain/seo/snippet.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../../../renderer/page-context.ts'
import type { IssueDetailProps } from '../../../../site/newsletters/issue-detail.tsx'
import { breadcrumbList, issueArticle } from '../../../../site/structured-data.ts'
import {
  clockFor,
  type Findable,
  found,
  idParameter,
  itemExtras,
  itemHead,
  notFound,
} from '../../../page-data.ts'

export default async function onBeforeRender(
  pageContext: PageContext,
): Promise<PageData<Findable<IssueDetailProps>>> {
  const { site, siteUrl, routeParams } = pageContext
  const id = idParameter(routeParams.id)
  const issue = id === null ? null : site.item('newsletters', id)
  const settings = site.settings()
  const { text } = profileOf(settings)
  if (!issue) return notFound(text('newsletterNotFound'))
  const extras = itemExtras(site, 'newsletters', issue)
  const number = { number: issue.issueNumber }
  return found(
    {
      issue,
      extras,
      body: await site.body(issue),
      neighbours: site.newsletterNeighbours(issue.id),
      clock: clockFor(pageContext),
    },
    {
      title: text('issueTitle', { title: issue.title, ...number }),
      description: pageDescription(
        issue.metaDescription,
        issue.description || text('issueDescription', number),
      ),
      ...itemHead('newsletters', issue),
      feed: { title: `${text('newsletter')} (RSS)`, path: '/newsletters/rss.xml' },
      jsonLd: [
        issueArticle(issue, { settings, siteUrl, bylines: extras.bylines }),
        breadcrumbList(
          [
            { label: text('newsletter'), href: '/newsletters' },
            { label: text('issue', number), href: itemAddress('newsletters', issue) },
          ],
          siteUrl,
        ),
      ],
    },
  )
}
