import type { NewsletterSummary } from '#domain/item/summary.ts'
import type { PageOf } from '#domain/site-reader.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import type { Clock } from '../date-label.tsx'
import { EmptyState } from '../empty-state.tsx'
import { PageHeading } from '../page-heading.tsx'
import { Pagination } from '../pagination.tsx'
import { SubscribeBox } from '../subscribe/subscribe-island.tsx'
import { IssueRow } from './issue-row.tsx'

export interface NewsletterListProps {
  list: PageOf<NewsletterSummary>
  intro: string
  clock: Clock
}

/** The page with the issues and a subscribe box (specification, section 2). */
export function NewsletterList({ list, intro, clock }: NewsletterListProps) {
  const text = useTexts()
  return (
    <div className="wrap pt-6">
      <PageHeading title={text('newsletter')} text={intro} current={text('newsletter')} />
      <div className="with-sidebar">
        {/* In the order of a phone, so that nothing moves while the page arrives. */}
        <NewsletterBox className="lg:col-start-2" />
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          {list.items.length === 0 ? (
            <EmptyState text={text('noIssues')} />
          ) : (
            list.items.map((issue) => (
              <IssueRow key={issue.id} issue={issue} clock={clock} heading="h2" />
            ))
          )}
          <Pagination path="/newsletters" page={list.page} pages={list.pages} />
        </div>
      </div>
    </div>
  )
}

/** The subscribe box of the newsletter pages. */
export function NewsletterBox({ className = '' }: { className?: string }) {
  const text = useTexts()
  return (
    <SubscribeBox
      id="newsletter-box"
      title={text('newsletterFormTitle')}
      text={text('newsletterFormText')}
      className={className}
      placement="newsletter"
    />
  )
}
