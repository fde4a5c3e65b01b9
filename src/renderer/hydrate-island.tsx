import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { SiteProfileProvider } from '../ui/site-profile.tsx'
import { pageProfile } from './page-profile.ts'

/** Hydrates an island synchronously, so that the events that came before can be replayed. */
export function hydrateIsland(island: HTMLElement, Part: ComponentType<Record<string, unknown>>): void {
  const props = JSON.parse(island.dataset.props ?? '{}') as Record<string, unknown>
  flushSync(() =>
    hydrateRoot(
      island,
      <SiteProfileProvider value={pageProfile()}>
        <Part {...props} />
      </SiteProfileProvider>,
      { identifierPrefix: island.dataset.prefix },
    ),
  )
}
