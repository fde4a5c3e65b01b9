import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { Newsletter, NewsletterSummary, RenderedBody } from '#domain/content.ts'
import { Breadcrumb } from '../breadcrumb.tsx'
import { Cover } from '../cover.tsx'
import { type Clock, LongDate } from '../date-label.tsx'
import { Prose } from '../prose.tsx'
import { NewsletterBox } from './newsletter-list.tsx'

export interface IssueDetailProps {
  issue: Newsletter
  body: RenderedBody
  neighbours: { previous: NewsletterSummary | null; next: NewsletterSummary | null }
  clock: Clock
}

/** The screen of one newsletter issue: opening text, its articles, previous and next. */
export function IssueDetail({ issue, body, neighbours, clock }: IssueDetailProps) {
  return (
    <div className="wrap pt-6">
      <Breadcrumb
        crumbs={[
          { label: 'Home', href: '/' },
          { label: 'Newsletter', href: '/newsletters' },
        ]}
        current={`Issue #${issue.issueNumber}`}
      />
      <article>
        <header className="mt-8 grid items-end gap-x-10 gap-y-8 lg:mt-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
          <div>
            <p className="flex flex-wrap gap-x-3 text-small text-muted">
              <span className="font-semibold text-accent-ink">Issue #{issue.issueNumber}</span>
              {issue.publishedAt && <LongDate iso={issue.publishedAt} clock={clock} />}
            </p>
            <h1 className="mt-3 text-title">{issue.title}</h1>
            {issue.description && (
              <p className="mt-5 max-w-[46rem] font-text text-lead text-soft">{issue.description}</p>
            )}
          </div>
          <div className="overflow-hidden rounded-card">
            <Cover
              imageUrl={issue.imageUrl}
              alt={issue.imageAlt}
              fallback="newsletter"
              sizes="(min-width: 64rem) 26rem, 88vw"
              priority
            />
          </div>
        </header>
        <div className="with-sidebar mt-12 border-t-2 border-ink pt-10">
          <div className="min-w-0">
            {body.html && <Prose html={body.html} />}
            {body.articles.map((article, index) => (
              <section key={article.title} aria-label={article.title} className="mt-14 max-w-[41rem] first:mt-0">
                <p
                  aria-hidden="true"
                  className="text-[2.5rem] leading-none font-extrabold tracking-tighter text-accent-ink"
                >
                  {String(index + 1).padStart(2, '0')}
                </p>
                <h2 className="mt-3 text-section">{article.title}</h2>
                {article.excerpt && <p className="mt-3 font-text text-lead text-soft">{article.excerpt}</p>}
                <div className="mt-5">
                  <Prose html={article.html} />
                </div>
              </section>
            ))}
          </div>
          <NewsletterBox />
        </div>
      </article>
      <Neighbours {...neighbours} />
    </div>
  )
}

function Neighbours({ previous, next }: IssueDetailProps['neighbours']) {
  if (!previous && !next) return null
  return (
    <nav aria-label="More issues" className="mt-20 grid gap-4 sm:grid-cols-2" data-print="hide">
      {previous && (
        <a href={`/newsletter/${previous.id}`} rel="prev" className="group border-t-2 border-ink pt-4">
          <span className="flex items-center gap-2 text-tiny text-muted">
            <ArrowLeft aria-hidden="true" className="size-4" /> Previous: issue #{previous.issueNumber}
          </span>
          <span className="mt-1 block text-card font-bold group-hover:underline">{previous.title}</span>
        </a>
      )}
      {next && (
        <a
          href={`/newsletter/${next.id}`}
          rel="next"
          className="group border-t-2 border-ink pt-4 sm:col-start-2 sm:text-right"
        >
          <span className="flex items-center gap-2 text-tiny text-muted sm:justify-end">
            Next: issue #{next.issueNumber} <ArrowRight aria-hidden="true" className="size-4" />
          </span>
          <span className="mt-1 block text-card font-bold group-hover:underline">{next.title}</span>
        </a>
      )}
    </nav>
  )
}
