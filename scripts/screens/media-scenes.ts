import type { Page } from 'playwright-core'
import { dialog, openDetails, type Scene } from './scene.ts'

/** The media library, and the dialogs that choose a picture, in the editor of an article. */
export function mediaScenes(article: string): Array<Scene> {
  return [
    { name: 'admin-media', path: '/admin/media', act: tiles },
    { name: 'admin-media-uploads', path: '/admin/media', act: uploads },
    { name: 'admin-media-picture', path: '/admin/media', act: picture },
    { name: 'admin-media-deleted', path: '/admin/media?show=deleted' },
    { name: 'admin-image-upload', path: article, act: insert },
    { name: 'admin-image-url', path: article, act: address },
    { name: 'admin-image-existing', path: article, act: existing },
    { name: 'admin-image-featured', path: article, act: featured },
  ]
}

async function tiles(page: Page) {
  await page.locator('.tile').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Uploads files that are rejected before they are sent, so that nothing is written. */
async function uploads(page: Page) {
  await tiles(page)
  await page.locator('input[type=file]').setInputFiles([
    { name: 'session-notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
  ])
  await page.getByText('0 of 2 uploaded, 2 failed').waitFor()
}

async function picture(page: Page) {
  await tiles(page)
  await page.locator('.tile').nth(2).click()
  await dialog(page).getByText('Used in').waitFor()
  await page.waitForLoadState('networkidle')
}

async function insert(page: Page) {
  await page.locator('.ProseMirror p').first().click()
  await page.getByRole('button', { name: 'Image', exact: true }).click()
  await dialog(page).getByRole('tab', { name: 'Existing Media' }).waitFor()
}

async function address(page: Page) {
  await insert(page)
  await dialog(page).getByRole('tab', { name: 'URL' }).click()
  await dialog(page).getByLabel('Image URL').fill('warp.png')
  await dialog(page).getByText('Please enter a valid URL').waitFor()
}

async function existing(page: Page) {
  await insert(page)
  await dialog(page).getByRole('tab', { name: 'Existing Media' }).click()
  await dialog(page).locator('.tile').nth(1).click()
  await dialog(page).getByRole('button', { name: 'Analyze Image' }).click()
  await dialog(page).getByRole('button', { name: 'Use as Alt Text' }).waitFor()
}

async function featured(page: Page) {
  await page.locator('.ProseMirror').first().waitFor()
  await openDetails(page)
  await page
    .getByRole('button', { name: /^(Add|Change) Image$/ })
    .first()
    .click()
  await tiles(page)
}
