import { useCallback, useEffect, useState } from 'react'

/** What the library shows, as the address says it. */
export interface MediaView {
  q: string
  /** Pictures that are there, or those that were deleted. */
  show: 'pictures' | 'deleted'
}

/** Reads the query of the screen's address; whatever it does not know is the default. */
export function parseMediaView(search: string): MediaView {
  const query = new URLSearchParams(search)
  return { q: query.get('q') ?? '', show: query.get('show') === 'deleted' ? 'deleted' : 'pictures' }
}

/** The query for a view, '' for the default one. */
export function formatMediaView({ q, show }: MediaView): string {
  const query = new URLSearchParams({ ...(q && { q }), ...(show === 'deleted' && { show }) }).toString()
  return query && `?${query}`
}

/** What the screen shows, kept in the address: Back and a reload find it again. */
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
