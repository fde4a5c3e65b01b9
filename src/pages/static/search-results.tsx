import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { isSearchTerm, type SearchResults } from '#domain/search.ts'
import { profileFrom } from '#domain/site/site-profile.ts'
import { SearchPage } from '../../site/search/search-page.tsx'
import { siteData } from '../../ui/site-data.ts'
import { SiteProfileProvider, useTexts } from '../../ui/site-profile.tsx'
import { openSearch } from './static-search.ts'

/**
 * Shows the results for the address of the search page of an exported site; without a term the page
 * stays as it is.
 */
export function showSearchResults(): void {
  const query = new URLSearchParams(location.search)
  const term = (query.get('q') ?? '').trim()
  const place = document.querySelector('main')
  if (!isSearchTerm(term) || !place) return
  const profile = profileFrom(siteData())
  const title = profile.text('search')
  document.title = document.title.replace(title, () => `${title}: ${term}`)
  createRoot(place).render(
    <SiteProfileProvider value={profile}>
      <Results term={term} literal={query.get('literal') === '1'} />
    </SiteProfileProvider>,
  )
}

type State =
  | { kind: 'busy' | 'failed' }
  | { kind: 'found'; results: SearchResults; timeZone: string }

function Results({ term, literal }: { term: string; literal: boolean }) {
  const text = useTexts()
  const [state, setState] = useState<State>({ kind: 'busy' })
  useEffect(() => {
    if (state.kind !== 'busy') return
    openSearch()
      .then(async ({ query, timeZone }) =>
        setState({ kind: 'found', results: await query(term, literal), timeZone }),
      )
      .catch((error: unknown) => {
        console.info(error)
        setState({ kind: 'failed' })
      })
  }, [term, literal, state.kind])
  const isFound = state.kind === 'found'
  return (
    <SearchPage
      term={term}
      results={isFound ? state.results : null}
      clock={{ now: new Date(), timeZone: isFound ? state.timeZone : 'UTC' }}
      waiting={state.kind === 'failed' ? text('searchFailed') : text('searching')}
      {...(state.kind === 'failed' && { again: () => setState({ kind: 'busy' }) })}
    />
  )
}
