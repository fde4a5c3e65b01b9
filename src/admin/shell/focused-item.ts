import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useCallback, useRef } from 'react'

/**
 * Keeps the focused item of a virtual list mounted, so that keyboard navigation continues from it
 * after scrolling.
 */
export function useFocusedItem() {
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
