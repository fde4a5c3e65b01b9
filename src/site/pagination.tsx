import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useTexts } from '../ui/site-profile.tsx'

/** The address of one page of a list; page 1 is the list's own address. */
export function pageHref(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`
}

/** Links to the pages of a list. */
export function Pagination({ path, page, pages }: { path: string; page: number; pages: number }) {
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
        <a className="btn" href={pageHref(path, page - 1)} rel="prev">
          <ArrowLeft /> {text('previous')}
        </a>
      )}
      {shown.map((number, index) => (
        <span key={number} className="flex items-center gap-2">
          {index > 0 && number - (shown[index - 1] ?? 0) > 1 && (
            <span className="px-1 text-muted">…</span>
          )}
          <a
            href={pageHref(path, number)}
            aria-label={text('page', { number })}
            aria-current={number === page ? 'page' : undefined}
            className={`btn min-w-11 px-2 ${number === page ? 'btn-solid' : ''}`}
          >
            {number}
          </a>
        </span>
      ))}
      {page < pages && (
        <a className="btn" href={pageHref(path, page + 1)} rel="next">
          {text('next')} <ArrowRight />
        </a>
      )}
    </nav>
  )
}
