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

/** Puts a list somewhere in this entry of the browser's history; what others keep there stays. */
export function keepPlace(listTop: number, address?: string): void {
  history.replaceState({ ...history.state, listTop }, '', address)
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
    let pause: ReturnType<typeof setTimeout>
    const keep = () => {
      clearTimeout(pause)
      pause = setTimeout(() => keepPlace(window.scrollY), pauseMs)
    }
    addEventListener('scroll', keep, { passive: true })
    return () => {
      clearTimeout(pause)
      removeEventListener('scroll', keep)
    }
  }, [])

  return { offset, sizes, keepSizes: (now) => queries.setQueryData(key, now) }
}
