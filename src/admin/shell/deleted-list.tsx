import { RotateCcw } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { longDate } from '#domain/dates.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from './loaded.tsx'
import { useSiteFacts } from './site-facts.ts'

/** Number of entries per step. */
const step = 100

interface Deletion {
  author: { name: string }
  date: string
}

interface DeletedListProps<Deleted> {
  query: { data: ReadonlyArray<Deleted> | undefined; error: unknown; refetch: () => unknown }
  /** What is loaded, and its name in 'The … could not be loaded'. */
  name: string
  failed: string
  /** The plural of what was deleted: 'files'. */
  kind: string
  /** Only entries whose text has these words are shown. */
  q?: string
  titleOf: (deleted: Deleted) => string
  /** The text that is searched; default: the title. */
  textOf?: (deleted: Deleted) => string
  more?: (deleted: Deleted) => ReactNode
  /** What stands beside the restore button. */
  action?: (deleted: Deleted) => ReactNode
  restore: { isPending: boolean; variables: unknown; mutate: (deleted: Deleted) => void }
}

/** What was deleted, last first, each with a button that restores it. */
export function DeletedList<Deleted extends Deletion>({
  query,
  name,
  failed,
  kind,
  q = '',
  textOf,
  ...row
}: DeletedListProps<Deleted>) {
  const [most, setMost] = useState(step)
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const isShown = (deleted: Deleted) =>
    words.every((word) => (textOf ?? row.titleOf)(deleted).toLowerCase().includes(word))
  return (
    <Loaded query={{ ...query, data: query.data?.filter(isShown) }} name={name} failed={failed}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState
            title={words.length > 0 ? `No matching ${name} found.` : `No deleted ${kind} found.`}
          />
        ) : (
          <>
            <ul
              className="grid rounded-card border border-line bg-surface"
              aria-label={`Deleted ${kind}`}
            >
              {all.slice(0, most).map((deleted) => (
                <DeletedRow key={JSON.stringify(deleted)} deleted={deleted} {...row} />
              ))}
            </ul>
            {all.length > most && (
              <Button className="mt-3" onClick={() => setMost(most + step)}>
                Show {Math.min(step, all.length - most)} more
              </Button>
            )}
          </>
        )
      }
    </Loaded>
  )
}

/** Who deleted something, when, and a button that restores it unless another is being restored. */
function DeletedRow<Deleted extends Deletion>({
  deleted,
  titleOf,
  more,
  action,
  restore,
}: Pick<DeletedListProps<Deleted>, 'titleOf' | 'more' | 'action' | 'restore'> & {
  deleted: Deleted
}) {
  const { author, date } = deleted
  const { timeZone } = useSiteFacts()
  const name = useId()
  return (
    <li
      className="flex items-center justify-between gap-4 py-3 px-4 wrap-anywhere not-first:border-t
        not-first:border-line"
      data-part="deleted-row"
    >
      <div className="min-w-0">
        <h2 className="font-semibold" id={name}>
          {titleOf(deleted)}
        </h2>
        <p className="text-tiny text-muted">
          Deleted on <time dateTime={date}>{longDate(new Date(date), timeZone)}</time> by{' '}
          {author.name}
          {more && <> · {more(deleted)}</>}
        </p>
      </div>
      <div className="flex flex-none flex-wrap justify-end gap-2">
        {action?.(deleted)}
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
