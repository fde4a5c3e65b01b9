import { RotateCcw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { longDate } from '#domain/dates.ts'
import { Button } from '../../ui/button.tsx'
import { useSiteFacts } from './site-facts.ts'

/** A deleted item: who deleted it, when, and a restore button. `waits`: another restore is running. */
export function DeletedRow({
  title,
  deleted: { author, date },
  more,
  action,
  restoring,
  waits,
  onRestore,
}: {
  title: ReactNode
  deleted: { author: { name: string }; date: string }
  more?: ReactNode
  /** What stands beside the restore button. */
  action?: ReactNode
  restoring: boolean
  waits: boolean
  onRestore: () => void
}) {
  const { timeZone } = useSiteFacts()
  const name = useId()
  return (
    <li
      className="flex items-center justify-between gap-4 py-3 px-4 wrap-anywhere not-first:border-t not-first:border-line"
      data-part="deleted-row"
    >
      <div className="min-w-0">
        <h2 className="font-semibold" id={name}>
          {title}
        </h2>
        <p className="text-tiny text-muted">
          Deleted on <time dateTime={date}>{longDate(new Date(date), timeZone)}</time> by {author.name}
          {more && <> · {more}</>}
        </p>
      </div>
      <div className="flex flex-none flex-wrap justify-end gap-2">
        {action}
        <Button
          size="sm"
          aria-describedby={name}
          icon={<RotateCcw aria-hidden="true" />}
          pending={restoring}
          pendingText="Restoring..."
          disabled={restoring || waits}
          onClick={onRestore}
        >
          Restore
        </Button>
      </div>
    </li>
  )
}
