import { pageDescription } from '#domain/seo/snippet.ts'
import type { PageContext, PageData } from '../../../../renderer/page-context.ts'
import { itemPage } from '../../../item-page.ts'
import { clockFor } from '../../../page-data.ts'

export default function onBeforeRender(pageContext: PageContext): Promise<PageData<object>> {
  return itemPage(pageContext, 'newsletters', 'newsletterNotFound', (issue, { text }) => {
    const number = { number: issue.issueNumber }
    return {
      props: {
        issue,
        neighbours: pageContext.site.newsletterNeighbours(issue.id),
        clock: clockFor(pageContext),
      },
      head: {
        title: text('issueTitle', { title: issue.title, ...number }),
        description: pageDescription(
          issue.metaDescription,
          issue.description || text('issueDescription', number),
        ),
        feed: { title: `${text('newsletter')} (RSS)`, path: '/newsletters/rss.xml' },
      },
      crumbs: [{ label: text('newsletter'), href: '/newsletters' }],
      label: text('issue', number),
    }
  })
}
