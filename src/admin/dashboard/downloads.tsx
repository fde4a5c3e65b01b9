import { counted, groupedNumber } from '#domain/count-words.ts'
import type { Work } from '#domain/dashboard.ts'

/** How often the files were downloaded, the most wanted first. */
export function Downloads({ total, items }: Work['downloads']) {
  if (items.length === 0) return <p className="text-muted">The site offers no downloads.</p>
  return (
    <>
      <p>
        <strong className="text-24 font-[750] tabular-nums">{groupedNumber(total)}</strong>{' '}
        {total === 1 ? 'file was downloaded.' : 'files were downloaded.'}
      </p>
      <ul className="row-list work-list mt-2">
        {items.map(({ id, title, count }) => (
          <li key={id}>
            <span className="min-w-0">{title}</span>
            <span
              className="tabular-nums text-muted"
              aria-label={counted(count, 'download', 'downloads')}
              role="img"
            >
              {groupedNumber(count)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
