import * as Radix from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'
import { useSideScroll } from './use-side-scroll.ts'

export interface Tab {
  id: string
  label: ReactNode
  panel: ReactNode
  /** Keeps the panel mounted, with its state, while another tab is shown. */
  keep?: boolean
}

/** Tabs and the selected panel. Arrow keys move between tabs. */
export function Tabs({
  tabs,
  value,
  onChange,
  label,
  end,
}: {
  tabs: ReadonlyArray<Tab>
  value: string
  onChange: (id: string) => void
  /** The accessible name of the tab list, for pages with several. */
  label?: string
  /** What stands at the end of the row. */
  end?: ReactNode
}) {
  const row = useSideScroll<HTMLDivElement>(value)
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <div className="flex shadow-[inset_0_-1.5px_var(--color-line)]" data-part="tab-row">
        <Radix.List ref={row} className="flex min-w-0 flex-1 gap-1 side-scroll" aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.id}
              value={tab.id}
              className={`flex-none min-h-10 py-1 ${end ? 'px-2.5' : 'px-3.5'} border-b-[2.5px] border-b-transparent text-15 font-semibold text-muted hover:text-ink data-[state=active]:border-b-accent data-[state=active]:text-ink focus-visible:-outline-offset-3 pointer-coarse:min-h-11`}
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {end}
      </div>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.id}
          value={tab.id}
          className="pt-4.5"
          {...(tab.keep ? { forceMount: true as const, hidden: tab.id !== value } : {})}
        >
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
