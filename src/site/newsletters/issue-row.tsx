import type { NewsletterSummary } from '#domain/item/summary.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { Cover } from '../cover.tsx'
import { type RowStyle, RowText } from '../row-text.tsx'

/** A newsletter issue in a list, with its number first. */
export function IssueRow({ issue, ...style }: RowStyle & { issue: NewsletterSummary }) {
  const text = useTexts()
  return (
    <article className="card group relative grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-4 border-b border-line py-6 first-of-type:pt-0 sm:grid-cols-[6rem_minmax(0,1fr)_11rem] sm:gap-x-7">
      <p
        aria-hidden="true"
        className="text-36 leading-none font-extrabold tracking-tighter text-muted tabular-nums transition-colors duration-150 ease-in-out group-hover:text-accent-ink sm:text-56"
      >
        {String(issue.issueNumber).padStart(2, '0')}
      </p>
      <RowText
        item={issue}
        href={`/newsletter/${issue.id}`}
        label={text('issue', { number: issue.issueNumber })}
        teaser={issue.description}
        style={style}
      />
      <div className="hidden self-start overflow-hidden rounded-card sm:block">
        <Cover
          imageUrl={issue.imageUrl}
          alt=""
          drawn={{ kind: 'newsletter', slug: issue.slug }}
          sizes="11rem"
        />
      </div>
    </article>
  )
}
