import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'

/** Hydrates an island synchronously, so that the events that came before can be replayed. */
export function hydrateIsland(island: HTMLElement, Part: ComponentType<Record<string, unknown>>): void {
  const props = JSON.parse(island.dataset.props ?? '{}') as Record<string, unknown>
  flushSync(() => hydrateRoot(island, <Part {...props} />, { identifierPrefix: island.dataset.prefix }))
}
