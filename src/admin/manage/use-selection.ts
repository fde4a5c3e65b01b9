import { type KeyboardEvent, useCallback, useRef, useState } from 'react'

interface Chosen {
  /** The list that the ids are of. */
  name: string
  ids: ReadonlySet<number>
}

const none: ReadonlySet<number> = new Set()

/**
 * The chosen items of a list, by pointer and keyboard: a click on a box, a click with Shift up to
 * another one, the arrows with and without Shift, Ctrl+A, and Escape. Another list has none chosen.
 * `listed` are the ids that are loaded, in order.
 */
export function useSelection(name: string, listed: ReadonlyArray<number>, onSelectAll: () => void) {
  const [chosen, setChosen] = useState<Chosen>({ name, ids: none })
  const anchor = useRef<number | null>(null)
  const latest = useRef(listed)
  latest.current = listed
  const selected = chosen.name === name ? chosen.ids : none

  const select = useCallback(
    (ids: Iterable<number>) => setChosen({ name, ids: new Set(ids) }),
    [name],
  )
  const setRange = useCallback(
    (from: number, to: number, isOn: boolean) => {
      const [start, end] = [from, to].map((id) => latest.current.indexOf(id)).sort((a, b) => a - b)
      const range = latest.current.slice(start, (end ?? 0) + 1)
      setChosen((before) => {
        const ids = new Set(before.name === name ? before.ids : none)
        for (const id of range) {
          if (isOn) ids.add(id)
          else ids.delete(id)
        }
        return { name, ids }
      })
    },
    [name],
  )
  const clear = useCallback(() => select(none), [select])

  /** A click on the box of an item, or Space. */
  const onBox = useCallback(
    (id: number, isOn: boolean, withShift: boolean) => {
      const from = withShift && anchor.current !== null ? anchor.current : id
      setRange(latest.current.includes(from) ? from : id, id, isOn)
      anchor.current = id
    },
    [setRange],
  )

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key, shiftKey, ctrlKey, metaKey, target, currentTarget } = event
    if (key === 'Escape' && selected.size > 0) clear()
    else if (key === 'a' && (ctrlKey || metaKey)) onSelectAll()
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!(target instanceof HTMLInputElement)) return
      const id = Number(target.value)
      const next = listed[listed.indexOf(id) + (key === 'ArrowDown' ? 1 : -1)]
      const box = currentTarget.querySelector<HTMLInputElement>(`input[value="${next}"]`)
      if (next === undefined || !box) return
      if (shiftKey) setRange(id, next, true)
      anchor.current = next
      box.focus()
    } else return
    event.preventDefault()
  }

  return { selected, select, clear, onBox, onKeyDown }
}
