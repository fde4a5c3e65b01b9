import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** Which part of the list is shown, and the ways on; null where there is none. */
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
  const number = (value: number) => value.toLocaleString('en-US')
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-y-2 gap-x-4 mt-3 text-muted text-14 tabular-nums"
      aria-label="Pages"
    >
      <p role="status">
        {number(from)} to {number(from + shown - 1)} of {number(total)}
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
