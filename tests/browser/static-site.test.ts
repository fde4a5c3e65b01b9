import { cp, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { serveFiles } from '../export-fixture.ts'
import { type ListeningServer, listening } from '../listening-server.ts'
import { runScript } from '../run-script.ts'
import { shareCache } from '../shared-cache.ts'
import {
  type TemporaryFolder,
  type TemporaryRepository,
  temporaryFolder,
  temporaryRepository,
} from '../temp-repository.ts'
import { expectAccessibleAs } from './axe.ts'
import { patience } from './browser.ts'
import { sharedBrowser } from './shared-browser.ts'

const root = path.join(import.meta.dirname, '../..')
/** The texts of the site; the pictures of all of them would take most of the time. */
const texts =
  /\/(?:sidechain-that-breathes|live-12-3-released|006-finish-something|glass-fm-hits)\.md$/

let repository: TemporaryRepository
let folder: TemporaryFolder
let files: ListeningServer
let context: BrowserContext | null = null
let forms: Awaited<ReturnType<typeof formServer>>

beforeAll(async () => {
  repository = await temporaryRepository()
  folder = await temporaryFolder()
  await cp(path.join(root, 'content'), repository.path('content'), {
    recursive: true,
    filter: (name) =>
      !/\/(?:articles|news|newsletters|downloads)\/.*\.md$/.test(name) || texts.test(name),
  })
  await repository.commit('Content')
  forms = await formServer()
  const target = path.join(folder.path, 'site')
  const args = [
    'static',
    target,
    '--site',
    'https://notes.example.org',
    '--forms',
    `${forms.url}/take`,
  ]
  const data = path.join(folder.path, 'data')
  // Where the export's own server keeps what it computes.
  await shareCache(path.join(data, 'cache/export'))
  const run = await runScript('export', args, {
    CONTENT_DIR: repository.path('content'),
    DATA_DIR: data,
  })
  expect(run.code, run.output).toBe(0)
  // As a host that reads `_headers` sends it.
  const policy = /Content-Security-Policy: (.*)/.exec(
    await readFile(path.join(target, '_headers'), 'utf8'),
  )?.[1]
  files = await serveFiles(target, policy)
}, 900_000)

afterEach(async () => {
  await context?.close()
  context = null
})
afterAll(async () => {
  await forms?.[Symbol.asyncDispose]()
  await files?.[Symbol.asyncDispose]()
  await repository?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

/** A server that takes forms, as services for static sites do. */
async function formServer() {
  const sent: Array<string> = []
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    if (req.method === 'POST') sent.push(body)
    res.setHeader('Content-Type', 'text/html').end('<title>Thank you</title>')
  })
  return { ...(await listening(server)), sent }
}

/**
 * Opens a page of the exported site. `complaints` are messages of the console, calls of the API and
 * requests to other hosts.
 */
async function open(address: string): Promise<{ page: Page; complaints: Array<string> }> {
  context = await (await sharedBrowser()).newContext()
  const page = await context.newPage()
  const complaints: Array<string> = []
  page.on('console', (message) => {
    if (/^(?:error|warning)$/.test(message.type()))
      complaints.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${files.url}/`))
      complaints.push(`foreign request: ${request.url()}`)
    if (/\/api\//.test(request.url())) complaints.push(`a call: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() !== 200) complaints.push(`${response.status()} ${response.url()}`)
  })
  await page.goto(`${files.url}${address}`)
  return { page, complaints }
}

test('no page asks for a file that is missing or for a server, and its forms are sent to the given address', async () => {
  const { page, complaints } = await open('/')
  const lists = ['/category/all', '/news', '/saved', '/offline']
  const others = ['/news/4', '/newsletter/6', '/about', '/downloads/glass-fm-hits']
  for (const address of [...lists, ...others, '/downloads', '/article/sidechain-that-breathes']) {
    await page.goto(`${files.url}${address}/`)
    // Pictures further down are loaded when they are near.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.waitForLoadState('networkidle')
  }
  expect(complaints).toEqual([])

  // A form is sent without script, and nothing is asked of the site.
  await page.locator('footer summary').click()
  const form = page.locator('footer form[method="post"]')
  await form.getByPlaceholder('you@example.com').fill('ann@example.org')
  expect(complaints).toEqual([])
  await form.getByRole('button').click()
  await expect.poll(() => page.title(), { timeout: patience }).toBe('Thank you')
  expect(new URLSearchParams(forms.sent[0]).get('email')).toBe('ann@example.org')
  expect(new URLSearchParams(forms.sent[0]).get('source')).toBe('footer')

  // A download leads to its page, whose form says which file is wanted.
  await page.goto(`${files.url}/downloads`)
  await page.locator('main a.btn[href^="/downloads/"]').first().click()
  await page.waitForURL(/\/downloads\/[a-z-]+/)
  const download = page.locator('main form[method="post"]')
  await download.getByPlaceholder('you@example.com').fill('ben@example.org')
  await download.getByRole('button').click()
  await expect.poll(() => page.title(), { timeout: patience }).toBe('Thank you')
  expect(forms.sent.length).toBe(2)
  expect(new URLSearchParams(forms.sent[1]).get('download_id')).toMatch(/^\d+$/)
})

test('without a network, the overlay goes on searching and a saved article is shown', async () => {
  const { page, complaints } = await open('/about')
  await page.getByRole('button', { name: 'Search' }).click()
  const overlay = page.locator('dialog[open]')
  await overlay.getByRole('searchbox').fill('sidechain')
  await overlay.locator('a[data-hit][href="/article/sidechain-that-breathes"]').waitFor()
  await page.context().setOffline(true)
  await overlay.getByRole('searchbox').fill('live')
  await expect
    .poll(() => overlay.getByRole('status').textContent(), { timeout: patience })
    .toMatch(/^\d+ results?$/)
  await page.context().setOffline(false)
  await overlay.locator('a[data-hit]').first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(complaints).toEqual([])

  await page.goto(`${files.url}/article/sidechain-that-breathes`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Kept for reading offline').waitFor()
  expect(complaints).toEqual([])
  await page.context().setOffline(true)
  await page.goto(`${files.url}/saved`)
  await page.locator('[data-saved-list] h2 a').click()
  await expect
    .poll(() => page.locator('h1').textContent(), { timeout: patience })
    .toMatch(/sidechain/i)
})

test('the search page shows the results of its address; without the index it says so, and a press tries again', async () => {
  const { page, complaints } = await open('/search/?q=sidechain')
  const status = () => page.locator('main [role="status"]').textContent()
  await expect.poll(status, { timeout: patience }).toMatch(/results? for "sidechain"/)
  expect(await page.locator('main input[name="q"]').inputValue()).toBe('sidechain')
  expect(await page.title()).toBe('Search: sidechain · Session Notes')
  await expectAccessibleAs(page, 'light')
  await page.goto(`${files.url}/search?q=qqqqzzzz`)
  await expect.poll(status, { timeout: patience }).toBe('No results found for "qqqqzzzz"')
  await page.getByRole('navigation', { name: 'Nearest topics' }).waitFor()
  expect(complaints).toEqual([])
  await page.route('**/search/index.json', (route) => route.abort())
  await page.goto(`${files.url}/search?q=sidechain`)
  await expect.poll(status, { timeout: patience }).toBe('Search failed')
  await page.unroute('**/search/index.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(status, { timeout: patience }).toMatch(/results? for "sidechain"/)
})
