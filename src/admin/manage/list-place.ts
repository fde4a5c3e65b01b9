import { useQueryClient } from '@tanstack/react-query'
import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'

/** Milliseconds after the last scrolling until the place is kept. */
const pauseMs = 150

/** How far down the list was when this entry of the browser's history was left; 0 for a new one. */
function placeInHistory(): number {
  const state: unknown = history.state
  const place = typeof state === 'object' && state !== null && 'listTop' in state ? state.listTop : 0
  return typeof place === 'number' ? place : 0
}

/**
 * Puts a list somewhere in this entry of the browser's history; what others keep there stays. The router scrolls to a `scrollPosition` of its own after
 * a page has come back; it notes that one late, and would take the list from its place.
 */
export function keepPlace(listTop: number, address?: string): void {
  history.replaceState({ ...history.state, listTop, scrollPosition: { x: window.scrollX, y: listTop } }, '', address)
}

/**
 * Where whoever comes back to a list finds it: how far down, and the sizes of the cards, which last as long as the answers that they show. `name` is the
 * list's own.
 */
export function useListPlace(name: string): {
  offset: number
  sizes: Array<VirtualItem>
  keepSizes: (sizes: Array<VirtualItem>) => void
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
      keepPlace(window.scrollY)
    }
    const scrolled = () => {
      if (pause !== null) clearTimeout(pause)
      pause = setTimeout(keep, pauseMs)
    }
    addEventListener('scroll', scrolled, { passive: true })
    // A click may lead elsewhere, and then this is no longer the entry of the list.
    addEventListener('click', keep, true)
    return () => {
      if (pause !== null) clearTimeout(pause)
      removeEventListener('scroll', scrolled)
      removeEventListener('click', keep, true)
    }
  }, [])

  return { offset, sizes, keepSizes: (now) => queries.setQueryData(key, now) }
}
