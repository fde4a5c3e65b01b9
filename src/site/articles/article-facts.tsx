import type { ReactNode } from 'react'
import type { Article } from '#domain/item/summary.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { type Clock, LongDate } from '../date-label.tsx'
import { LevelMeter } from './level-meter.tsx'

/**
 * The facts of an article, styled like the parameters of a device; on narrow screens in two lines.
 */
export function ArticleFacts({
  article,
  clock,
  own = [],
}: {
  article: Article
  clock: Clock
  /** Fields of the site's own. */
  own?: ReadonlyArray<{ label: string; value: ReactNode }>
}) {
  const { text, versions } = useProfile()
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5 border-t-2 border-ink pt-2 @3xl:gap-0 @3xl:pt-0">
      {article.techniqueLevel && (
        <Fact label={text('level')} speaksForItself>
          <LevelMeter level={article.techniqueLevel} />
        </Fact>
      )}
      {article.abletonVersion && (
        <Fact label={text('version')} speaksForItself>
          {versions.label(article.abletonVersion)}
        </Fact>
      )}
      <Fact label={text('readingTime')} speaksForItself>
        {text('minutes', { minutes: article.readTime })}
      </Fact>
      {article.publishedAt && (
        <Fact label={text('published')} isDate>
          <LongDate iso={article.publishedAt} clock={clock} />
        </Fact>
      )}
      {article.updatedAt && (
        <Fact label={text('lastChanged')} isDate>
          <LongDate iso={article.updatedAt} clock={clock} />
        </Fact>
      )}
      {own.map(({ label, value }) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}

function Fact({
  label,
  speaksForItself,
  isDate,
  children,
}: {
  label: string
  speaksForItself?: boolean
  /**
   * As wide as the longest date from the start: a label that a browser shows before its date stays
   * in its line.
   */
  isDate?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={`flex items-baseline gap-x-1.5 border-line ${isDate ? '@max-3xl:min-w-52' : ''} @3xl:me-4 @3xl:block @3xl:border-e @3xl:py-2.5 @3xl:pe-4 @3xl:last:me-0 @3xl:last:border-e-0`}
    >
      <dt className={`text-tiny text-muted ${speaksForItself ? '@max-3xl:sr-only' : ''}`}>
        {label}
      </dt>
      <dd className="text-small font-semibold">{children}</dd>
    </div>
  )
}
