import type { Page } from 'playwright-core'
import { screens } from '../../tests/browser/screens.ts'
import { type Scene, scrollTo } from './scene.ts'

/** Every public screen, and its relevant states. */
export const publicScenes: ReadonlyArray<Scene> = [
  // The moving carousel: with reduced motion, which the other pictures use, it stands still.
  { name: 'home', path: '/', act: (page) => page.emulateMedia({ reducedMotion: 'no-preference' }) },
  ...screens.slice(1).map(({ name, path }) => ({ name: name === 'search' ? 'search-page' : name, path })),
  { name: 'search', path: '/', act: search },
  { name: 'download', path: '/', act: (page) => page.getByRole('button', { name: /Dub Chord MIDI Pack/ }).click() },
  { name: 'toast', path: '/newsletters', act: refuse },
  { name: 'saved-list', path: '/saved', act: save },
  { name: 'saved-offline', path: '/saved', act: saveAndLeave },
  { name: 'article-text', path: '/article/warp-modes', act: (page) => scrollTo(page, '.prose h2') },
  { name: 'article-end', path: '/article/warp-modes', act: (page) => scrollTo(page, '#band-title') },
  { name: 'sidebar', path: '/news', act: (page) => scrollTo(page, '#sidebar-subscribe') },
  { name: 'footer', path: '/news', act: (page) => scrollTo(page, 'footer') },
  { name: 'home-latest', path: '/', act: (page) => scrollTo(page, '#latest-articles') },
  { name: 'home-end', path: '/', act: (page) => scrollTo(page, '#band-title') },
  { name: 'menu', path: '/', width: 390, act: (page) => page.locator('summary').click() },
]

async function search(page: Page) {
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('polymeter')
  await page.locator('a[data-hit]').first().waitFor()
}

async function refuse(page: Page) {
  await page.locator('main form button').click()
  await page.locator('[data-part="toast"]').waitFor()
}

async function save(page: Page) {
  for (const address of ['/article/warp-modes', '/news/4', '/article/roar-parallel-saturation']) {
    await page.goto(address)
    await page.locator('[data-save]').click()
    await page.getByText('Kept for reading offline').waitFor()
  }
  await page.goto('/saved')
  await page.getByText('Readable offline').filter({ visible: true }).nth(2).waitFor()
}

/** The saved list while offline. */
async function saveAndLeave(page: Page) {
  await save(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('You are offline.').waitFor()
  await page.context().setOffline(false)
}
