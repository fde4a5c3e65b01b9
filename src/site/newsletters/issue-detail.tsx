import type { RenderedBody } from '#domain/content.ts'
import type { Newsletter, NewsletterSummary } from '#domain/item/summary.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { useTexts } from '../../ui/site-profile.tsx'
import { TableOfContents } from '../articles/table-of-contents.tsx'
import type { Clock } from '../date-label.tsx'
import { editable } from '../editable.ts'
import { NeighbourLink } from '../neighbour-link.tsx'
import { type ItemExtras, OwnFacts } from '../own-facts.tsx'
import { IssueHead, IssueText, issueContents } from './issue-text.tsx'
import { NewsletterBox } from './newsletter-list.tsx'

export interface IssueDetailProps {
  issue: Newsletter
  extras: ItemExtras
  body: RenderedBody
  neighbours: { previous: NewsletterSummary | null; next: NewsletterSummary | null }
  clock: Clock
}

/** The page of one newsletter issue: opening text, its articles, previous and next. */
export function IssueDetail({ issue, extras, body, neighbours, clock }: IssueDetailProps) {
  const text = useTexts()
  return (
    <div className="wrap pt-4 lg:pt-6">
      <Breadcrumb
        crumbs={[
          { label: text('home'), href: '/' },
          { label: text('newsletter'), href: '/newsletters' },
        ]}
        current={text('issue', { number: issue.issueNumber })}
      />
      <article className="mt-4 lg:mt-6" {...editable('newsletters', issue.id, text)}>
        <IssueHead issue={issue} extras={extras} clock={clock} />
        <div className="reading mt-6 border-t-2 border-ink pt-2 lg:mt-8 lg:pt-8">
          <TableOfContents toc={issueContents(body)} />
          <div className="reading-main">
            <IssueText body={body} />
            <OwnFacts extras={extras} slot="end" clock={clock} />
          </div>
          <Neighbours {...neighbours} />
          <NewsletterBox className="sidebar" />
        </div>
      </article>
    </div>
  )
}

const issueLink = 'border-t-2 border-ink pt-4 [&>:last-child]:text-card'

function Neighbours({ previous, next }: IssueDetailProps['neighbours']) {
  const text = useTexts()
  if (!previous && !next) return null
  return (
    <nav
      aria-label={text('moreIssues')}
      className="mt-12 grid min-w-0 gap-4 [grid-area:next] sm:grid-cols-2 lg:mt-20"
      data-print="hide"
    >
      {previous && (
        <NeighbourLink
          rel="prev"
          href={`/newsletter/${previous.id}`}
          label={text('previousIssue', { number: previous.issueNumber })}
          title={previous.title}
          className={issueLink}
        />
      )}
      {next && (
        <NeighbourLink
          rel="next"
          href={`/newsletter/${next.id}`}
          label={text('nextIssue', { number: next.issueNumber })}
          title={next.title}
          className={issueLink}
        />
      )}
    </nav>
  )
}
