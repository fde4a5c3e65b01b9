import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchBrowser } from '../../../scripts/bench/browser.ts'
import { securityHeaders } from '../../../server/http/security-headers.ts'
import { validatorsWithoutEval, withoutDocument } from '../../../vite.config.ts'
import { type TemporaryFolder, temporaryFolder } from '../../temp-repository.ts'
import { patience } from '../browser.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
/** A picture of one pixel. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

export interface EditorPages {
  /** A page with only an editor, under the site's own headers. Any console message fails the test. */
  open(markdown: string, options?: BrowserContextOptions): Promise<Page>
}

/** The editor in a browser for the tests of one file. */
export function editorInBrowser(): EditorPages {
  let folder: TemporaryFolder
  let server: Server
  let browser: Browser
  let shared: BrowserContext
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
    browser = await launchBrowser({ sharedProcesses: true })
    shared = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    // It keeps the renderer process with the compiled scripts.
    await (await shared.newPage()).goto(address())
  })
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  afterAll(async () => {
    await browser?.close()
    server?.closeAllConnections()
    server?.close()
    await folder?.[Symbol.asyncDispose]()
  })
  afterEach(async () => {
    const [, ...pages] = shared.pages()
    for (const page of pages) await page.close()
    for (const context of browser.contexts()) if (context !== shared) await context.close()
    const found = complaints
    complaints = []
    expect(found).toEqual([])
  })

  return {
    async open(markdown, options) {
      const context = options
        ? await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
        : shared
      const page = await context.newPage()
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
  await page.locator('.ProseMirror').focus()
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
