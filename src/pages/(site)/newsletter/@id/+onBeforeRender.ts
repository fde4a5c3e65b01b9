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
  const path = `/newsletter/${issue.id}`
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
      path,
      type: 'article',
      image: {
        url: `/share/newsletter/${issue.id}.png`,
        width: 1200,
        height: 630,
        alt: issue.title,
      },
      publishedTime: issue.publishedAt,
      modifiedTime: issue.updatedAt,
      feed: { title: `${text('newsletter')} (RSS)`, path: '/newsletters/rss.xml' },
      jsonLd: [
        issueArticle(issue, { settings, siteUrl, bylines: extras.bylines }),
        breadcrumbList(
          [
            { label: text('newsletter'), href: '/newsletters' },
            { label: text('issue', number), href: path },
          ],
          siteUrl,
        ),
      ],
    },
  )
}
