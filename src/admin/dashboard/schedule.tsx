import { groupedNumber } from '#domain/count-words.ts'
import type { Mails, Work } from '#domain/dashboard.ts'
import { editorPath } from '#domain/editor-path.ts'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../shell/moment.tsx'
import { Ago, typeName, WorkList } from './work-list.tsx'

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
