import type { ReactNode } from 'react'
import { BylineLine } from './authors/byline.tsx'
import { Cover } from './cover.tsx'
import type { Clock } from './date-label.tsx'
import { type ItemExtras, noExtras, OwnFacts } from './own-facts.tsx'

export interface ItemHeadProps {
  /** The line above the title: category, date. */
  kicker: ReactNode
  title: string
  excerpt: string | null
  /** What stands below the excerpt: authors, fields of the site's own. */
  extras?: ItemExtras
  clock: Clock
  facts?: ReactNode
  /** Buttons; without them the head works without the page's script. */
  actions?: ReactNode
  /** `fallback` as in `Cover`. */
  cover: { imageUrl: string | null; alt: string; fallback: string }
}

/**
 * Everything above the text of an article, a news item or an issue. The text has to begin in the
 * first screen, so the cover stands beside the title, and where there is no room for that it is a
 * band.
 */
export function ItemHead({
  kicker,
  title,
  excerpt,
  extras = noExtras,
  clock,
  facts,
  actions,
  cover,
}: ItemHeadProps) {
  return (
    <header className="@container">
      {/* The row of the band has its height before the cover arrives, so that nothing moves. */}
      <div className="grid grid-rows-[25cqw_auto] gap-x-10 gap-y-4 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,36%)] @3xl:grid-rows-[auto_1fr]">
        <div className="row-start-2 min-w-0 @3xl:row-span-2 @3xl:row-start-1">
          {kicker}
          <h1 className="mt-2 text-item text-balance">{title}</h1>
          {excerpt && (
            <p className="mt-3 max-w-[46rem] font-text text-lead text-soft @3xl:mt-4">{excerpt}</p>
          )}
          <BylineLine bylines={extras.bylines} />
          <OwnFacts extras={extras} slot="below-title" clock={clock} />
          {facts && <div className="mt-4 @3xl:mt-6">{facts}</div>}
        </div>
        <div className="row-start-1 self-start overflow-hidden rounded-card @3xl:col-start-2">
          <Cover
            {...cover}
            sizes="(min-width: 86rem) 29rem, (min-width: 56rem) 33vw, 88vw"
            priority
            className="aspect-4/1 @3xl:aspect-video"
          />
        </div>
        {actions && <div className="@3xl:col-start-2">{actions}</div>}
      </div>
    </header>
  )
}
