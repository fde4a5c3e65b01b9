import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useWide } from './use-wide.ts'

/**
 * Fields under a heading that can be closed. A closed group says what is set in it (`state`). Open
 * at first where there is room for a column beside the text, and always when one of its fields has
 * a problem.
 */
export function FieldGroup({
  title,
  state,
  problem = false,
  children,
}: {
  title: string
  /** What the fields say, in a few words. */
  state: ReactNode
  /** Whether a field of the group is invalid. */
  problem?: boolean
  children: ReactNode
}) {
  const [open, setOpen] = useState(useWide())
  useEffect(() => {
    if (problem) setOpen(true)
  }, [problem])
  return (
    <details
      className="group/fields min-w-0 border border-line rounded-card bg-surface text-15"
      data-part="field-group"
      open={open}
      onToggle={(event) => {
        // React passes on the events of groups inside.
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open)
      }}
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-card py-2 px-4 hover:bg-sunk [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <h2 className="text-15">{title}</h2>
          <span
            className="block truncate text-13 text-muted group-open/fields:hidden"
            data-part="group-state"
          >
            {problem ? <span className="text-danger">Something is missing or wrong</span> : state}
          </span>
        </span>
        <ChevronDown className="size-4.5 flex-none text-muted motion-safe:transition-transform group-open/fields:rotate-180" />
      </summary>
      <div className="grid gap-4 px-4 pt-1 pb-4">{children}</div>
    </details>
  )
}
