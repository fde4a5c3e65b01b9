import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp, { type Sharp } from 'sharp'
import { siteProcess } from '../tests/running-site.ts'
import type { Administrator } from '../tests/signed-in-site.ts'
import { launchBrowser, signedInPage } from './bench/browser.ts'
import { adminSite } from './screens/admin-site.ts'
import { adminScenes, publicScenes, type Scene, signedOutScenes } from './screens/scenes.ts'
import { takeStep } from './screens/steps.ts'
import { root } from './sources.mjs'

/** Window sizes of a desktop and a phone. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

// `npm run screens -- [NAME …]`: takes pictures of all or the named screens. Those in the
// documentation are replaced in docs/screens, the others are written to a folder beside the
// checkout. Needs `npm run build`.
const shown = path.join(root, 'docs', 'screens')
const folder = `${root}-screens`
const wanted = process.argv.slice(2)
const now = Math.floor(Date.now() / 1000)

/** A site, and how its pictures are stored. */
interface Stage {
  site: { url: string }
  format: 'png' | 'webp'
  /** The address of the scenes `article`. */
  article?: string
  /** Who is signed in. */
  ada?: Administrator
  commitElsewhere?(): Promise<void>
}

await mkdir(folder, { recursive: true })
const browser = await launchBrowser()
try {
  const ofVisitors = chosen(publicScenes)
  if (ofVisitors.length > 0) {
    await using site = await siteProcess({ committedAt: now })
    await takeAll(ofVisitors, { site, format: 'png' })
  }
  await using admin = await adminSite(now)
  // There are many screens of the admin; WebP takes a third of the bytes.
  const { site, invitation } = admin
  await takeAll(chosen(signedOutScenes(invitation)), { site, format: 'webp' })
  await takeAll(chosen(adminScenes), { format: 'webp', ...admin })
} finally {
  await browser.close()
}

function chosen(scenes: ReadonlyArray<Scene>): Array<Scene> {
  return scenes.filter(([name]) => wanted.length === 0 || wanted.includes(name))
}

/** Takes scenes of a site in each size, light and dark. */
async function takeAll(scenes: ReadonlyArray<Scene>, stage: Stage) {
  const { site, format, article = '/', commitElsewhere = async () => {}, ada } = stage
  if (scenes.length === 0) return
  for (const viewport of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      const options: BrowserContextOptions = {
        baseURL: site.url,
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
      }
      const page = await (ada
        ? signedInPage(browser, site.url, ada, options)
        : browser.newPage(options))
      // A first visit loads the fonts: a page renders without fonts that arrive too late.
      await page.goto('/about', { waitUntil: 'networkidle' })
      // The browser's own prompt before leaving unsaved work.
      page.on('dialog', (question) => void question.accept())
      for (const [name, address, ...steps] of scenes) {
        if (steps.includes('phone') && viewport !== sizes[1]) continue
        await forget(page, site.url)
        await page.goto(
          address === 'article' ? article : address,
          ada ? { waitUntil: 'networkidle' } : {},
        )
        for (const step of steps) await takeStep(page, step, commitElsewhere)
        await waitUntilShown(page)
        const picture = await stored(sharp(await page.screenshot()), format)
        const file = `${name}-${viewport.width}-${colorScheme}.${format}`
        await writeFile(
          path.join(existsSync(path.join(shown, file)) ? shown : folder, file),
          picture,
        )
      }
      await page.close()
    }
}

function stored(picture: Sharp, format: Stage['format']): Promise<Buffer> {
  return format === 'png'
    ? picture.png({ palette: true, effort: 10, compressionLevel: 9 }).toBuffer()
    : picture.webp({ quality: 50, effort: 6 }).toBuffer()
}
/** Removes what a scene stored in the browser, so that it does not affect the next. */
async function forget(page: Page, origin: string) {
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'indexeddb,local_storage',
  })
  await session.detach()
  // Before, what waits there would be sent.
  await page.unrouteAll()
}

/** Waits for fonts, for every visible picture and for a frame that shows them. */
async function waitUntilShown(page: Page) {
  // No named functions in here: the loader of this script would insert a call that does not exist
  // in pages.
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
