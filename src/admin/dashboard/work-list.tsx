import { type ReactNode, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { groupedNumber } from '#domain/count-words.ts'
import { itemTypes } from '#domain/item/types.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { momentText } from '../shell/moment.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'

/** The number of rows of a list before somebody asks for more. */
const first = 6

export interface WorkRow {
  key: string
  title: string
  href: string
  facts: ReactNode
  /** A badge or a link at the end of the row. */
  end?: ReactNode
}

/**
 * The first rows of a list, and a button for the others that the server sent. `more` tells where
 * those are that it did not send.
 */
export function WorkList({
  rows,
  name,
  more,
}: {
  rows: ReadonlyArray<WorkRow>
  name: string
  more?: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? rows : rows.slice(0, first)
  return (
    <>
      <ul className="row-list work-list">
        {shown.map(({ key, title, href, facts, end }) => (
          <li key={key}>
            <div className="min-w-0">
              <a dir="auto" href={href}>
                {title}
              </a>
              <p className="text-small text-muted">{facts}</p>
            </div>
            {end}
          </li>
        ))}
      </ul>
      {rows.length > first && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-2"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen
            ? `Show fewer ${name}`
            : `Show ${groupedNumber(rows.length - first)} more ${name}`}
        </Button>
      )}
      {(isOpen || rows.length <= first) && more}
    </>
  )
}

/** The name of a type for one item: 'Article'. */
export function typeName(type: ContentType): string {
  const { one } = itemTypes[type]
  return one.charAt(0).toUpperCase() + one.slice(1)
}

/** An instant by its distance from now; its date and time are in the tooltip. */
export function Ago({ instant }: { instant: string }) {
  const { timeZone } = useSiteFacts()
  return (
    <time dateTime={instant} title={momentText(instant, timeZone)}>
      {relativeTime(instant, serverNow())}
    </time>
  )
}

const steps = [
  ['year', 365 * 24 * 60 * 60],
  ['month', 30 * 24 * 60 * 60],
  ['week', 7 * 24 * 60 * 60],
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const

/**
 * The distance of an instant from now in words: '3 days ago', 'in 2 hours', 'just now'. Months are
 * whole 30 days, years whole 365 days.
 */
export function relativeTime(instant: string, now: Date): string {
  const seconds = (Date.parse(instant) - now.getTime()) / 1000
  for (const [unit, size] of steps) {
    const count = Math.floor(Math.abs(seconds) / size)
    if (count === 0) continue
    const words = `${count} ${unit}${count === 1 ? '' : 's'}`
    return seconds < 0 ? `${words} ago` : `in ${words}`
  }
  return seconds < 0 ? 'just now' : 'in a moment'
}
