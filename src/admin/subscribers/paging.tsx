import { ChevronLeft, ChevronRight } from 'lucide-react'
import { groupedNumber } from '#domain/count-words.ts'
import { Button } from '../../ui/button.tsx'

/** Position in the list, with buttons for the previous and next page; null disables a button. */
export function Paging({
  from,
  shown,
  total,
  onNewer,
  onOlder,
}: {
  from: number
  shown: number
  total: number
  onNewer: (() => void) | null
  onOlder: (() => void) | null
}) {
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-y-2 gap-x-4 mt-3 text-muted text-14 tabular-nums"
      aria-label="Pages"
    >
      <p role="status">
        {groupedNumber(from)} to {groupedNumber(from + shown - 1)} of {groupedNumber(total)}
      </p>
      {(onNewer || onOlder) && (
        <div className="flex gap-2">
          <Button size="sm" disabled={!onNewer} icon={<ChevronLeft aria-hidden="true" />} onClick={() => onNewer?.()}>
            Newer
          </Button>
          <Button size="sm" disabled={!onOlder} onClick={() => onOlder?.()}>
            Older <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      )}
    </nav>
  )
}
