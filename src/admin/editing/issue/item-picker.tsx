import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { longDate } from '#domain/dates.ts'
import { type Piece, presents, type SiteItem } from '#domain/issue-skeleton.ts'
import { reasonOf } from '../../../api/refusal.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useSiteFacts } from '../../shell/site-facts.ts'
import { publishedItems } from './site-items.ts'

/** A dialog to choose a published article or news item, by a part of its title or excerpt. */
export function ItemPicker({
  without,
  onPick,
  onClose,
  children,
}: {
  /** Items that these articles present are not offered. */
  without: ReadonlyArray<Pick<Piece, 'content'>>
  onPick: (item: SiteItem) => void
  onClose: () => void
  /** More to choose, above the list. */
  children?: ReactNode
}) {
  const { timeZone } = useSiteFacts()
  const [q, setQ] = useState('')
  const { data, error } = useQuery({
    queryKey: ['published-items', q],
    queryFn: ({ signal }) => publishedItems(q, signal),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const offered = data?.filter((item) => !without.some((piece) => presents(piece, item))) ?? []
  // Outside of the form around it, which Enter in the search would submit.
  return createPortal(
    <Dialog title="Put in an article" onClose={onClose}>
      <div className="grid gap-4">
        <SearchField label="Search published content" value={q} onSearch={setQ} />
        {children}
        {error ? (
          <FormError>{reasonOf(error) ?? 'The server could not be reached.'}</FormError>
        ) : !data ? (
          <Spinner label="Loading..." />
        ) : offered.length === 0 ? (
          <p className="text-small text-muted">
            Nothing that is published and not in the issue fits.
          </p>
        ) : (
          <ul aria-label="Published content" className="grid">
            {offered.map((item) => (
              <li key={item.address} className="border-b border-line">
                <button
                  type="button"
                  className="grid w-full gap-0.5 px-2 py-2 text-start text-small hover:bg-sunk
                    focus-visible:bg-sunk"
                  onClick={() => onPick(item)}
                >
                  <span dir="auto" className="font-semibold">
                    {item.title}
                  </span>
                  <span className="text-muted">
                    {item.address.startsWith('/news/') ? 'News' : 'Article'} ·{' '}
                    {longDate(new Date(item.publishedAt), timeZone)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>,
    document.body,
  )
}
