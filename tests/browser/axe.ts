import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { overflowing, patience } from './browser.ts'

interface Axe {
  run(context: Document, options: object): Promise<unknown>
  _audit: {
    rules: ReadonlyArray<{ id: string; impact: string; enabled: boolean; tags: ReadonlyArray<string> }>
    /** Tags of the rules that a run without `runOnly` leaves out. */
    tagExclude: ReadonlyArray<string>
  }
}

type Rules = 'all' | 'contrast'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Serious and critical findings, each as 'rule: element'. Only the rules that can have such findings are run, because
 * the impact of a rule is that of its findings. Between color schemes only the contrast can differ.
 */
async function findings(page: Page, rules: Rules): Promise<Array<string>> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const results = (await page.evaluate((rules) => {
    const { axe } = window as unknown as { axe: Axe }
    const { rules: known, tagExclude } = axe._audit
    const grave = known
      .filter(({ enabled, tags }) => enabled && !tags.some((tag) => tagExclude.includes(tag)))
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    const ids = rules === 'all' ? grave.map(({ id }) => id) : ['color-contrast']
    return axe.run(document, { resultTypes: ['violations'], runOnly: ids })
  }, rules)) as AxeResults
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 150)} ${node.failureSummary ?? ''}`))
}

/** Expects no serious axe finding in the current state and the given color scheme. */
export async function expectAccessibleAs(page: Page, colorScheme: 'light' | 'dark', rules: Rules = 'all') {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
  // Chromium (156) sometimes keeps the color of an element for a while after the scheme is emulated.
  await expect
    .poll(() => findings(page, rules), {
      message: `${page.url()}, ${page.viewportSize()?.width} px, ${colorScheme}`,
      timeout: patience,
    })
    .toEqual([])
}

/** Expects no serious axe finding at each of the widths: dark at the narrow ones, light at the last; light and dark at a single one. */
export async function expectAccessible(page: Page, widths = [390, 1280]) {
  const last = widths.at(-1)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessibleAs(page, width === last ? 'light' : 'dark')
  }
  if (widths.length === 1) await expectAccessibleAs(page, 'dark', 'contrast')
}

/** Expects the same on a dark phone and in a light window, and that nothing is wider than these. */
export async function expectRoomy(page: Page, message: string) {
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessibleAs(page, colorScheme)
    expect(await overflowing(page), `${message}, ${width} px`).toEqual([])
  }
}
