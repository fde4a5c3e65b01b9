import { type KeyboardEvent, useRef, useState } from 'react'
import { resultCount } from '#domain/search.ts'
import type { TextOf } from '#domain/site/site-profile.ts'
import { search } from '../../api/search.ts'
import { CloseIcon, SearchIcon } from '../../ui/icons.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import { CorrectedNote } from './corrected-note.tsx'
import { NearestTopics, newestHeading } from './nearest-topics.tsx'
import { HitList, hitsOf, SearchHits } from './search-hits.tsx'
import { type SearchState, useSearch } from './use-search.ts'

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
