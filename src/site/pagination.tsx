import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type ArticleFilters, listHref } from '#domain/article-filters.ts'
import { useTexts } from '../ui/site-profile.tsx'

/** Links to the pages of a list. */
export function Pagination({
  path,
  page,
  pages,
  filters = {},
}: {
  path: string
  page: number
  pages: number
  filters?: ArticleFilters
}) {
  const text = useTexts()
  if (pages < 2) return null
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1,
  )
  return (
    <nav
      aria-label={text('pages')}
      className="mt-14 flex flex-wrap items-center gap-2 border-t-2 border-ink pt-6"
    >
      {page > 1 && (
        <a className="btn" href={listHref(path, filters, page - 1)} rel="prev">
          <ArrowLeft /> {text('previous')}
        </a>
      )}
      {shown.map((number, index) => (
        <span key={number} className="flex items-center gap-2">
          {index > 0 && number - (shown[index - 1] ?? 0) > 1 && (
            <span className="px-1 text-muted">…</span>
          )}
          <a
            href={listHref(path, filters, number)}
            aria-label={text('page', { number })}
            aria-current={number === page ? 'page' : undefined}
            className={`btn min-w-11 px-2 ${number === page ? 'btn-solid' : ''}`}
          >
            {number}
          </a>
        </span>
      ))}
      {page < pages && (
        <a className="btn" href={listHref(path, filters, page + 1)} rel="next">
          {text('next')} <ArrowRight />
        </a>
      )}
    </nav>
  )
}
