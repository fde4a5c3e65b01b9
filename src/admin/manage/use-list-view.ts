import { useCallback, useEffect, useState } from 'react'
import { formatListView, type ListView, parseListView } from './list-address.ts'
import { keepPlace } from './list-place.ts'

/**
 * What the list shows, kept in the address: Back and a reload find it again. A change that one would go back from is pushed, one that is still being
 * typed replaces.
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
    // A tab is chosen twice by one click: when it is pressed and when it gets the focus.
    const here = address === location.pathname + location.search
    if (how === 'push' && !here) history.pushState(null, '', address)
    else keepPlace(here ? window.scrollY : 0, address)
    setView(next)
  }, [])

  return [view, change]
}
