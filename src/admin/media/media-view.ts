import { useCallback, useEffect, useState } from 'react'

/** State of the library, stored in the address. */
export interface MediaView {
  q: string
  /** Present or deleted pictures. */
  show: 'pictures' | 'deleted'
}

/** Parses the query of the address; unknown values become defaults. */
export function parseMediaView(search: string): MediaView {
  const query = new URLSearchParams(search)
  return { q: query.get('q') ?? '', show: query.get('show') === 'deleted' ? 'deleted' : 'pictures' }
}

/** The query for a state, '' for the default. */
export function formatMediaView({ q, show }: MediaView): string {
  const query = new URLSearchParams({ ...(q && { q }), ...(show === 'deleted' && { show }) }).toString()
  return query && `?${query}`
}

/** State of the library, stored in the address, so that Back and a reload restore it. */
export function useMediaView(): [MediaView, (change: Partial<MediaView>) => void] {
  const [view, setView] = useState(() => parseMediaView(location.search))
  useEffect(() => {
    const follow = () => setView(parseMediaView(location.search))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  const change = useCallback((changes: Partial<MediaView>) => {
    const next = { ...parseMediaView(location.search), ...changes }
    const address = `${location.pathname}${formatMediaView(next)}`
    if (changes.show) history.pushState(null, '', address)
    else history.replaceState(history.state, '', address)
    setView(next)
  }, [])
  return [view, change]
}
