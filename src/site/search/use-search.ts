import { useEffect, useState } from 'react'
import {
  isSearchTerm,
  resultCount,
  type SearchResults,
  type SearchSuggestions,
  searchDebounceMs,
} from '#domain/search.ts'

export type SearchState =
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
export function useSearch(text: string, send: Send): { state: SearchState; again: () => void } {
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
