import type { ReactNode } from 'react'
import { shownAt } from '#domain/shown-at.ts'
import type { Subject } from '#domain/site/subject.ts'
import { useProfile } from './site-profile.tsx'

const slots = [0, 9, 18]

/**
 * The marks of sites without a picture of their own: nine clip slots, one of them playing; for
 * another subject a plain one.
 */
const marks: Readonly<Record<Subject, ReactNode>> = {
  default: (
    <>
      {slots.flatMap((y) =>
        slots.map((x) => (
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
    </>
  ),
  own: (
    <>
      <rect width="26" height="26" rx="6" className="fill-current" />
      <circle cx="13" cy="13" r="6" className="fill-accent" />
    </>
  ),
}

/** The mark of the site: its own picture, or that of its subject. */
export function Logo({ className = '' }: { className?: string }) {
  const { logo, subject } = useProfile()
  if (logo) return <img src={shownAt(logo, 320)} alt="" className={`${className} object-contain`} />
  return (
    <svg viewBox="0 0 26 26" className={className} aria-hidden="true">
      {marks[subject]}
    </svg>
  )
}
