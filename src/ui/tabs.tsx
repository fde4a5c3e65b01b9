import * as Radix from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'
import { useSideScroll } from './use-side-scroll.ts'

export interface Tab {
  id: string
  label: ReactNode
  panel: ReactNode
  /** The panel stays in the page while another tab is shown, with everything that it holds. */
  keep?: boolean
}

/** Tabs and the panel of the chosen one. Arrow keys move between tabs. */
export function Tabs({
  tabs,
  value,
  onChange,
  label,
}: {
  tabs: ReadonlyArray<Tab>
  value: string
  onChange: (id: string) => void
  /** Names the row of tabs where the page has more than one. */
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
