import path from 'node:path'
import type { Page } from 'playwright-core'
import { root } from '../sources.mjs'
import type { Scene } from './scene.ts'

const illustration = path.join(root, 'content/media/illustrations/warp-markers.png')

const rawText = `Warp modes, compared

Every warped clip has a warp mode, and the mode decides what Live does with the sound when the tempo changes. Pick it by the material, not by the name.

• Beats keeps the transients of drums where they are
• Tones is for a bass line or a voice
• Complex keeps a whole mix together, and costs the most

Listen to the tail of a snare with each of them. If it stutters, shorten the envelope before you try another mode.`

/** Both steps of the creator. */
export const creatorScenes: ReadonlyArray<Scene> = [
  { name: 'admin-write', path: '/admin/create-content?write=true', act: blank },
  { name: 'admin-create', path: '/admin/create-content', act: empty },
  { name: 'admin-create-filled', path: '/admin/create-content', act: filled },
  { name: 'admin-create-editing', path: '/admin/create-content', act: prepared },
  { name: 'admin-create-seo', path: '/admin/create-content', act: seo },
]

async function blank(page: Page) {
  await page.locator('.ProseMirror').waitFor()
}

/** Removes the restored draft of the scene before. */
async function empty(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const discard = page.getByRole('button', { name: 'Discard' })
  if (await discard.isVisible()) await discard.click()
  await page.getByLabel('Raw Content').waitFor()
}

async function filled(page: Page) {
  await empty(page)
  await page.getByLabel('Raw Content').fill(rawText)
  await page.locator('input[type="file"]').setInputFiles(illustration)
  await page.getByRole('button', { name: 'Suggest Tags' }).click()
  await page.getByRole('button', { name: 'Suggest Again' }).waitFor({ timeout: 60_000 })
  await page.locator('[data-part="creator-tag"]').first().click()
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
}

async function prepared(page: Page) {
  await empty(page)
  await page.getByLabel('Raw Content').fill(rawText)
  await page.getByRole('button', { name: 'Analyze & Prepare for Editing' }).click()
  await page.locator('.ProseMirror').waitFor()
}

async function seo(page: Page) {
  await prepared(page)
  await page.getByRole('tab', { name: 'SEO Optimization' }).click()
  await page.getByText('SEO score').waitFor()
}
