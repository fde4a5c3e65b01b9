import type { ReactNode } from 'react'

/** A table in a frame that scrolls. */
export function ScrollingTable({
  label,
  className,
  children,
}: {
  label: string
  className: string
  children: ReactNode
}) {
  return (
    <section
      className={`mt-2 max-h-64 overflow-auto rounded-card border border-line [&_table]:w-full [&_table]:border-collapse [&_table]:text-13 [&_:is(th,td)]:border-b [&_:is(th,td)]:border-line [&_:is(th,td)]:px-2.5 [&_:is(th,td)]:py-1 ${className}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <table>{children}</table>
    </section>
  )
}
