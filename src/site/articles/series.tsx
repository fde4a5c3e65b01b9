import { itemAddress } from '#domain/item/types.ts'
import type { SeriesPart } from '#domain/site-reader.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { NeighbourLink } from '../neighbour-link.tsx'

/** An article's place in its series; `parts` are all that are published, the first one first. */
export interface Series {
  name: string
  parts: Array<SeriesPart>
  /** Index of the article among the parts. */
  at: number
}

/** The place of an article among the parts of its series; null when it is the only one. */
export function seriesOf(name: string | null, parts: Array<SeriesPart>, id: number): Series | null {
  const at = parts.findIndex((part) => part.id === id)
  return name === null || at === -1 || parts.length < 2 ? null : { name, parts, at }
}

/** More parts than this stand behind a line that opens. */
const mostShown = 12

/** One line above the text, leading to the list of parts below it. */
export function SeriesLine({ series: { name, parts, at } }: { series: Series }) {
  const text = useTexts()
  return (
    <p className="mb-4 text-small text-muted">
      {text('part', { number: at + 1, count: parts.length })} ·{' '}
      <a href="#series" className="font-semibold text-ink underline underline-offset-4">
        {name}
      </a>
    </p>
  )
}

/** All parts of the series below the text, the previous and the next one first. */
export function SeriesParts({ series: { name, parts, at } }: { series: Series }) {
  const text = useTexts()
  const list = (
    <ol className="mt-3 border-t border-line">
      {parts.map((part, index) => (
        <li key={part.id} className="border-b border-line">
          <Part part={part} number={index + 1} isCurrent={index === at} />
        </li>
      ))}
    </ol>
  )
  return (
    <nav
      id="series"
      aria-labelledby="series-title"
      className="mt-14 scroll-mt-6 border-t-2 border-ink pt-5"
      data-print="hide"
    >
      <p className="text-tiny text-muted">
        {text('partOfSeries', { number: at + 1, count: parts.length })}
      </p>
      <h2 id="series-title" className="mt-1 text-card">
        {name}
      </h2>
      {parts.length > mostShown ? (
        <details className="mt-3">
          <summary className="py-2 text-small font-semibold">
            {text('allParts', { count: parts.length })}
          </summary>
          {list}
        </details>
      ) : (
        list
      )}
      <div className="mt-6 grid gap-4 sm:grid-cols-2">
        {([-1, 1] as const).map((step) => {
          const part = parts[at + step]
          return (
            part && (
              <NeighbourLink
                key={step}
                rel={step < 0 ? 'prev' : 'next'}
                href={itemAddress('articles', part)}
                label={text(step < 0 ? 'previousPart' : 'nextPart')}
                title={part.title}
                className="rounded-card border border-line p-4 hover:border-ink"
              />
            )
          )
        })}
      </div>
    </nav>
  )
}

function Part({
  part,
  number,
  isCurrent,
}: {
  part: SeriesPart
  number: number
  isCurrent: boolean
}) {
  const shown = 'grid grid-cols-[1.75rem_minmax(0,1fr)] py-2.5 text-small'
  const inside = (
    <>
      <span aria-hidden="true" className="text-muted tabular-nums">
        {number}
      </span>
      <span dir="auto" className="text-start group-hover:underline">
        {part.title}
      </span>
    </>
  )
  // The page's own part is no link: it would lead to where the reader is.
  return isCurrent ? (
    <span aria-current="page" className={`${shown} font-bold`}>
      {inside}
    </span>
  ) : (
    <a href={itemAddress('articles', part)} className={`${shown} group underline-offset-4`}>
      {inside}
    </a>
  )
}
