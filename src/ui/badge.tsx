import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'info' | 'warn' | 'danger' | 'ok'

/** A small word about a thing: its category, that it is a draft. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  )
}

/** A word for a state that changes while one looks at it; the change is read out. */
export function Pill({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="pill" data-tone={tone} role="status">
      {children}
    </span>
  )
}
