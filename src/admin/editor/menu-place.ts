import { type RefObject, useLayoutEffect } from 'react'

/** Places an open menu below a position in the window, or above it where there is no room. */
export function useMenuPlace(
  list: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLElement | null>,
  { left, top, bottom }: { left: number; top: number; bottom: number },
): void {
  useLayoutEffect(() => {
    const element = list.current
    const around = frame.current?.getBoundingClientRect()
    if (!element || !around) return
    const { width, height } = element.getBoundingClientRect()
    const below = bottom + 6 + height < window.innerHeight || top < height
    element.style.left = `${Math.max(4, Math.min(left - around.left, around.width - width - 4))}px`
    element.style.top = `${below ? bottom - around.top + 6 : top - around.top - height - 6}px`
    element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
}
