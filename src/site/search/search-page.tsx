import type { ComponentProps } from 'react'
import { categoryAddress } from '#domain/categories.ts'
import { type ContentType, contentTypes } from '#domain/content.ts'
import { resultCount, type SearchResults, type SearchSuggestions } from '#domain/search.ts'
import { useProfile, useTexts } from '../../ui/site-profile.tsx'
import { ArticleGrid } from '../articles/article-grid.tsx'
import { FilterChips } from '../articles/filter-chips.tsx'
import { CategoryIcon } from '../category-icon.tsx'
import type { Clock } from '../date-label.tsx'
import { ItemRow } from '../item-row.tsx'
import { PageHeading } from '../page-heading.tsx'
import { CorrectedNote, NearestTopics, newestHeading } from './search-hints.tsx'
import { OtherHits, typeTitle } from './search-hits.tsx'

export interface SearchPageProps {
  term: string
  /** Null without a search term. */
  results: SearchResults | null
  clock: Clock
  /** How the results can be narrowed down; not on an exported site. */
  narrowing?: ComponentProps<typeof FilterChips>
  /**
   * Stands in place of the invitation while the results of a term are being looked for in the
   * browser.
   */
  waiting?: string
  /** Searches again. */
  again?: () => void
}

/**
 * The search page: the results of the overlay, without script. Only on an exported site it is
 * rendered in the browser.
 */
export function SearchPage({ term, results, clock, narrowing, waiting, again }: SearchPageProps) {
  const text = useTexts()
  const count = results ? resultCount(results) : 0
  return (
    <div className="wrap pt-6">
      <PageHeading title={text('search')} current={text('search')} />
      <search>
        <form action="/search" className="flex max-w-3xl flex-col gap-2 sm:flex-row">
          <input
            name="q"
            type="search"
            dir="auto"
            aria-label={text('search')}
            placeholder={text('searchPlaceholder')}
            defaultValue={term}
            className="field h-14 text-lg placeholder:text-ellipsis"
          />
          <button type="submit" className="btn btn-solid px-6">
            {text('search')}
          </button>
        </form>
      </search>
      <p role="status" className="mt-6 text-muted">
        {results === null
          ? (waiting ?? text('searchPrompt'))
          : count === 0
            ? text('nothingFound', { term })
            : text(count === 1 ? 'oneResultFor' : 'manyResultsFor', {
                count,
                term: results.corrected ?? term,
              })}
      </p>
      {again && (
        <button type="button" className="btn mt-3" onClick={again}>
          {text('loadAgain')}
        </button>
      )}
      <CorrectedNote term={term} corrected={results?.corrected} />
      {narrowing && (
        <div className="mt-6">
          <FilterChips {...narrowing} />
        </div>
      )}
      {results?.suggestions && <Suggestions suggestions={results.suggestions} clock={clock} />}
      {results && count > 0 ? <Found results={results} clock={clock} /> : <Categories />}
    </div>
  )
}

/** Where to go on from a query without results. */
function Suggestions({ suggestions, clock }: { suggestions: SearchSuggestions; clock: Clock }) {
  const profile = useProfile()
  return (
    <>
      <NearestTopics suggestions={suggestions} />
      <section aria-labelledby="newest" className="mt-10">
        <div className="section-head">
          <h2 id="newest">{newestHeading(suggestions, profile)}</h2>
        </div>
        <ArticleGrid articles={suggestions.articles} clock={clock} />
      </section>
    </>
  )
}

/** Links to the categories while there are no results. */
function Categories() {
  const { text, categories } = useProfile()
  return (
    <nav aria-labelledby="browse-categories" className="mt-14 max-w-3xl">
      <h2 id="browse-categories" className="border-t-2 border-ink pt-3 text-xl">
        {text('browse')}
      </h2>
      {/* Columns hold their places while the list is still arriving. */}
      <ul className="mt-5 grid grid-cols-2 gap-2 sm:grid-cols-3">
        {categories.listed.map((category) => (
          <li key={category} data-category={category}>
            <a
              href={categoryAddress(category)}
              className="flex min-h-11 items-center gap-2 rounded-card bg-fill px-3.5 py-1.5 text-small leading-tight font-semibold text-on-fill underline-offset-4 hover:underline"
            >
              <CategoryIcon category={category} className="size-4 flex-none" />
              {categories.label(category)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The results of a type, as its lists show them. */
function FoundOfType({
  type,
  results,
  clock,
}: {
  type: ContentType
  results: SearchResults
  clock: Clock
}) {
  const profile = useProfile()
  const withSound = results.withSound?.[type] ?? []
  return (
    <section aria-labelledby={`found-${type}`}>
      <div className="section-head">
        <h2 id={`found-${type}`}>{typeTitle(type, profile)}</h2>
      </div>
      {type === 'articles' ? (
        <ArticleGrid articles={results.articles} clock={clock} withSound={withSound} />
      ) : (
        results[type].map((item) => (
          <ItemRow
            key={item.id}
            type={type}
            item={item}
            clock={clock}
            hasSound={withSound.includes(item.id)}
          />
        ))
      )}
    </section>
  )
}

function Found({ results, clock }: { results: SearchResults; clock: Clock }) {
  return (
    <div className="mt-10 space-y-16">
      {contentTypes.map(
        (type) =>
          results[type].length > 0 && (
            <FoundOfType key={type} type={type} results={results} clock={clock} />
          ),
      )}
      <div className="max-w-3xl space-y-8">
        <OtherHits results={results} heading="h2" />
      </div>
    </div>
  )
}
