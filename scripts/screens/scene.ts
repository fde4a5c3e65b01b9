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

/** The first button with a name. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()

/** The dialog in front. */
export const dialog = (page: Page) => page.locator('dialog[open]').last()

/** Presses a button, and waits for the dialog that it opens. */
export async function openDialog(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).click()
  await dialog(page).waitFor()
}

/** Shows the fields beside the text: on a phone, opens their sheet and its groups. */
export async function openDetails(page: Page): Promise<void> {
  const details = page.getByRole('button', { name: 'Details' })
  if (!(await details.isVisible())) return
  await details.click()
  await page.locator('dialog[open] [data-part="field-group"]').evaluateAll((groups) => {
    for (const group of groups) group.setAttribute('open', '')
  })
}

/** Fills a field beside the text. */
export async function fillBeside(page: Page, label: string, text: string): Promise<void> {
  await openDetails(page)
  await page.getByLabel(label).fill(text)
  const close = page.getByRole('button', { name: 'Close Details' })
  if (await close.isVisible()) await close.click()
}
