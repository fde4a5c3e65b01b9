import { ChevronLeft, ChevronRight } from 'lucide-react'
import { groupedNumber } from '#domain/count-words.ts'
import { Button } from './button.tsx'

/** Position in a list, with buttons for the previous and next page; null disables a button. */
export function Paging({
  label = 'Pages',
  from,
  shown,
  total,
  back,
  forward,
}: {
  /** The name of this navigation. */
  label?: string
  from: number
  shown: number
  total: number
  back: { label: string; go: (() => void) | null }
  forward: { label: string; go: (() => void) | null }
}) {
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-y-2 gap-x-4 mt-3 text-muted text-14
        tabular-nums"
      aria-label={label}
    >
      <p role="status">
        {groupedNumber(from)} to {groupedNumber(from + shown - 1)} of {groupedNumber(total)}
      </p>
      {(back.go || forward.go) && (
        <div className="flex gap-2">
          <Button size="sm" disabled={!back.go} icon={<ChevronLeft />} onClick={() => back.go?.()}>
            {back.label}
          </Button>
          <Button size="sm" disabled={!forward.go} onClick={() => forward.go?.()}>
            {forward.label} <ChevronRight />
          </Button>
        </div>
      )}
    </nav>
  )
}
