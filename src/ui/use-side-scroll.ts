import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a row of class `side-scroll`, which scrolls sideways where it has too little room: `data-more` says at which sides there is more, and what is
 * current in it is brought into view, anew whenever `current` changes.
 */
export function useSideScroll<Row extends HTMLElement>(current = ''): RefObject<Row | null> {
  const ref = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is current
  useEffect(() => {
    const row = ref.current
    if (!row) return
    const tell = () => {
      const hidden = row.scrollWidth - row.clientWidth - row.scrollLeft
      const sides = [row.scrollLeft > 1 && 'before', hidden > 1 && 'after']
      row.dataset.more = sides.filter(Boolean).join(' ')
    }
    // Told at once, and again when the window or a font that comes late changes the sizes.
    const sizes = new ResizeObserver(() => {
      center(row, row.querySelector('[aria-current], [aria-selected="true"]'))
      tell()
    })
    for (const element of [row, ...row.children]) sizes.observe(element)
    row.addEventListener('scroll', tell, { passive: true })
    return () => {
      sizes.disconnect()
      row.removeEventListener('scroll', tell)
    }
  }, [current])
  return ref
}

function center(row: Element, child: Element | null): void {
  if (!child) return
  const [outer, inner] = [row.getBoundingClientRect(), child.getBoundingClientRect()]
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}
