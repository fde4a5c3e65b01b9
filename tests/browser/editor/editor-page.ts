import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { securityHeaders } from '../../../server/http/security-headers.ts'
import { validatorsWithoutEval, withoutDocument } from '../../../vite.config.ts'
import { type TemporaryFolder, temporaryFolder } from '../../temp-repository.ts'
import { patience } from '../browser.ts'
import { sharedBrowser } from '../shared-browser.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
/** A picture of one pixel. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

export interface EditorPages {
  /**
   * A page with only an editor, under the site's own headers. Any console message fails the test. `begin` shows the
   * next text of a test in a new editor, which takes a tenth of the time.
   */
  open(markdown: string): Promise<Page>
}

/** The editor in a browser for the tests of one file. */
export function editorInBrowser(): EditorPages {
  let folder: TemporaryFolder
  let server: Server
  let browser: Browser
  let opened: BrowserContext | null = null
  let complaints: Array<string> = []

  beforeAll(async () => {
    folder = await temporaryFolder()
    await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'error',
      plugins: [react(), tailwindcss(), validatorsWithoutEval],
      build: {
        outDir: folder.path,
        emptyOutDir: true,
        minify: false,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rollupOptions: { input: path.join(import.meta.dirname, 'harness.html') },
      },
      worker: { plugins: () => [withoutDocument, validatorsWithoutEval] },
    })
    server = createServer(async ({ url = '/' }, response) => {
      for (const [name, value] of securityHeaders({ https: false, development: false }))
        if (name !== 'Speculation-Rules') response.setHeader(name, value)
      const name = new URL(url, 'http://host').pathname
      if (name.startsWith('/media/')) {
        response.setHeader('Content-Type', 'image/png').end(point)
        return
      }
      const bytes = await readFile(path.join(folder.path, name === '/' ? 'harness.html' : name)).catch(() => null)
      response.statusCode = bytes ? 200 : 404
      response.setHeader('Cache-Control', 'max-age=3600')
      response.setHeader('Content-Type', types[path.extname(name) || '.html'] ?? 'application/octet-stream').end(bytes)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    browser = await sharedBrowser()
  })
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  afterAll(async () => {
    server?.closeAllConnections()
    server?.close()
    await folder?.[Symbol.asyncDispose]()
  })
  afterEach(async () => {
    await opened?.close()
    opened = null
    const found = complaints
    complaints = []
    expect(found).toEqual([])
  })

  return {
    async open(markdown) {
      opened = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      const page = await opened.newPage()
      page.setDefaultTimeout(patience)
      page.on('console', (message) => {
        // Foreign files of the corpus show pictures that the policy of the site refuses.
        if (
          /^(?:error|warning)$/.test(message.type()) &&
          !/^(?:Failed to load resource|Loading the image)/.test(message.text())
        )
          complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await page.goto(address())
      await page.locator('.ProseMirror').waitFor()
      // After the page is loaded, because it disables the browser's cache.
      await page.route(/^https:/, (route) => route.fulfill({ body: point, contentType: 'image/png' }))
      await show(page, markdown)
      return page
    },
  }
}

/** The Markdown that a save would write now. */
export function saved(page: Page): Promise<string> {
  return page.evaluate(() => window.harness.flush())
}

/** Sets another text from outside, with the caret at its start. */
export async function show(page: Page, markdown: string): Promise<void> {
  await page.evaluate((text) => window.harness.show(text), markdown)
  await goToStart(page)
}

/** Shows a text in a new editor, with the caret at its start, without the messages of the one before. */
export async function begin(page: Page, markdown: string): Promise<void> {
  await page.evaluate((text) => window.harness.begin(text), markdown)
  await page.locator('.ProseMirror').waitFor()
  await goToStart(page)
}

async function goToStart(page: Page): Promise<void> {
  // 20 ms after it received the focus, ProseMirror puts the caret back to where it last knew it. A key that has just
  // moved the caret would be lost then; a timer that starts later with the same delay ends after that.
  await page.locator('.ProseMirror').evaluate((text: HTMLElement) => {
    text.focus()
    return new Promise((resolve) => setTimeout(resolve, 20))
  })
  await page.keyboard.press('ControlOrMeta+Home')
  await selectionSeen(page)
}

/**
 * Waits for the editor to receive a new selection, which the browser reports after the key press; a person does not
 * press the next key before.
 */
export async function selectionSeen(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
}

/** Presses keys one after the other, as a person does; `Mod` is the key for commands. */
export async function press(page: Page, ...keys: Array<string>): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key.replace(/^Mod/, 'ControlOrMeta'))
    await selectionSeen(page)
  }
}

/** A button of the bar above the text. */
export function tool(page: Page, name: string): Locator {
  return page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
}
