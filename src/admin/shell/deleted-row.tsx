import { RotateCcw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { longDate } from '#domain/dates.ts'
import { Button } from '../../ui/button.tsx'
import { useSiteFacts } from './site-facts.ts'

/**
 * A deleted item: who deleted it, when, and a button that restores it unless another is being
 * restored.
 */
export function DeletedRow<Deleted extends { author: { name: string }; date: string }>({
  title,
  deleted,
  more,
  action,
  restore,
}: {
  title: ReactNode
  deleted: Deleted
  more?: ReactNode
  /** What stands beside the restore button. */
  action?: ReactNode
  restore: { isPending: boolean; variables: unknown; mutate: (deleted: Deleted) => void }
}) {
  const { author, date } = deleted
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
          Deleted on <time dateTime={date}>{longDate(new Date(date), timeZone)}</time> by{' '}
          {author.name}
          {more && <> · {more}</>}
        </p>
      </div>
      <div className="flex flex-none flex-wrap justify-end gap-2">
        {action}
        <Button
          size="sm"
          aria-describedby={name}
          icon={<RotateCcw />}
          pending={restore.isPending && restore.variables === deleted}
          pendingText="Restoring..."
          disabled={restore.isPending}
          onClick={() => restore.mutate(deleted)}
        >
          Restore
        </Button>
      </div>
    </li>
  )
}
