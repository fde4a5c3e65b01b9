import { PencilLine } from 'lucide-react'
import { longDateTime } from '#domain/dates.ts'
import type { UnpublishedItem } from '#domain/site-reader.ts'

/** The banner above a draft or scheduled item, which administrators see, and people with a link. */
export function UnpublishedBanner({ item, timeZone }: { item: UnpublishedItem; timeZone: string }) {
  return (
    <div role="note" aria-label="Not public" className="border-b-[1.5px] border-ink bg-sunk" data-print="hide">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-small">
        <p>
          <strong className="mr-2 inline-block rounded-card bg-accent px-2 py-0.5 font-semibold text-on-accent">
            {item.status === 'draft' ? 'Draft' : 'Scheduled'}
          </strong>
          {item.sharedUntil ? (
            <>
              This page is not published yet, and may change. It was shared with you until{' '}
              <time dateTime={item.sharedUntil}>{longDateTime(new Date(item.sharedUntil), timeZone)}</time> ({timeZone}
              ).
            </>
          ) : item.status === 'scheduled' && item.publishedAt ? (
            <>
              Visitors see this page from{' '}
              <time dateTime={item.publishedAt}>{longDateTime(new Date(item.publishedAt), timeZone)}</time> ({timeZone})
              on.
            </>
          ) : (
            'Only signed-in administrators see this page.'
          )}
        </p>
        {!item.sharedUntil && (
          <a className="btn" href={item.editedAt}>
            <PencilLine aria-hidden="true" /> Open in Editor
          </a>
        )}
      </div>
    </div>
  )
}
