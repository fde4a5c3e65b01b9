import type { NewsletterSummary } from '#domain/item/summary.ts'
import type { PageOf } from '#domain/site-reader.ts'
import { Island } from '../../ui/island.tsx'
import type { Clock } from '../date-label.tsx'
import { EmptyState } from '../empty-state.tsx'
import { PageHeading } from '../page-heading.tsx'
import { Pagination } from '../pagination.tsx'
import { SubscribeForm } from '../subscribe/subscribe-form.tsx'
import { IssueRow } from './issue-row.tsx'

export interface NewsletterListProps {
  list: PageOf<NewsletterSummary>
  intro: string
  clock: Clock
}

/** The page with the issues and a subscribe box (specification, section 2). */
export function NewsletterList({ list, intro, clock }: NewsletterListProps) {
  return (
    <div className="wrap pt-6">
      <PageHeading title="Newsletter" text={intro} current="Newsletter" />
      <div className="with-sidebar">
        {/* In the order of a phone, so that nothing moves while the page arrives. */}
        <NewsletterBox className="lg:col-start-2" />
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          {list.items.length === 0 ? (
            <EmptyState text="No issues yet" href="/category/all" action="All tips & tricks" />
          ) : (
            list.items.map((issue) => <IssueRow key={issue.id} issue={issue} clock={clock} heading="h2" />)
          )}
          <Pagination path="/newsletters" page={list.page} pages={list.pages} />
        </div>
      </div>
    </div>
  )
}

/** The subscribe box of the newsletter pages. */
export function NewsletterBox({ className = '' }: { className?: string }) {
  return (
    <section aria-labelledby="newsletter-box" className={`band rounded-card p-6 ${className}`} data-print="hide">
      <h2 id="newsletter-box" className="text-2xl leading-tight">
        Get the next issue
      </h2>
      <p className="mt-2 mb-5 font-text text-small">One mail a week, and a link in each to leave.</p>
      <Island
        name="subscribe"
        part={SubscribeForm}
        props={{ placement: 'newsletter' as const, subscriptionType: 'newsletter' }}
        wake="focus"
      />
    </section>
  )
}
