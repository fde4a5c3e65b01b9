import { cp, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../scripts/bench/browser.ts'
import { exportCommand, type FileServer, serveFiles } from '../export-fixture.ts'
import { type TemporaryFolder, type TemporaryRepository, temporaryFolder, temporaryRepository } from '../temp-repository.ts'
import { expectAccessible } from './axe.ts'

const root = path.join(import.meta.dirname, '../..')

let repository: TemporaryRepository
let folder: TemporaryFolder
let files: FileServer
let browser: Browser
let forms: { url: string; sent: Array<string>; close(): void }

beforeAll(async () => {
  repository = await temporaryRepository()
  folder = await temporaryFolder()
  await cp(path.join(root, 'content'), repository.path('content'), { recursive: true })
  await repository.commit('Content')
  forms = await formServer()
  const target = path.join(folder.path, 'site')
  const run = await exportCommand(['static', target, '--site', 'https://notes.example.org', '--forms', forms.url], {
    CONTENT_DIR: repository.path('content'),
    DATA_DIR: path.join(folder.path, 'data'),
  })
  expect(run.code, run.output).toBe(0)
  // As a host that reads `_headers` sends it.
  const policy = /Content-Security-Policy: (.*)/.exec(await readFile(path.join(target, '_headers'), 'utf8'))?.[1]
  files = await serveFiles(target, policy)
  browser = await launchBrowser()
}, 900_000)

afterAll(async () => {
  await browser?.close()
  forms?.close()
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/take`, sent, close: () => void server.close() }
}

async function open(address: string): Promise<{ page: Page; complaints: Array<string> }> {
  const page = await browser.newPage()
  const complaints: Array<string> = []
  page.on('console', (message) => {
    if (/^(?:error|warning)$/.test(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${files.url}/`)) complaints.push(`foreign request: ${request.url()}`)
    if (/\/api\//.test(request.url())) complaints.push(`a call: ${request.url()}`)
  })
  await page.goto(`${files.url}${address}`)
  return { page, complaints }
}

test('the overlay searches the index in the browser, and goes on without a network', async () => {
  const { page, complaints } = await open('/about')
  await page.getByRole('button', { name: 'Search' }).click()
  const overlay = page.locator('dialog[open]')
  await overlay.getByRole('searchbox').fill('sidechain')
  await expect.poll(() => overlay.locator('a[data-hit]').count()).toBeGreaterThan(0)
  expect(await overlay.locator('a[href="/article/sidechain-that-breathes"]').count()).toBe(1)
  await page.context().setOffline(true)
  await overlay.getByRole('searchbox').fill('warp')
  await expect.poll(() => overlay.getByRole('status').textContent()).toMatch(/^\d+ results?$/)
  await page.context().setOffline(false)
  await overlay.locator('a[data-hit]').first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(complaints).toEqual([])
  await page.close()
})

test('the search page shows the results of its address; without the index it says so, and a press tries again', async () => {
  const { page, complaints } = await open('/search/?q=sidechain')
  await expect.poll(() => page.getByRole('status').textContent()).toMatch(/results? for "sidechain"/)
  expect(await page.locator('main input[name="q"]').inputValue()).toBe('sidechain')
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await page.route('**/search/index.json', (route) => route.abort())
  await page.reload()
  await expect.poll(() => page.getByRole('status').textContent()).toBe('Search failed')
  await page.unroute('**/search/index.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.getByRole('status').textContent()).toMatch(/results? for "sidechain"/)
  await page.close()
})

test('forms are sent to the given address, without script, and nothing is asked of the site', async () => {
  const { page, complaints } = await open('/article/sidechain-that-breathes')
  await expectAccessible(page)
  const form = page.locator('footer form[method="post"]')
  await form.getByPlaceholder('you@example.com').fill('ann@example.org')
  expect(complaints).toEqual([])
  await form.getByRole('button').click()
  await expect.poll(() => page.title()).toBe('Thank you')
  expect(new URLSearchParams(forms.sent[0]).get('email')).toBe('ann@example.org')
  expect(new URLSearchParams(forms.sent[0]).get('source')).toBe('footer')
  await page.close()
})
