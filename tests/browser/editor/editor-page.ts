import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { root } from '../../../scripts/sources.mjs'
import { securityHeaders } from '../../../server/http/security-headers.ts'
import { type TemporaryFolder, temporaryFolder } from '../../temp-repository.ts'
import { patience } from '../browser.ts'
import { sharedBrowser } from '../shared-browser.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
const viewport = { width: 1280, height: 900 }
/** A picture of one pixel. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

export interface EditorPages {
  /**
   * A page with only an editor, under the site's own headers, which is the same for all tests; the
   * editor is a new one. Any console message fails the test. `begin` shows the next text of a test
   * in another new editor.
   */
  open(markdown: string): Promise<Page>
}

/** The editor in a browser for the tests of one file. Needs the styles of `npm run build`. */
export function editorInBrowser(): EditorPages {
  let folder: TemporaryFolder
  let server: Server
  let browser: Browser
  let shared: Page | null = null
  let complaints: Array<string> = []

  beforeAll(async () => {
    folder = await temporaryFolder()
    await bundleEditor(folder.path)
    server = createServer(async ({ url = '/' }, response) => {
      for (const [name, value] of securityHeaders({ https: false, development: false }))
        if (name !== 'Speculation-Rules') response.setHeader(name, value)
      const name = new URL(url, 'http://host').pathname
      if (name.startsWith('/media/')) {
        response.setHeader('Content-Type', 'image/png').end(point)
        return
      }
      // The editor names its thread by its source.
      const file = name === '/' ? 'harness.html' : name.replace(/\.ts$/, '.js')
      const bytes = await readFile(path.join(folder.path, file)).catch(() => null)
      response.statusCode = bytes ? 200 : 404
      response
        .setHeader('Content-Type', types[path.extname(file)] ?? 'application/octet-stream')
        .end(bytes)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    browser = await sharedBrowser()
  })
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const close = async () => {
    await shared?.context().close()
    shared = null
  }
  afterAll(async () => {
    await close()
    server?.closeAllConnections()
    server?.close()
    await folder?.[Symbol.asyncDispose]()
  })
  afterEach(async ({ task }) => {
    // What a failed test has left behind must not fail others.
    if (task.result?.state === 'fail') await close()
    const found = complaints
    complaints = []
    expect(found).toEqual([])
  })

  async function load(): Promise<Page> {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
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
    await page.route(/^https:/, (route) => route.fulfill({ body: point, contentType: 'image/png' }))
    await page.goto(address())
    await page.locator('.ProseMirror').waitFor()
    return page
  }

  return {
    async open(markdown) {
      if (shared) {
        await begin(shared, markdown)
        return shared
      }
      shared = await load()
      await show(shared, markdown)
      return shared
    },
  }
}

/**
 * Writes the page with the editor into a folder: with its own scripts, and the styles of the built
 * admin.
 */
async function bundleEditor(folder: string): Promise<void> {
  const options: BuildOptions = {
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    outdir: folder,
    // The styles of the build have those of each part.
    loader: { '.css': 'empty' },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [validatorsWithoutEval],
    logLevel: 'error',
  }
  const name = 'decode-named-character-reference'
  await Promise.all([
    build({ ...options, entryPoints: [path.join(import.meta.dirname, 'harness.tsx')] }),
    build({
      ...options,
      entryPoints: [path.join(root, 'src/admin/editor/markdown-worker.ts')],
      // Its variant for browsers needs a document.
      alias: { [name]: fileURLToPath(import.meta.resolve(name)) },
    }),
    copyFile(path.join(import.meta.dirname, 'harness.html'), path.join(folder, 'harness.html')),
  ])
  const built = path.join(root, 'dist', 'client', 'assets', 'static')
  const names = (await readdir(built)).filter((file) => file.endsWith('.css')).sort()
  const sheets = await Promise.all(names.map((file) => readFile(path.join(built, file), 'utf8')))
  const ofAdmin = sheets.filter((sheet) => /\.(?:admin-wrap|ProseMirror)\b/.test(sheet))
  if (ofAdmin.length === 0) throw new Error('There is no build: run `npm run build` first.')
  await writeFile(path.join(folder, 'admin.css'), ofAdmin.join('\n'))
}

/**
 * Its validators try at first whether they may write code, which the policy forbids, as in
 * `vite.config.ts`.
 */
const validatorsWithoutEval: Plugin = {
  name: 'validators-without-eval',
  setup({ onLoad }) {
    onLoad({ filter: /zod\/v4\/core\/core\.js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\nconfig({ jitless: true })\n`,
    }))
  },
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

/**
 * Shows a text in a new editor, with the caret at its start, without the messages of the one
 * before.
 */
export async function begin(page: Page, markdown: string): Promise<void> {
  if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport)
  await page.evaluate((text) => window.harness.begin(text), markdown)
  await page.locator('.ProseMirror').waitFor()
  await goToStart(page)
}

async function goToStart(page: Page): Promise<void> {
  // 20 ms after it received the focus, ProseMirror puts the caret back to where it last knew it. A
  // key that has just moved the caret would be lost then; a timer that starts later with the same
  // delay ends after that.
  await page.locator('.ProseMirror').evaluate((text: HTMLElement) => {
    text.focus()
    return new Promise((resolve) => setTimeout(resolve, 20))
  })
  await page.keyboard.press('ControlOrMeta+Home')
  await selectionSeen(page)
}

/**
 * Waits for the editor to receive a new selection, which the browser reports after the key press; a
 * person does not press the next key before.
 */
export async function selectionSeen(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  )
}

/**
 * Waits until the kit has taken away its line for a drop, 30 ms later; it complains when its editor
 * is gone by then.
 */
export async function dropEnds(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 30)))
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
  return page
    .getByRole('toolbar', { name: 'Formatting' })
    .getByRole('button', { name, exact: true })
}
