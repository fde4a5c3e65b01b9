import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'info' | 'warn' | 'danger' | 'ok'

const mark =
  'inline-flex items-center gap-[0.35em] py-0.25 border border-(--tone)/45 bg-(--tone)/9 text-13/[1.45] text-[color-mix(in_srgb,var(--tone)_75%,var(--color-ink))] font-semibold whitespace-nowrap'

/** A short label, such as a category or 'Draft'. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={`${mark} rounded-[3px] px-1.75`} data-tone={tone}>
      {children}
    </span>
  )
}

/** A label for a state that changes; screen readers announce the change. */
export function Pill({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`${mark} rounded-full px-2.5 before:size-[0.5em] before:rounded-full before:bg-(--tone)`}
      data-tone={tone}
      role="status"
    >
      {children}
    </span>
  )
}
