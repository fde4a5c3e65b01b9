import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { overflowing, patience } from './browser.ts'

interface Axe {
  run(context: Document, options: object): Promise<unknown>
  _audit: {
    rules: ReadonlyArray<{
      id: string
      impact: string
      enabled: boolean
      tags: ReadonlyArray<string>
    }>
    /** Tags of the rules that a run without `runOnly` leaves out. */
    tagExclude: ReadonlyArray<string>
  }
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/**
 * Serious and critical findings, each as 'rule: element'. Only the rules that can have such
 * findings are run, because the impact of a rule is that of its findings.
 */
async function findings(page: Page): Promise<Array<string>> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const results = (await page.evaluate(() => {
    const { axe } = window as unknown as { axe: Axe }
    const { rules: known, tagExclude } = axe._audit
    const grave = known
      .filter(({ enabled, tags }) => enabled && !tags.some((tag) => tagExclude.includes(tag)))
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    return axe.run(document, { resultTypes: ['violations'], runOnly: grave.map(({ id }) => id) })
  })) as AxeResults
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 150)} ${node.failureSummary ?? ''}`),
    )
}

/** Expects no serious axe finding in the current state and the given color scheme. */
export async function expectAccessibleAs(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
  // Chromium (156) sometimes keeps the color of an element for a while after the scheme is
  // emulated.
  await expect
    .poll(() => findings(page), {
      message: `${page.url()}, ${page.viewportSize()?.width} px, ${colorScheme}`,
      timeout: patience,
    })
    .toEqual([])
}

/**
 * Expects no serious axe finding at each of the widths: a phone is dark, and a wide window light.
 */
export async function expectAccessible(page: Page, widths = [390, 1280]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessibleAs(page, width < 768 ? 'dark' : 'light')
  }
}

/** Expects the same on a phone and in a window, and that nothing is wider than these. */
export async function expectRoomy(page: Page, message: string) {
  for (const width of [390, 1280]) {
    await expectAccessible(page, [width])
    expect(await overflowing(page), `${message}, ${width} px`).toEqual([])
  }
}
