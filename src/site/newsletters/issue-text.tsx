import type { Newsletter, RenderedBody } from '#domain/content.ts'
import { Cover } from '../cover.tsx'
import { type Clock, LongDate } from '../date-label.tsx'
import { Prose } from '../prose.tsx'

export function IssueHead({ issue, clock }: { issue: Newsletter; clock: Clock }) {
  return (
    <header className="mt-8 grid items-end gap-x-10 gap-y-8 lg:mt-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div>
        <p className="flex flex-wrap gap-x-3 text-small text-muted">
          <span className="font-semibold text-accent-ink">Issue #{issue.issueNumber}</span>
          {issue.publishedAt && <LongDate iso={issue.publishedAt} clock={clock} />}
        </p>
        <h1 className="mt-3 text-title">{issue.title}</h1>
        {issue.description && <p className="mt-5 max-w-[46rem] font-text text-lead text-soft">{issue.description}</p>}
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
  )
}

export function IssueText({ body }: { body: Pick<RenderedBody, 'html' | 'articles'> }) {
  return (
    <>
      {body.html && <Prose html={body.html} />}
      {body.articles.map((article, index) => (
        <section key={article.title} aria-label={article.title} className="mt-14 max-w-[41rem] first:mt-0">
          <p aria-hidden="true" className="text-40 leading-none font-extrabold tracking-tighter text-accent-ink">
            {String(index + 1).padStart(2, '0')}
          </p>
          <h2 className="mt-3 text-section">{article.title}</h2>
          {article.excerpt && <p className="mt-3 font-text text-lead text-soft">{article.excerpt}</p>}
          <div className="mt-5">
            <Prose html={article.html} />
          </div>
        </section>
      ))}
    </>
  )
}
