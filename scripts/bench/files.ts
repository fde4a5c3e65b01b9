import { createServer } from 'node:http'
import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { developmentSite } from '../../tests/development-site.ts'
import { numberedArticles, upTo } from '../../tests/numbered-articles.ts'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import { temporaryFolder, temporaryRepository } from '../../tests/temp-repository.ts'
import { root } from '../sources.mjs'
import { launchBrowser, signedInPage } from './browser.ts'
import { add, type Benchmark, type Figure, say } from './harness.ts'
import { answered, freePort } from './servers.ts'

const onServer = 'files of a save on the server'
const ofPage = 'files of a page that is not in the cache'
const inBrowser = 'files of a save in the browser'
const idleMs = 4_000

/**
 * The source files with functions that run for a save or a page, and not without one. On the
 * server, the source runs unbundled in this process; rendering runs in a separate bundle, and
 * Markdown in worker threads: neither counts. In the browser, a save is what follows the click on
 * Save; the development server serves each source file by its name.
 */
export const files: Benchmark = {
  figures: [onServer, ofPage, inBrowser].map((name): Figure => [name, '', '', '']),
  async run() {
    await coverBrowser()
    await coverServer()
  },
}

/** A function that ran, and its file from the root of the sources. */
type Ran = Awaited<ReturnType<Awaited<ReturnType<typeof startCoverage>>>>[number]

/**
 * Starts to record calls through the inspector of a process or a page; `fileOf` turns addresses of
 * scripts into files. Returns a function that returns the functions of the sources that ran since
 * its last call; `key` names each among all.
 */
async function startCoverage(
  send: (method: string, options?: object) => Promise<unknown>,
  fileOf: (url: string) => string,
) {
  await send('Profiler.enable')
  await send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return async () => {
    const { result } = (await send(
      'Profiler.takePreciseCoverage',
    )) as Profiler.TakePreciseCoverageReturnType
    return result.flatMap(({ url, functions }) => {
      const file = fileOf(url)
      if (!/^(server|src)\/.*\.tsx?$/.test(file)) return []
      // The function without a name is the module itself.
      const ran = functions.filter(({ functionName, ranges }) => functionName && ranges[0]?.count)
      return ran.map(({ functionName: name, ranges }) => ({
        file,
        name,
        key: `${file} ${name} ${ranges[0]?.startOffset}`,
      }))
    })
  }
}

/** Adds the number of files, and prints each with its functions. */
function addFiles(series: string, ran: ReadonlyArray<Ran>): void {
  const byFile = new Map<string, Array<string>>()
  for (const { file, name } of ran) byFile.set(file, [...(byFile.get(file) ?? []), name])
  add(series, byFile.size)
  const lines = [...byFile].sort().map(([file, names]) => `${file}: ${names.join(', ')}`)
  say([`${series}:`, ...lines].join('\n  '))
}

async function coverBrowser(): Promise<void> {
  await using site = await developmentSite({ env: admin })
  await using browser = await launchBrowser()
  const page = await signedInPage(browser, site.url, await signIn(site))
  page.setDefaultTimeout(120_000)
  await page.goto(`${site.url}/admin/draft-editor?id=1&type=articles`)
  const session = await page.context().newCDPSession(page)
  const ranSince = await startCoverage(session.send.bind(session) as never, (address) =>
    address.startsWith(site.url) ? new URL(address).pathname.slice(1) : '',
  )
  /**
   * Types into the excerpt, waits until that is stored, saves, and returns the functions of the
   * save.
   */
  const save = async (excerpt: string) => {
    await page.getByLabel('Excerpt').fill(excerpt)
    await pause(idleMs)
    await ranSince()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.locator('[data-part="admin-head"] [role="status"]', { hasText: /^Saved$/ }).waitFor()
    await pause(idleMs)
    return ranSince()
  }
  // First loads all modules, then records what runs without a save, then counts.
  await page.getByRole('button', { name: 'Save Changes' }).waitFor()
  await save('The first save.')
  await page.getByRole('tab', { name: 'SEO Analysis' }).click()
  await page.getByRole('tab', { name: 'Editor' }).click()
  await page.getByLabel('Excerpt').fill('Typed.')
  await pause(idleMs)
  const without = new Set((await ranSince()).map(({ key }) => key))
  const saving = await save('The second save.')
  addFiles(
    inBrowser,
    saving.filter(({ key }) => !without.has(key)),
  )
}

async function coverServer(): Promise<void> {
  await using repository = await temporaryRepository()
  await using data = await temporaryFolder()
  for (const [name, text] of Object.entries(numberedArticles(upTo(3))))
    await repository.write(`content/${name}`, text)
  await repository.write(
    'content/site.yaml',
    'name: N\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  )
  await repository.commit('Content')
  const given = {
    ...admin,
    CONTENT_DIR: repository.path('content'),
    DATA_DIR: data.path,
  }
  process.env.NODE_ENV = 'production'
  const { createApp } = await import('../../server/app.ts')
  const { readEnv } = await import('../../server/env.ts')
  const { createPageCache } = await import('../../server/pages/page-cache.ts')
  const port = await freePort()
  const url = `http://localhost:${port}`
  const pageCache = createPageCache({
    disk: null,
    headers: [],
    provisional: () => false,
  })
  const built = pathToFileURL(`${path.join(root, 'dist', 'server')}/`)
  const beside = (name: string) => new URL(name, built)
  // A development server makes the plugin forget the build.
  await import(beside('entry.mjs').href)
  const server = createServer()
  const site = await createApp({
    env: readEnv(given, repository.root),
    siteUrl: url,
    headers: [],
    pageCache,
    server,
    beside,
  })
  server
    .on('request', (req, res) => pageCache.serve(req, res) || site.app(req, res))
    .listen(port, '127.0.0.1')
  const session = new Session()
  session.connect()
  const ranSince = await startCoverage(session.post.bind(session) as never, (address) =>
    address.startsWith('file:') ? path.relative(root, fileURLToPath(address.split('?')[0]!)) : '',
  )
  const ada = await signIn({ url })

  /** What runs for a request until its answer. */
  async function followed(send: () => Promise<{ status: number }>): Promise<Array<Ran>> {
    await ranSince()
    await answered(send())
    return ranSince()
  }
  /** Saves one field of an article as the browser does: from a revision, with a key. */
  async function save(excerpt: string): Promise<Array<Ran>> {
    const { body } = await ada.call<{ revision: string }>('GET', '/api/articles/1')
    const headers = { 'If-Match': `"${body.revision}"`, 'Idempotency-Key': excerpt }
    return followed(() => ada.call('PATCH', '/api/articles/1', { excerpt }, headers))
  }
  const visit = (slug: string) => followed(() => fetch(`${url}/article/${slug}`))

  // First loads all modules, then records the background work, then counts.
  await save('The first save.')
  await visit('a2')
  await pause(idleMs)
  await ranSince()
  await pause(idleMs)
  const idle = new Set((await ranSince()).map(({ file }) => file))
  const counted = { [onServer]: await save('The second save.'), [ofPage]: await visit('a3') }
  for (const [series, ran] of Object.entries(counted))
    addFiles(
      series,
      ran.filter(({ file }) => !idle.has(file)),
    )
  session.disconnect()
  await site.close()
  server.closeAllConnections()
  server.close()
}
