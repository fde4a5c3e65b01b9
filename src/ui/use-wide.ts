import { useSyncExternalStore } from 'react'

/** From this width a column fits beside a text; the same as `lg:` in class names. */
const wide = '(min-width: 64rem)'

/** Whether the window has room for a column beside a text. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
