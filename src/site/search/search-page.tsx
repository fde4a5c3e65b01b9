import { categoryLabel, publicCategories } from '#domain/categories.ts'
import type { SearchResults } from '#domain/search.ts'
import { ArticleCard } from '../articles/article-card.tsx'
import { CategoryIcon } from '../category-icon.tsx'
import type { Clock } from '../date-label.tsx'
import { NewsRow } from '../news/news-row.tsx'
import { IssueRow } from '../newsletters/issue-row.tsx'
import { PageHeading } from '../page-heading.tsx'
import { resultCount } from './use-search.ts'

export interface SearchPageProps {
  term: string
  /** Null without a search term. */
  results: SearchResults | null
  clock: Clock
}

/** The search page, rendered on the server: the results of the overlay, without script. */
export function SearchPage({ term, results, clock }: SearchPageProps) {
  const count = results ? resultCount(results) : 0
  return (
    <div className="wrap pt-6">
      <PageHeading title="Search" current="Search" />
      <search>
        <form action="/search" className="flex max-w-3xl flex-col gap-2 sm:flex-row">
          <input
            name="q"
            type="search"
            aria-label="Search"
            placeholder="Search for tips, articles, and news..."
            defaultValue={term}
            className="field h-14 text-lg placeholder:text-ellipsis"
          />
          <button type="submit" className="btn btn-solid px-6">
            Search
          </button>
        </form>
      </search>
      <p role="status" className="mt-6 text-muted">
        {results === null
          ? 'Start typing to search...'
          : count === 0
            ? `No results found for "${term}"`
            : `${count} ${count === 1 ? 'result' : 'results'} for "${term}"`}
      </p>
      {results && count > 0 ? <Found results={results} clock={clock} /> : <Categories />}
    </div>
  )
}

/** Links to the categories while there are no results. */
function Categories() {
  return (
    <nav aria-labelledby="browse-categories" className="mt-14 max-w-3xl">
      <h2 id="browse-categories" className="border-t-2 border-ink pt-3 text-xl">
        Browse by category
      </h2>
      <ul className="mt-5 flex flex-wrap gap-2">
        {publicCategories.map((category) => (
          <li key={category} data-category={category}>
            <a
              href={`/category/${category}`}
              className="flex min-h-11 items-center gap-2 rounded-card bg-fill px-3.5 text-small font-semibold text-on-fill underline-offset-4 hover:underline"
            >
              <CategoryIcon category={category} className="size-4" />
              {categoryLabel(category)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Found({ results, clock }: { results: SearchResults; clock: Clock }) {
  return (
    <div className="mt-10 space-y-16">
      {results.articles.length > 0 && (
        <section aria-labelledby="found-articles">
          <div className="section-head">
            <h2 id="found-articles">Articles</h2>
          </div>
          <div className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {results.articles.map((article) => (
              <ArticleCard
                key={article.id}
                article={article}
                clock={clock}
                sizes="(min-width: 64rem) 26rem, (min-width: 40rem) 46vw, 88vw"
              />
            ))}
          </div>
        </section>
      )}
      {results.news.length > 0 && (
        <section aria-labelledby="found-news">
          <div className="section-head">
            <h2 id="found-news">News</h2>
          </div>
          {results.news.map((item) => (
            <NewsRow key={item.id} item={item} clock={clock} />
          ))}
        </section>
      )}
      {results.newsletters.length > 0 && (
        <section aria-labelledby="found-newsletters">
          <div className="section-head">
            <h2 id="found-newsletters">Newsletters</h2>
          </div>
          {results.newsletters.map((issue) => (
            <IssueRow key={issue.id} issue={issue} clock={clock} />
          ))}
        </section>
      )}
    </div>
  )
}
