import type { ReactNode } from 'react'
import type { ItemOf } from '#domain/item/summary.ts'
import { authorAddress, type Byline } from '#domain/site-authors.ts'
import { useTexts } from '../ui/site-profile.tsx'
import { Cover, type CoverProps } from './cover.tsx'
import { type Clock, LongDate } from './date-label.tsx'
import { hasFacts, type ItemExtras, noExtras, OwnFacts } from './own-facts.tsx'

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
  cover: Pick<CoverProps, 'imageUrl' | 'alt' | 'drawn'>
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

/** The head of a news item or an issue: what it is and its date stand above the title. */
export function LabelledHead({
  item,
  label,
  teaser,
  kind,
  extras = noExtras,
  clock,
  actions,
}: Pick<ItemHeadProps, 'extras' | 'clock' | 'actions'> & {
  item: Pick<ItemOf['news'], 'title' | 'slug' | 'publishedAt' | 'imageUrl' | 'imageAlt'>
  label: string
  teaser: string
  /** Of covers that are drawn, as in `Cover`. */
  kind: string
}) {
  return (
    <ItemHead
      kicker={
        <p className="flex flex-wrap gap-x-3 text-small text-muted">
          <span className="font-semibold text-accent-ink wrap-anywhere">{label}</span>
          {item.publishedAt && <LongDate iso={item.publishedAt} clock={clock} />}
        </p>
      }
      title={item.title}
      excerpt={teaser}
      extras={extras}
      clock={clock}
      facts={hasFacts(extras, 'facts') && <OwnFacts extras={extras} slot="facts" clock={clock} />}
      actions={actions}
      cover={{ imageUrl: item.imageUrl, alt: item.imageAlt, drawn: { kind, slug: item.slug } }}
    />
  )
}

/** The names of the authors of an item, with links to their pages. */
function BylineLine({ bylines }: { bylines: ReadonlyArray<Byline> }) {
  const text = useTexts()
  if (bylines.length === 0) return null
  return (
    <p className="mt-3 text-small text-muted" data-part="byline">
      {text('by')}{' '}
      {bylines.map(({ name, key }, index) => (
        <span key={`${key} ${name}`}>
          {index > 0 && (index === bylines.length - 1 ? ` ${text('and')} ` : ', ')}
          {key === null ? (
            <span className="font-semibold text-ink">{name}</span>
          ) : (
            <a
              className="font-semibold text-ink underline underline-offset-3"
              href={authorAddress(key)}
              rel="author"
            >
              {name}
            </a>
          )}
        </span>
      ))}
    </p>
  )
}
