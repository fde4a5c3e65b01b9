import { type ReactNode, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { groupedNumber } from '#domain/count-words.ts'
import type { Mails, Work, WorkDraft } from '#domain/dashboard.ts'
import { editorPath } from '#domain/editor-path.ts'
import { itemTypes } from '#domain/item/types.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Moment, momentText } from '../shell/moment.tsx'
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
 * whole 30 days, years whole 365 days. Clocks differ a little: less than two seconds ahead is now.
 */
export function relativeTime(instant: string, now: Date): string {
  const seconds = (Date.parse(instant) - now.getTime()) / 1000
  for (const [unit, size] of steps) {
    const count = Math.floor(Math.abs(seconds) / size)
    if (count === 0) continue
    const words = `${count} ${unit}${count === 1 ? '' : 's'}`
    return seconds < 0 ? `${words} ago` : `in ${words}`
  }
  return seconds < 2 ? 'just now' : 'in a moment'
}

/** Unpublished items, the user's own first, with their age. */
export function Drafts({ total, items }: Work['drafts']) {
  if (total === 0)
    return (
      <p className="text-muted">
        Nothing is half written. What is saved as a draft is listed here.
      </p>
    )
  const left = total - items.length
  return (
    <WorkList
      name="drafts"
      rows={items.map((draft) => ({
        key: `${draft.type} ${draft.id}`,
        title: draft.title,
        href: editorPath(draft),
        facts: <Changed {...draft} />,
        end: draft.mine && <Badge tone="info">Mine</Badge>,
      }))}
      more={
        left > 0 && (
          <p className="mt-2 text-small text-muted">
            And {groupedNumber(left)} older ones, in{' '}
            <a className="underline underline-offset-4" href="/admin/manage-content">
              Manage Content
            </a>
            .
          </p>
        )
      }
    />
  )
}

function Changed({ type, changedAt, changedBy, mine }: WorkDraft) {
  return (
    <>
      {typeName(type)}
      {changedAt && (
        <>
          , changed <Ago instant={changedAt} />
        </>
      )}
      {changedBy && !mine && ` by ${changedBy}`}
    </>
  )
}

/** The items that were published last: their pages, and their editors. */
export function Published({ items }: { items: Work['published'] }) {
  if (items.length === 0) return <p className="text-muted">Nothing is published yet.</p>
  return (
    <WorkList
      name="items"
      rows={items.map((item) => ({
        key: `${item.type} ${item.id}`,
        title: item.title,
        href: item.url,
        facts: (
          <>
            {typeName(item.type)}, <Ago instant={item.publishedAt} />
          </>
        ),
        end: (
          <a
            className="text-small whitespace-nowrap"
            href={editorPath(item)}
            aria-label={`Edit: ${item.title}`}
          >
            Edit
          </a>
        ),
      }))}
    />
  )
}

/**
 * What is published or mailed at its time, the next one first. Mails are missing while they can't
 * be loaded: their card says so.
 */
export function Schedule({
  total,
  items,
  mails,
}: Work['scheduled'] & { mails: Mails['scheduled'] }) {
  const left = total - items.length
  const rows = [
    ...items.map((item) => ({
      ...item,
      at: item.publishedAt,
      what: typeName(item.type),
      problem: null,
    })),
    ...mails.map(({ id, title, at, problem }) => ({
      type: 'newsletters' as const,
      id,
      title: title ?? 'A deleted issue',
      at,
      what: 'Mail to subscribers',
      problem,
    })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  if (rows.length === 0)
    return <p className="text-muted">Nothing is scheduled. An item with a date ahead waits here.</p>
  return (
    <WorkList
      name="scheduled"
      rows={rows.map(({ type, id, title, at, what, problem }) => ({
        key: `${what} ${type} ${id}`,
        title,
        href: editorPath({ type, id }),
        facts: (
          <>
            {what}, <Moment instant={at} />
            {problem !== null && `. ${problem}`}
          </>
        ),
        end:
          problem === null ? (
            <Badge>
              <Ago instant={at} />
            </Badge>
          ) : (
            <Badge tone="danger">Held</Badge>
          ),
      }))}
      more={
        left > 0 && (
          <p className="mt-2 text-small text-muted">And {groupedNumber(left)} later ones.</p>
        )
      }
    />
  )
}
