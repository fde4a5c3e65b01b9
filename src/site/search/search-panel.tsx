import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import {
  isSearchTerm,
  resultCount,
  type SearchResults,
  type SearchSuggestions,
  searchDebounceMs,
} from '#domain/search.ts'
import type { TextOf } from '#domain/site/site-profile.ts'
import { search } from '../../api/search.ts'
import { CloseIcon, SearchIcon } from '../../ui/icons.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import { CorrectedNote, NearestTopics, newestHeading } from './search-hints.tsx'
import { HitList, hitsOf, SearchHits } from './search-hits.tsx'

/**
 * The content of the search overlay. Arrow keys move through field and results, Enter in the field
 * opens the search page.
 */
export function SearchPanel() {
  const [text, setText] = useState('')
  const profile = useProfile()
  const words = profile.text
  const { state, again } = useSearch(text, search)
  const panel = useRef<HTMLDivElement>(null)

  function walk(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>('input, a[data-hit]') ?? [])]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    const next = stops[(at + (event.key === 'ArrowDown' ? 1 : -1) + stops.length) % stops.length]
    event.preventDefault()
    next?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys of the field and the links in here
    <div ref={panel} onKeyDown={walk}>
      <search>
        <form action="/search" className="flex items-center gap-3 border-b-2 border-ink pb-3">
          <SearchIcon />
          <input
            name="q"
            type="search"
            // biome-ignore lint/a11y/noAutofocus: the overlay was opened to type into it
            autoFocus
            autoComplete="off"
            dir="auto"
            aria-label={words('search')}
            placeholder={words('searchPlaceholder')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="min-w-0 grow bg-transparent text-base outline-none placeholder:text-ellipsis sm:text-lg [&::-webkit-search-cancel-button]:hidden"
          />
          <button
            type="button"
            className="icon-btn -me-2 flex-none"
            aria-label={words('close')}
            onClick={(event) => event.currentTarget.closest('dialog')?.close()}
          >
            <CloseIcon />
          </button>
        </form>
      </search>
      <p role="status" className="pt-4 text-small text-muted">
        {statusText(state, words)}
      </p>
      {state.kind === 'failed' && (
        <button type="button" className="btn mt-3" onClick={again}>
          {words('loadAgain')}
        </button>
      )}
      {state.kind === 'results' && (
        <>
          <CorrectedNote term={state.term} corrected={state.results.corrected} />
          <SearchHits results={state.results} />
        </>
      )}
      {state.kind === 'empty' && state.suggestions && (
        <div className="space-y-6">
          <NearestTopics suggestions={state.suggestions} />
          <HitList
            title={newestHeading(state.suggestions, profile)}
            hits={hitsOf('articles', state.suggestions.articles, [], profile)}
          />
        </div>
      )}
    </div>
  )
}

function statusText(state: SearchState, text: TextOf): string {
  switch (state.kind) {
    case 'idle':
      return text('searchPrompt')
    case 'busy':
      return text('searching')
    case 'empty':
      return text('nothingFound', { term: state.term })
    case 'failed':
      return text('searchFailed')
    case 'results': {
      const count = resultCount(state.results)
      return text(count === 1 ? 'oneResult' : 'manyResults', { count })
    }
  }
}

type SearchState =
  | { kind: 'idle' }
  | { kind: 'busy' }
  | { kind: 'results'; term: string; results: SearchResults }
  | { kind: 'empty'; term: string; suggestions: SearchSuggestions | undefined }
  | { kind: 'failed' }

/**
 * While the server loads its index, it returns titles only. The pause before the next request, in
 * milliseconds, and the most repetitions.
 */
const partialPauseMs = 500
const partialRounds = 20

type Send = (term: string, signal: AbortSignal) => Promise<SearchResults>

/**
 * Searches while a text is typed: 300 ms after the last key, once the text is a term
 * (`isSearchTerm`). A new text aborts the request before it, an empty one clears the results.
 * `again` repeats the request. A result with titles only is shown, and requested again.
 */
function useSearch(text: string, send: Send): { state: SearchState; again: () => void } {
  const [state, setState] = useState<SearchState>({ kind: 'idle' })
  const [attempt, setAttempt] = useState(0)
  const term = text.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks the same term again
  useEffect(() => {
    if (!isSearchTerm(term)) {
      setState({ kind: 'idle' })
      return
    }
    const controller = new AbortController()
    let timer = setTimeout(() => {
      setState({ kind: 'busy' })
      ask(1)
    }, searchDebounceMs)
    function ask(round: number) {
      send(term, controller.signal).then(
        (results) => {
          if (controller.signal.aborted) return
          const hasContinuationLines = results.partial === true && round < partialRounds
          if (!hasContinuationLines || resultCount(results) > 0) setState(answered(term, results))
          if (hasContinuationLines) timer = setTimeout(() => ask(round + 1), partialPauseMs)
        },
        () => {
          if (!controller.signal.aborted) setState({ kind: 'failed' })
        },
      )
    }
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [term, send, attempt])
  return { state, again: () => setAttempt((number) => number + 1) }
}

function answered(term: string, results: SearchResults): SearchState {
  return resultCount(results) > 0
    ? { kind: 'results', term, results }
    : { kind: 'empty', term, suggestions: results.suggestions }
}
