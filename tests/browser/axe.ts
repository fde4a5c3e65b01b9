import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

interface Axe {
  run(context: Document, options: object): Promise<unknown>
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Serious and critical findings, each as 'rule: element'. Between color schemes only the contrast can differ. */
async function findings(page: Page, rules: 'all' | 'contrast'): Promise<Array<string>> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options = { resultTypes: ['violations'], ...(rules === 'all' ? {} : { runOnly: ['color-contrast'] }) }
  const results = (await page.evaluate(
    (options) => (window as unknown as { axe: Axe }).axe.run(document, options),
    options,
  )) as AxeResults
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 150)} ${node.failureSummary ?? ''}`))
}

/** Expects no serious axe finding in the current state and the given color scheme. */
export async function expectAccessibleAs(page: Page, colorScheme: 'light' | 'dark', rules: 'all' | 'contrast' = 'all') {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
  // Chromium (156) sometimes keeps the color of an element for a while after the scheme is emulated.
  await expect
    .poll(() => findings(page, rules), { message: `${page.viewportSize()?.width} px, ${colorScheme}`, timeout: 3000 })
    .toEqual([])
}

/** Expects no serious axe finding at 390 and 1280 px, light and dark. */
export async function expectAccessible(page: Page, widths = [390, 1280]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessibleAs(page, 'light')
    await expectAccessibleAs(page, 'dark', 'contrast')
  }
}
