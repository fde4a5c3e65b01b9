import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../shell/loaded.tsx'

interface PartQuery<Data> {
  data: Data | undefined
  error: unknown
  refetch: () => unknown
}

/**
 * A card about one part of the site. While it loads or when it failed, the other cards are shown
 * all the same.
 */
export function PartCard<Data>({
  title,
  query,
  name,
  actions,
  more,
  children,
}: {
  title: string
  query: PartQuery<Data>
  /** What is loaded, in 'The … could not be loaded'. */
  name: string
  /** Buttons and state beside the title. */
  actions?: ReactNode
  /** Parts of the card that load on their own. */
  more?: ReactNode
  children: (data: Data) => ReactNode
}) {
  return (
    <Card title={title} actions={actions}>
      <Loaded query={query} name={name}>
        {children}
      </Loaded>
      {more}
    </Card>
  )
}
