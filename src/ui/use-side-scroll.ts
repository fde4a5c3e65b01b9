import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a row of class `side-scroll`, which scrolls horizontally when it is too narrow: sets
 * `data-more` to the sides with hidden content, and scrolls the current element into view whenever
 * `current` changes.
 */
export function useSideScroll<Row extends HTMLElement>(current = ''): RefObject<Row | null> {
  const ref = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is current
  useEffect(() => {
    const row = ref.current
    if (!row) return
    const updateSides = () => {
      // From right to left, positions count down from 0.
      const before = Math.abs(row.scrollLeft)
      const hidden = row.scrollWidth - row.clientWidth - before
      const sides = [before > 1 && 'before', hidden > 1 && 'after']
      row.dataset.more = sides.filter(Boolean).join(' ')
    }
    // Called once at the start, and again when the window or a late font changes the sizes.
    const sizes = new ResizeObserver(() => {
      center(row, row.querySelector('[aria-current], [aria-selected="true"]'))
      updateSides()
    })
    for (const element of [row, ...row.children]) sizes.observe(element)
    row.addEventListener('scroll', updateSides, { passive: true })
    return () => {
      sizes.disconnect()
      row.removeEventListener('scroll', updateSides)
    }
  }, [current])
  return ref
}

function center(row: Element, child: Element | null) {
  if (!child) return
  const [outer, inner] = [row.getBoundingClientRect(), child.getBoundingClientRect()]
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}
