import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useCallback, useRef } from 'react'

/** Keeps the part of a virtual list that has the focus in the page, so that the keyboard goes on from there however far somebody scrolls. */
export function useKeptFocus() {
  const focused = useRef<number | null>(null)
  const rangeExtractor = useCallback((range: Range) => {
    const shown = defaultRangeExtractor(range)
    const kept = focused.current
    if (kept === null || kept >= range.count || shown.includes(kept)) return shown
    return [...shown, kept].sort((a, b) => a - b)
  }, [])
  return {
    rangeExtractor,
    keep: (index: number | null) => {
      focused.current = index
    },
  }
}
