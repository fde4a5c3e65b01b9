import { categoryLabel } from '#domain/categories.ts'
import type { SearchResults } from '#domain/search.ts'

interface Hit {
  id: number
  href: string
  title: string
  text: string
  label?: string
  category?: string
}

/**
 * The results by type: Articles, News and, if there are any, Newsletters (specification, section 2; rulings, section
 * 6).
 */
export function SearchHits({ results }: { results: SearchResults }) {
  return (
    <div className="mt-4 space-y-6">
      <Group
        title="Articles"
        hits={results.articles.map((article) => ({
          id: article.id,
          href: `/article/${article.slug}`,
          title: article.title,
          text: article.excerpt,
          label: categoryLabel(article.category),
          category: article.category,
        }))}
      />
      <Group
        title="News"
        hits={results.news.map((item) => ({
          id: item.id,
          href: `/news/${item.id}`,
          title: item.title,
          text: item.excerpt,
        }))}
      />
      <Group
        title="Newsletters"
        hits={results.newsletters.map((issue) => ({
          id: issue.id,
          href: `/newsletter/${issue.id}`,
          title: issue.title,
          text: issue.description,
          label: `Issue #${issue.issueNumber}`,
        }))}
      />
    </div>
  )
}

function Group({ title, hits }: { title: string; hits: Array<Hit> }) {
  if (hits.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="text-tiny font-semibold tracking-normal text-muted">{title}</h3>
      <ul className="mt-1">
        {hits.map((hit) => (
          <li key={hit.id} data-category={hit.category} className="border-b border-line last:border-b-0">
            <a
              data-hit
              href={hit.href}
              className="grid grid-cols-[0.375rem_minmax(0,1fr)] gap-x-3.5 rounded-card py-2.5 hover:bg-sunk focus-visible:bg-sunk focus-visible:outline-offset-0"
            >
              <span className="row-span-2 rounded-full bg-clip" />
              <span className="flex items-baseline justify-between gap-4 font-semibold">
                {hit.title}
                {hit.label && (
                  <span className="hidden flex-none text-tiny font-medium text-cat sm:inline">{hit.label}</span>
                )}
              </span>
              <span className="truncate font-text text-tiny text-muted">{hit.text}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
