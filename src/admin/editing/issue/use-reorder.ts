import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

/**
 * Handles of a list that is put in order by dragging, or by the arrow keys. The entries are the
 * children of `list`, with their positions as keys, so that the pressed handle stays in the
 * document while the entries move past it.
 */
export function useReorder(count: number, move: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  /** The position of the dragged entry now; events come faster than renderings. */
  const position = useRef<number | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)

  function drag(to: number | null) {
    position.current = to
    setDragged(to)
  }

  /** The number of entries whose middle is above a height of the window. */
  function entriesAbove(y: number) {
    const middles = [...(list.current?.children ?? [])].map((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return (top + bottom) / 2
    })
    return middles.filter((middle) => middle < y).length
  }

  const handle = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag(index)
    },
    onPointerMove({ clientY }: PointerEvent<HTMLButtonElement>) {
      const from = position.current
      if (from === null) return
      const above = entriesAbove(clientY)
      const to = Math.min(count - 1, above > from ? above - 1 : above)
      if (to === from) return
      move(from, to)
      drag(to)
    },
    onPointerUp: () => drag(null),
    onPointerCancel: () => drag(null),
    onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      const to = index + step
      if (to < 0 || to >= count) return
      move(index, to)
      list.current?.children[to]?.querySelector<HTMLElement>('[data-handle]')?.focus()
    },
  })

  return { list, dragged, handle }
}
