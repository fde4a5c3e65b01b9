import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'

/** Brings the markup of an island to life, at once, so that what was touched meanwhile can be done again. */
export function hydrateIsland(island: HTMLElement, Part: ComponentType<Record<string, unknown>>): void {
  const props = JSON.parse(island.dataset.props ?? '{}') as Record<string, unknown>
  flushSync(() => hydrateRoot(island, <Part {...props} />, { identifierPrefix: island.dataset.prefix }))
}
