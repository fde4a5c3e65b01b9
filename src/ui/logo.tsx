import { shownAt } from '#domain/shown-at.ts'
import { useProfile } from './site-profile.tsx'

/** The mark of the site: its own picture, or nine clip slots, one of them playing; for another subject a plain one. */
export function Logo({ className = '' }: { className?: string }) {
  const { logo, isSpecified } = useProfile()
  if (logo) return <img src={shownAt(logo, 320)} alt="" className={`${className} object-contain`} />
  if (!isSpecified)
    return (
      <svg viewBox="0 0 26 26" className={className} aria-hidden="true">
        <rect width="26" height="26" rx="6" className="fill-current" />
        <circle cx="13" cy="13" r="6" className="fill-accent" />
      </svg>
    )
  return (
    <svg viewBox="0 0 26 26" className={className} aria-hidden="true">
      {[0, 9, 18].flatMap((y) =>
        [0, 9, 18].map((x) => (
          <rect
            key={`${x}-${y}`}
            x={x}
            y={y}
            width="8"
            height="8"
            rx="1"
            className={x === 9 && y === 9 ? 'fill-accent' : 'fill-current'}
          />
        )),
      )}
      <path d="M11.5 10.6v4.8l4-2.4z" className="fill-on-accent" />
    </svg>
  )
}
