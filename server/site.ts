import type { Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RequestHandler } from 'express'
import { openSubscribers } from './accounts/subscribers.ts'
import { createApp } from './app.ts'
import { build } from './build-id.ts'
import { createBodyRenderer } from './content/markdown/body-renderer.ts'
import { createContentStore } from './content/store.ts'
import type { Env } from './env.ts'
import { createGitFiles } from './git/git-files.ts'
import { openRepository } from './git/open-repository.ts'
import { builtAssets } from './http/built-assets.ts'
import { devAssets } from './http/dev-assets.ts'
import type { PageCache } from './http/page-cache.ts'
import { renderSitePage } from './http/render-page.ts'
import type { Header } from './http/security-headers.ts'
import { createLog } from './log.ts'

/** Opens everything behind the page cache and joins it: repository → content → routes. Resolves when the content is there. */
export async function openSite(options: {
  env: Env
  siteUrl: string
  headers: ReadonlyArray<Header>
  pageCache: PageCache | null
  server: Server
  /** Address of a file beside the bundle's entry. */
  beside(name: string): URL
}) {
  const { env, siteUrl, headers, pageCache, server, beside } = options
  const log = createLog()
  const now = () => new Date()
  const cacheDir = path.join(env.dataDir, 'cache')
  const repository = await openRepository({ contentDir: env.contentDir, branch: env.gitBranch ?? undefined })
  const files = createGitFiles(repository)
  const bodies = createBodyRenderer({
    engine: { kind: 'thread', workerUrl: beside('./worker.js') },
    cacheDir,
    dimensions: async () => null,
    report: (error) => log.warn({ err: error }, 'the cache of bodies is out of order'),
  })
  const content = createContentStore({
    files,
    cacheDir,
    now,
    renderBody: bodies.render,
    search: async () => ({ articles: [], news: [], newsletters: [] }),
    log,
    build,
  })
  const subscribers = await openSubscribers(env.dataDir, now)
  const media: RequestHandler = (_req, res) => void res.status(404).end()
  await content.ready()
  const state = {
    site: content.reader,
    generation: content.generation,
    revision: content.revision,
    problems: content.problems,
  }
  pageCache?.attach(state)
  return createApp({
    content: state,
    subscribers,
    media,
    assets: env.development ? await devAssets(server) : builtAssets(fileURLToPath(beside('../client'))),
    renderPage: renderSitePage,
    renderSharePicture: async () => Buffer.alloc(0),
    pageCache,
    headers,
    siteUrl,
    trustProxy: env.trustProxy,
    now,
    log,
  })
}
