import type { Page } from 'playwright-core'
import type { AdminVisit } from './admin.ts'
import { type DraftSite, draftSite, follow } from './draft-site.ts'

/** Enough text for a title, a category and keywords. */
export const rawText = `Warp modes, compared

Warp modes decide how Live stretches a sample. Beats mode keeps the transients of drums, and Complex mode keeps a whole mix together.

• Pick Beats for drums
• Pick Complex for a mix

Warp modes change the sound of a clip, so listen to the clip before you mix it.`

export const creatorAddress = '/admin/create-content'

export interface CreatorSite extends DraftSite {
  /** Opens the input step in a new page, and enters a text. */
  write(text?: string, options?: AdminVisit): Promise<Page>
  /** Opens the editing step in a new page, with the analysis of a text. */
  prepare(type: 'Article' | 'News', options?: AdminVisit): Promise<Page>
}

/** The small site of the draft editor's tests, for the tests of the creator. */
export function creatorSite(): CreatorSite {
  const site = draftSite()
  async function write(text = rawText, options: AdminVisit = {}): Promise<Page> {
    const page = await site.visit(creatorAddress, options)
    await page.getByLabel('Raw Content').fill(text)
    return page
  }
  return {
    ...site,
    write,
    async prepare(type, options) {
      const page = await write(rawText, options)
      await choose(page, type)
      return page
    },
  }
}

async function choose(page: Page, type: 'Article' | 'News'): Promise<void> {
  await page.getByRole('radio', { name: type }).check()
  await analyze(page)
}

/** Opens the editing step with the analysis of a text from another screen. */
export async function prepareAgain(page: Page, type: 'Article' | 'News'): Promise<void> {
  await follow(page, creatorAddress)
  await page.getByLabel('Raw Content').fill(rawText)
  await choose(page, type)
}

/** Analyzes the text and waits for the editing step. */
export async function analyze(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Analyze & Prepare for Editing' }).click()
  await page.getByRole('heading', { level: 1, name: 'Edit Content' }).waitFor()
  await page.locator('.ProseMirror').waitFor()
}

/** The title and text of the visible toast. */
export function toast(page: Page, title: string): Promise<string> {
  // Waited for and read in one step, because it disappears by itself.
  return page.locator('[data-part="toast"]', { hasText: title }).innerText()
}
