import { createServer } from 'node:http'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createApp } from '../../server/app.ts'
import { readEnv } from '../../server/env.ts'
import { createPageCache } from '../../server/pages/page-cache.ts'
import { articleFile } from '../../tests/running-site.ts'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import { temporaryFolder, temporaryRepository } from '../../tests/temp-repository.ts'

// `NODE_ENV=production npx tsx scripts/bench/files-on-the-way.ts`: counts the source files that one save, and one page that is not cached, use on the server. It runs the
// server's source unbundled in this process and lists the files with functions that ran until the answer, except those that also run without
// requests. Rendering runs in a separate bundle, and Markdown in worker threads: neither counts. Needs `npm run build`.

const root = path.resolve(import.meta.dirname, '..', '..')
const built = pathToFileURL(`${path.join(root, 'dist', 'server')}/`)
const idleMs = 3_000

await using repository = await temporaryRepository()
await using data = await temporaryFolder()
for (const id of ['1', '2', '3'])
  await repository.write(
    `content/articles/2026/a${id}.md`,
    articleFile({ id, title: `Article ${id}`, slug: `article-no-${id}` }),
  )
await repository.write('content/site.yaml', 'name: N\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n')
await repository.commit('Content')
const env = readEnv({ CONTENT_DIR: repository.path('content'), DATA_DIR: data.path, ...admin }, repository.root)
const server = createServer()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://localhost:${(server.address() as AddressInfo).port}`
const pageCache = createPageCache({ disk: null, headers: [], provisional: () => false })
const beside = (name: string) => new URL(name, built)
const site = await createApp({ env, siteUrl: url, headers: [], pageCache, server, beside })
server.on('request', (req, res) => {
  if (!pageCache.serve(req, res)) site.app(req, res)
})

const ada = await signIn({ url })
/** Saves one field of an article as the browser does: from a revision, with a key. */
async function save(excerpt: string): Promise<void> {
  const { body } = await ada.call<{ revision: string }>('GET', '/api/articles/1')
  await followed('PATCH', async () => {
    const headers = { 'If-Match': `"${body.revision}"`, 'Idempotency-Key': excerpt }
    const { status } = await ada.call('PATCH', '/api/articles/1', { excerpt }, headers)
    if (status !== 200) throw new Error(`the save answered ${status}`)
  })
}
const visit = (slug: string) =>
  followed('GET', async () => {
    const { status } = await fetch(`${url}/article/${slug}`)
    if (status !== 200) throw new Error(`the page answered ${status}`)
  })

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
const followedFiles = new Map<string, Set<string>>()

/** The source files with functions that ran since the last call. */
async function ranSince(): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files = result.flatMap(({ url: file, functions }) => {
    if (!file.startsWith('file:')) return []
    const name = path.relative(root, fileURLToPath(file.split('?')[0] ?? file))
    // The first function is the module itself.
    const ran = functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0)
    return ran && /^(server|src)\//.test(name) ? [name] : []
  })
  return new Set(files)
}

async function followed(name: string, work: () => Promise<void>): Promise<void> {
  await ranSince()
  await work()
  followedFiles.set(name, await ranSince())
}

// First loads all modules, then records the background work, then counts.
await save('The first save.')
await visit('article-no-2')
await pause(idleMs)
await ranSince()
await pause(idleMs)
const idle = await ranSince()
await save('The second save.')
await visit('article-no-3')

for (const [title, name] of [
  ['One save (PATCH of an article, until its answer)', 'PATCH'],
  ['One page that is not in the cache', 'GET'],
] as const) {
  const files = [...(followedFiles.get(name) ?? [])].filter((file) => !idle.has(file)).sort()
  console.log(`${title}: ${files.length} files`)
  for (const file of files) console.log(`  ${file}`)
}

session.disconnect()
await site.close()
server.closeAllConnections()
server.close()
process.exit(0)
