import { useEffect, useState } from 'react'
import { useLocal } from '../offline/local-provider.tsx'
import { openInTab } from '../offline/tabs.ts'

/** In how many other tabs the thing of this name is open; nothing is said to them without a name. */
export function useOtherTabs(name: string | null): number {
  const { tabs } = useLocal()
  const [others, setOthers] = useState(0)
  useEffect(() => (name === null ? undefined : openInTab(tabs, name, setOthers)), [tabs, name])
  return others
}

/** Says that several tabs share one draft; nothing where there is no other. */
export function TabsNotice({ others, className = '' }: { others: number; className?: string }) {
  if (others === 0) return null
  return (
    <div className={`notice ${className}`} role="status">
      <p>
        {others === 1 ? 'This is also open in another tab.' : `This is also open in ${others} other tabs.`} What you
        type shows in all of them.
      </p>
    </div>
  )
}
