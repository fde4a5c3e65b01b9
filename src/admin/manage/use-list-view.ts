import { useCallback, useEffect, useState } from 'react'
import { formatListView, type ListView, parseListView } from './list-address.ts'
import { storePosition } from './list-place.ts'

/**
 * State of the list, stored in the address, so that Back and a reload restore it. `push` adds a history entry; `replace` is for text that is still being
 * typed.
 */
export function useListView(): [ListView, (change: Partial<ListView>, how: 'push' | 'replace') => void] {
  const [view, setView] = useState(() => parseListView(location.search))

  useEffect(() => {
    const follow = () => setView(parseListView(location.search))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  const change = useCallback((changes: Partial<ListView>, how: 'push' | 'replace') => {
    const next = { ...parseListView(location.search), ...changes }
    const address = `${location.pathname}${formatListView(next, location.search)}`
    // One click selects a tab twice (press and focus): only one history entry.
    const here = address === location.pathname + location.search
    if (how === 'push' && !here) history.pushState(null, '', address)
    else storePosition(here ? window.scrollY : 0, address)
    setView(next)
  }, [])

  return [view, change]
}
