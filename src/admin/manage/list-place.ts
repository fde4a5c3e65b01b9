import { useQueryClient } from '@tanstack/react-query'
import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'

/** Delay in milliseconds between the last scroll event and storing the position. */
const pauseMs = 150

/** Scroll position stored in this history entry; 0 for a new entry. */
function placeInHistory(): number {
  return Number(history.state?.listTop) || 0
}

/**
 * Stores the scroll position of the list in this history entry and keeps other state in it. The
 * router has its own `scrollPosition`, which it stores later and would scroll to after Back, so it
 * is set to the same value.
 */
export function storePosition(listTop: number, address?: string): void {
  history.replaceState(
    { ...history.state, listTop, scrollPosition: { x: window.scrollX, y: listTop } },
    '',
    address,
  )
}

/**
 * Restores the list after Back: scroll position and measured card sizes, which are valid as long as
 * the cached answers. `name` identifies the list.
 */
export function useListPlace(name: string): {
  offset: number
  sizes: Array<VirtualItem>
  storeSizes: (sizes: Array<VirtualItem>) => void
} {
  const queries = useQueryClient()
  const key = ['list sizes', name]
  const [offset] = useState(placeInHistory)
  const [sizes] = useState(() => queries.getQueryData<Array<VirtualItem>>(key) ?? [])

  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | null = null
    const keep = () => {
      if (pause === null) return
      clearTimeout(pause)
      pause = null
      storePosition(window.scrollY)
    }
    const scrolled = () => {
      if (pause !== null) clearTimeout(pause)
      pause = setTimeout(keep, pauseMs)
    }
    addEventListener('scroll', scrolled, { passive: true })
    // Before the click is handled, because it may navigate away and change the history entry.
    addEventListener('click', keep, true)
    return () => {
      if (pause !== null) clearTimeout(pause)
      removeEventListener('scroll', scrolled)
      removeEventListener('click', keep, true)
    }
  }, [])

  return { offset, sizes, storeSizes: (now) => queries.setQueryData(key, now) }
}
