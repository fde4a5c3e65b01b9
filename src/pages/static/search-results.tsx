import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { resultCount, type SearchResults, searchMinimumLength } from '#domain/search.ts'
import { pageProfile } from '../../renderer/page-profile.ts'
import { CorrectedNote } from '../../site/search/corrected-note.tsx'
import { SearchHits } from '../../site/search/search-hits.tsx'
import { SiteProfileProvider, useTexts } from '../../ui/site-profile.tsx'
import { search } from './static-search.ts'

/** Shows the results for the address of the search page of an exported site, in place of the line that asks for a term. */
export function showSearchResults(): void {
  const query = new URLSearchParams(location.search)
  const term = (query.get('q') ?? '').trim()
  const prompt = document.querySelector('main [role="status"]')
  if (term.length < searchMinimumLength || !prompt) return
  const field = document.querySelector<HTMLInputElement>('main input[name="q"]')
  if (field) field.value = term
  const place = document.createElement('div')
  prompt.replaceWith(place)
  createRoot(place).render(
    <SiteProfileProvider value={pageProfile()}>
      <Results term={term} literal={query.get('literal') === '1'} />
    </SiteProfileProvider>,
  )
}

type State = { kind: 'busy' } | { kind: 'found'; results: SearchResults } | { kind: 'failed' }

function Results({ term, literal }: { term: string; literal: boolean }) {
  const text = useTexts()
  const [state, setState] = useState<State>({ kind: 'busy' })
  useEffect(() => {
    if (state.kind !== 'busy') return
    search(term, undefined, literal).then(
      (results) => setState({ kind: 'found', results }),
      () => setState({ kind: 'failed' }),
    )
  }, [term, literal, state.kind])
  return (
    <>
      <p role="status" className="mt-6 text-muted">
        {statusOf(state, term, text)}
      </p>
      {state.kind === 'failed' && (
        <button type="button" className="btn mt-3" onClick={() => setState({ kind: 'busy' })}>
          Try again
        </button>
      )}
      {state.kind === 'found' && (
        <div className="mt-6 max-w-3xl">
          <h2 className="sr-only">{text('search')}</h2>
          <CorrectedNote term={term} corrected={state.results.corrected} />
          <SearchHits results={state.results} />
        </div>
      )}
    </>
  )
}

function statusOf(state: State, term: string, text: ReturnType<typeof useTexts>): string {
  if (state.kind === 'busy') return text('searching')
  if (state.kind === 'failed') return 'Search failed'
  const count = resultCount(state.results)
  if (count === 0) return text('nothingFound', { term })
  return `${count} ${count === 1 ? 'result' : 'results'} for "${state.results.corrected ?? term}"`
}
