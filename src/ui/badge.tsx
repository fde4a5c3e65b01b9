import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'info' | 'warn' | 'danger' | 'ok'

/** A short label, such as a category or 'Draft'. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  )
}

/** A label for a state that changes; screen readers announce the change. */
export function Pill({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="pill" data-tone={tone} role="status">
      {children}
    </span>
  )
}
