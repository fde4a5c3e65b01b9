import { useProfile } from '../../ui/site-profile.tsx'
import { SubscribeIsland } from './subscribe-island.tsx'

export interface SubscribeBandProps {
  title?: string
  text?: string
  /** The issue to which the band links as an example. */
  issue?: { number: number; href: string }
}

/**
 * The invitation at the end of a text or list, in the color of its category; the page is the
 * source.
 */
export function SubscribeBand({ title, text, issue }: SubscribeBandProps) {
  const { text: words, parts } = useProfile()
  if (!parts.newsletters) return null
  return (
    <section
      aria-labelledby="band-title"
      className="band mt-16 rounded-card p-6 sm:p-9"
      data-print="hide"
    >
      {issue && (
        <p className="mb-2 text-tiny font-semibold">
          {words('newsletterIssue', { number: issue.number })}
        </p>
      )}
      <h2 id="band-title" className="max-w-[24ch] text-section">
        {title ?? words('bandTitle')}
      </h2>
      <p className="mt-3 mb-6 max-w-[54ch] font-text text-small">{text ?? words('bandText')}</p>
      <div className="max-w-xl">
        <SubscribeIsland row />
      </div>
      {issue && (
        <p className="mt-4 text-small">
          <a
            className="inline-block py-0.5 font-semibold underline underline-offset-4"
            href={issue.href}
          >
            {words('readIssue', { number: issue.number })}
          </a>
        </p>
      )}
    </section>
  )
}
