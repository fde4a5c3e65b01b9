import type { Page } from 'playwright-core'

/** A picture to take: the address, and the actions before it. */
export interface Scene {
  name: string
  path: string
  act?: (page: Page) => Promise<unknown>
  /** Only for this window width. */
  width?: number
}

export function scrollTo(page: Page, selector: string): Promise<void> {
  return page.evaluate(
    (wanted) => document.querySelector(wanted)?.scrollIntoView({ block: 'start', behavior: 'instant' }),
    selector,
  )
}
