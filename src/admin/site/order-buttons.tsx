import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../ui/button.tsx'

/**
 * Buttons that move an entry of a list and take it out. The focus goes with a moved entry, so that
 * a second press moves it on.
 */
export function OrderButtons({
  list,
  name,
  index,
  count,
  onMove,
  onRemove,
}: {
  /** Differs between the lists of a screen. */
  list: string
  /** What the entry is called, such as `category 2`. */
  name: string
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}) {
  function move(to: number, direction: 'up' | 'down') {
    flushSync(() => onMove(to))
    const isAtEnd = to === 0 || to === count - 1
    const wanted = isAtEnd ? (to === 0 ? 'down' : 'up') : direction
    document.querySelector<HTMLElement>(`[data-move="${list}-${wanted}-${to}"]`)?.focus()
  }
  return (
    <div className="flex gap-0.5">
      <IconButton
        label={`Move ${name} up`}
        data-move={`${list}-up-${index}`}
        disabled={index === 0}
        icon={<ArrowUp />}
        onClick={() => move(index - 1, 'up')}
      />
      <IconButton
        label={`Move ${name} down`}
        data-move={`${list}-down-${index}`}
        disabled={index === count - 1}
        icon={<ArrowDown />}
        onClick={() => move(index + 1, 'down')}
      />
      <IconButton label={`Remove ${name}`} icon={<Trash2 />} onClick={onRemove} />
    </div>
  )
}
