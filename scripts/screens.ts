import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { screens } from '../tests/browser/screens.ts'
import { runningSite } from '../tests/running-site.ts'
import { launchBrowser } from './bench/browser.ts'
import { root } from './sources.mjs'

/** Size of a window on a desk and of a phone. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

/** A screen that is more than its address: what is done on the page before the picture. */
interface Scene {
  name: string
  path: string
  act?: (page: Page) => Promise<unknown>
  /** Only where the window is this wide. */
  width?: number
}

const scenes: Array<Scene> = [
  // The carousel as it turns: it stands still for people who want less motion, which the pictures otherwise ask for.
  { name: 'home', path: '/', act: (page) => page.emulateMedia({ reducedMotion: 'no-preference' }) },
  ...screens.slice(1).map(({ name, path }) => ({ name: name === 'search' ? 'search-page' : name, path })),
  { name: 'search', path: '/', act: search },
  { name: 'download', path: '/', act: (page) => page.getByRole('button', { name: /Dub Chord MIDI Pack/ }).click() },
  { name: 'toast', path: '/newsletters', act: refuse },
  { name: 'saved-list', path: '/saved', act: save },
  { name: 'article-text', path: '/article/warp-modes', act: (page) => scrollTo(page, '.prose h2') },
  { name: 'article-end', path: '/article/warp-modes', act: (page) => scrollTo(page, '#band-title') },
  { name: 'sidebar', path: '/news', act: (page) => scrollTo(page, '#sidebar-subscribe') },
  { name: 'footer', path: '/news', act: (page) => scrollTo(page, 'footer') },
  { name: 'home-latest', path: '/', act: (page) => scrollTo(page, '#latest-articles') },
  { name: 'home-end', path: '/', act: (page) => scrollTo(page, '#band-title') },
  { name: 'menu', path: '/', width: 390, act: (page) => page.locator('summary').click() },
]

// `npm run screens -- [NAME …]`: pictures of every public screen, or of those that are named, in docs/screens. Needs `npm run build`.
const folder = path.join(root, 'docs', 'screens')
const wanted = process.argv.slice(2)
const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
await mkdir(folder, { recursive: true })
await using site = await runningSite({ committedAt: Math.floor(Date.now() / 1000) })
const browser = await launchBrowser()
try {
  for (const size of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        baseURL: site.url,
        viewport: size,
        colorScheme,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      // A first visit brings the fonts: a page that they reach too late does without.
      await page.goto('/about', { waitUntil: 'networkidle' })
      for (const { name, path: address, act, width = size.width } of chosen) {
        if (width !== size.width) continue
        await page.goto(address)
        await act?.(page)
        await settled(page)
        const picture = await sharp(await page.screenshot())
          .png({ palette: true, effort: 10, compressionLevel: 9 })
          .toBuffer()
        await writeFile(path.join(folder, `${name}-${size.width}-${colorScheme}.png`), picture)
      }
      await context.close()
    }
} finally {
  await browser.close()
}

async function search(page: Page) {
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('polymeter')
  await page.locator('a[data-hit]').first().waitFor()
}

async function refuse(page: Page) {
  await page.locator('main form button').click()
  await page.locator('.toast').waitFor()
}

async function save(page: Page) {
  for (const address of ['/article/warp-modes', '/news/4', '/article/roar-parallel-saturation']) {
    await page.goto(address)
    await page.locator('[data-save]').click()
  }
  await page.goto('/saved')
  await page.evaluate(() => localStorage.removeItem('session-notes:saved'))
}

function scrollTo(page: Page, selector: string) {
  return page.evaluate(
    (wanted) => document.querySelector(wanted)?.scrollIntoView({ block: 'start', behavior: 'instant' }),
    selector,
  )
}

/** Waits for fonts, for every picture in view and for a frame that shows them. */
async function settled(page: Page) {
  // No named function in here: the loader of this script would call something that pages don't have.
  await page.evaluate(async () => {
    await document.fonts.ready
    for (const image of document.images) {
      const { top, bottom, left, right } = image.getBoundingClientRect()
      if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) continue
      while (!image.complete) await new Promise((resolve) => requestAnimationFrame(resolve))
      await image.decode().catch(() => null)
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}
