import type { RenderedBody } from '#domain/content.ts'
import type { Newsletter } from '#domain/item/summary.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import type { Clock } from '../date-label.tsx'
import { LabelledHead } from '../item-head.tsx'
import type { ItemExtras } from '../own-facts.tsx'
import { Prose } from '../prose.tsx'

export function IssueHead({
  issue,
  clock,
  extras,
}: {
  issue: Newsletter
  clock: Clock
  extras?: ItemExtras
}) {
  const text = useTexts()
  return (
    <LabelledHead
      item={issue}
      label={text('issue', { number: issue.issueNumber })}
      teaser={issue.description}
      kind="newsletter"
      extras={extras}
      clock={clock}
    />
  )
}

/** The headings of an issue: those of its opening text, and its articles. */
export function issueContents(body: Pick<RenderedBody, 'toc' | 'articles'>): RenderedBody['toc'] {
  const articles = body.articles.map(({ title }, index) => ({
    id: partId(index),
    text: title,
    depth: 2 as const,
  }))
  return [...body.toc, ...articles]
}

const partId = (index: number) => `part-${index + 1}`

export function IssueText({ body }: { body: Pick<RenderedBody, 'html' | 'articles'> }) {
  return (
    <>
      {body.html && <Prose html={body.html} />}
      {body.articles.map((article, index) => (
        <section
          key={article.title}
          id={partId(index)}
          aria-label={article.title}
          className="mt-14 max-w-[41rem] first:mt-0"
        >
          <p
            aria-hidden="true"
            className="text-40 leading-none font-extrabold tracking-tighter text-accent-ink"
          >
            {String(index + 1).padStart(2, '0')}
          </p>
          <h2 className="mt-3 text-section">{article.title}</h2>
          {article.excerpt && (
            <p className="mt-3 font-text text-lead text-soft">{article.excerpt}</p>
          )}
          <div className="mt-5">
            <Prose html={article.html} />
          </div>
        </section>
      ))}
    </>
  )
}
