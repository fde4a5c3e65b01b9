import type { NewsletterSummary } from '#domain/item/summary.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { Cover } from '../cover.tsx'
import { type Clock, RelativeDate } from '../date-label.tsx'
import { SoundMark } from '../sound-mark.tsx'

/** A newsletter issue in a list, with its number first. */
export function IssueRow({
  issue,
  clock,
  heading: Heading = 'h3',
  hasSound = false,
}: {
  issue: NewsletterSummary
  clock: Clock
  heading?: 'h2' | 'h3'
  hasSound?: boolean
}) {
  const text = useTexts()
  return (
    <article className="card group relative grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-4 border-b border-line py-6 first-of-type:pt-0 sm:grid-cols-[6rem_minmax(0,1fr)_11rem] sm:gap-x-7">
      <p
        aria-hidden="true"
        className="text-36 leading-none font-extrabold tracking-tighter text-muted tabular-nums transition-colors duration-150 ease-in-out group-hover:text-accent-ink sm:text-56"
      >
        {String(issue.issueNumber).padStart(2, '0')}
      </p>
      <div>
        <p className="flex flex-wrap gap-x-3 text-tiny text-muted">
          <span className="font-semibold text-accent-ink">{text('issue', { number: issue.issueNumber })}</span>
          <RelativeDate iso={issue.publishedAt} clock={clock} />
          {hasSound && <SoundMark />}
        </p>
        <Heading className="mt-1.5 text-card">
          <a className="card-link" href={`/newsletter/${issue.id}`}>
            {issue.title}
          </a>
        </Heading>
        {issue.description && (
          <p className="mt-2 line-clamp-3 max-w-[58ch] font-text text-small text-soft">{issue.description}</p>
        )}
      </div>
      <div className="hidden self-start overflow-hidden rounded-card sm:block">
        <Cover imageUrl={issue.imageUrl} alt="" fallback="newsletter" sizes="11rem" />
      </div>
    </article>
  )
}
