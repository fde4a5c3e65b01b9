import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { siteProcess } from '../tests/running-site.ts'
import { launchBrowser } from './bench/browser.ts'
import { adminScenes, signedOutScenes } from './screens/admin-scenes.ts'
import { adminSite } from './screens/admin-site.ts'
import { publicScenes } from './screens/public-scenes.ts'
import type { Scene } from './screens/scene.ts'
import { root } from './sources.mjs'

/** Window sizes of a desktop and a phone. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

// `npm run screens -- [NAME …]`: takes pictures of all or the named screens. Those in the documentation are replaced
// in docs/screens, the others are written to a folder beside the checkout. Needs `npm run build`.
const shown = path.join(root, 'docs', 'screens')
const folder = `${root}-screens`
const wanted = process.argv.slice(2)
const now = Math.floor(Date.now() / 1000)
await mkdir(folder, { recursive: true })
const browser = await launchBrowser()
try {
  if (publicScenes.some(isWanted)) {
    await using site = await siteProcess({ committedAt: now })
    await takeAll(browser, site.url, publicScenes, savePng)
  }
  await using admin = await adminSite(now)
  await takeAll(browser, admin.site.url, signedOutScenes(admin.world), saveWebp)
  await takeAll(browser, admin.site.url, adminScenes(admin.world), saveWebp, admin.signIn)
} finally {
  await browser.close()
}

function isWanted({ name }: Scene): boolean {
  return wanted.length === 0 || wanted.includes(name)
}

type Save = (picture: Buffer, name: string) => Promise<unknown>

/** Takes the requested scenes of a site in each size, light and dark. */
async function takeAll(
  browser: Browser,
  baseURL: string,
  scenes: ReadonlyArray<Scene>,
  save: Save,
  signIn?: (context: BrowserContext) => Promise<void>,
) {
  const chosen = scenes.filter(isWanted)
  if (chosen.length === 0) return
  for (const size of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ baseURL, viewport: size, colorScheme, reducedMotion: 'reduce' })
      await signIn?.(context)
      const page = await context.newPage()
      // A first visit loads the fonts: a page renders without fonts that arrive too late.
      await page.goto('/about', { waitUntil: 'networkidle' })
      // The browser's own prompt before leaving unsaved work.
      page.on('dialog', (question) => void question.accept())
      for (const { name, path: address, act, width = size.width } of chosen) {
        if (width !== size.width) continue
        await forget(page, baseURL)
        await page.goto(address, signIn ? { waitUntil: 'networkidle' } : {})
        await act?.(page)
        await waitUntilShown(page)
        await save(await page.screenshot(), `${name}-${size.width}-${colorScheme}`)
      }
      await context.close()
    }
}

/** Removes what a scene stored in the browser, so that it does not affect the next. */
async function forget(page: Page, origin: string) {
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' })
  await session.detach()
}

async function savePng(picture: Buffer, name: string) {
  const small = await sharp(picture).png({ palette: true, effort: 10, compressionLevel: 9 }).toBuffer()
  await writeFile(placeOf(`${name}.png`), small)
}

/** There are many screens of the admin; WebP takes a third of the bytes. */
async function saveWebp(picture: Buffer, name: string) {
  await writeFile(placeOf(`${name}.webp`), await sharp(picture).webp({ quality: 50, effort: 6 }).toBuffer())
}

/** The file of a picture. */
function placeOf(name: string): string {
  return path.join(existsSync(path.join(shown, name)) ? shown : folder, name)
}

/** Waits for fonts, for every visible picture and for a frame that shows them. */
async function waitUntilShown(page: Page) {
  // No named functions in here: the loader of this script would insert a call that does not exist in pages.
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
