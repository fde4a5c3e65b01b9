import { PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { longDateTime } from '#domain/dates.ts'
import type { UnpublishedItem } from '#domain/site-reader.ts'
import { useProfile } from '../ui/site-profile.tsx'

/** The banner above a draft or scheduled item, which administrators see, and people with a link. */
export function UnpublishedBanner({ item, timeZone }: { item: UnpublishedItem; timeZone: string }) {
  const { text } = useProfile()
  return (
    <div
      role="note"
      aria-label={text('notPublic')}
      className="border-b-[1.5px] border-ink bg-sunk"
      data-print="hide"
    >
      <div className="wrap flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-small">
        <p>
          <strong className="me-2 inline-block rounded-card bg-accent px-2 py-0.5 font-semibold text-on-accent">
            {text(item.status === 'draft' ? 'draftPage' : 'scheduledPage')}
          </strong>
          {item.sharedUntil ? (
            <Until
              sentence={text('sharedUntil', { zone: timeZone })}
              time={item.sharedUntil}
              timeZone={timeZone}
            />
          ) : item.status === 'scheduled' && item.publishedAt ? (
            <Until
              sentence={text('shownFrom', { zone: timeZone })}
              time={item.publishedAt}
              timeZone={timeZone}
            />
          ) : (
            text('administratorsOnly')
          )}
        </p>
        {!item.sharedUntil && (
          <a className="btn" href={item.editedAt}>
            <PencilLine /> {text('openInEditor')}
          </a>
        )}
      </div>
    </div>
  )
}

/** A sentence with `{time}` in it. */
function Until({
  sentence,
  time,
  timeZone,
}: {
  sentence: string
  time: string
  timeZone: string
}): ReactNode {
  const { language } = useProfile()
  const [before, after] = sentence.split('{time}')
  return (
    <>
      {before}
      <time dateTime={time}>{longDateTime(new Date(time), timeZone, language)}</time>
      {after}
    </>
  )
}
