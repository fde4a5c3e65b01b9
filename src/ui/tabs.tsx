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
}: {
  tabs: ReadonlyArray<Tab>
  value: string
  onChange: (id: string) => void
  /** The accessible name of the tab list, for pages with several. */
  label?: string
}) {
  const row = useSideScroll<HTMLDivElement>(value)
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List ref={row} className="tabs side-scroll" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className="tab">
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.id}
          value={tab.id}
          className="tab-panel"
          {...(tab.keep ? { forceMount: true as const, hidden: tab.id !== value } : {})}
        >
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
