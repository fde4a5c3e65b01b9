import type { ReactNode } from 'react'
import { type Clock, RelativeDate } from './date-label.tsx'
import { SoundMark } from './sound-mark.tsx'

/** Of a row of a list, how the lists of news and of issues are written. */
export interface RowStyle {
  clock: Clock
  heading?: 'h2' | 'h3'
  hasSound?: boolean
}

/** The texts of a row: `label` is what is said first, before the date. */
export function RowText({
  item: { title, publishedAt },
  href,
  label,
  teaser,
  style: { clock, heading: Heading = 'h3', hasSound = false },
}: {
  item: { title: string; publishedAt: string | null }
  href: string
  label: ReactNode
  teaser: string
  style: RowStyle
}) {
  return (
    <div>
      <p className="flex flex-wrap gap-x-3 text-tiny text-muted">
        <span className="font-semibold text-accent-ink wrap-anywhere">{label}</span>
        <RelativeDate iso={publishedAt} clock={clock} />
        {hasSound && <SoundMark />}
      </p>
      <Heading className="mt-1.5 text-card">
        <a className="card-link" href={href}>
          {title}
        </a>
      </Heading>
      {teaser && (
        <p className="mt-2 line-clamp-3 max-w-[58ch] font-text text-small text-soft">{teaser}</p>
      )}
    </div>
  )
}
