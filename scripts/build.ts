import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { build } from 'vite'
import { readEnv } from '../server/env.ts'
import { buildSearchIndex } from './build-search-index.ts'
import { bundleServer } from './bundle-server.ts'
import { bundleAdminWorker, bundleSavedWorker } from './bundle-service-workers.ts'
import { root, sourceHash, sourceStamp } from './sources.mjs'

const dist = path.join(root, 'dist')
// Taken before the build, so that a source changed meanwhile makes the next start build again.
const stamp = sourceStamp()
const hash = sourceHash()

await rm(path.join(dist, 'build.json'), { force: true })
const steps: ReadonlyArray<readonly [what: string, work: () => Promise<unknown>]> = [
  ['the pages for browsers', () => build({ root, logLevel: 'error' })],
  ['the pages for the server', () => build({ root, logLevel: 'error', build: { ssr: true } })],
  [
    'the server',
    () => bundleServer({ root, outdir: path.join(dist, 'server'), dist, buildId: hash }),
  ],
  ['the offline admin', () => bundleAdminWorker(root, path.join(dist, 'client'))],
  ['the saved pages', () => bundleSavedWorker(root, path.join(dist, 'client'), hash)],
  ['compressed files', () => compressAssets(path.join(dist, 'client'))],
  [
    'the search index',
    async () =>
      buildSearchIndex(readEnv(process.env, process.cwd()).contentDir, path.join(dist, 'search')),
  ],
]
for (const [at, [what, work]] of steps.entries()) {
  // Said, because the first start takes a while.
  console.error(`  ${at + 1} of ${steps.length}: ${what}`)
  await work()
}
await writeFile(path.join(dist, 'build.json'), JSON.stringify({ hash, stamp }))

/**
 * Writes a brotli and a gzip file beside every text asset; the compression runs in threads, one per
 * core.
 */
async function compressAssets(folder: string) {
  const names = await readdir(folder, { recursive: true })
  const waiting = names.filter((name) => /\.(js|css|svg|json|webmanifest)$/.test(name))
  async function work(): Promise<void> {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const file = path.join(folder, name)
      const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
      await pipeline(createReadStream(file), brotli, createWriteStream(`${file}.br`))
      await pipeline(
        createReadStream(file),
        createGzip({ level: 9 }),
        createWriteStream(`${file}.gz`),
      )
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}
