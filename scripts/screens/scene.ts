import type { Page } from 'playwright-core'

/** A picture to take: where, and what is done on the page before. */
export interface Scene {
  name: string
  path: string
  act?: (page: Page) => Promise<unknown>
  /** Only where the window is this wide. */
  width?: number
}

export function scrollTo(page: Page, selector: string): Promise<void> {
  return page.evaluate(
    (wanted) => document.querySelector(wanted)?.scrollIntoView({ block: 'start', behavior: 'instant' }),
    selector,
  )
}
