import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { createApp } from './app.ts'
import { EnvError } from './env/env-error.ts'
import { type Env, readEnv } from './env.ts'
import { type BootRepository, openForBoot } from './git/read/boot.ts'
import { privateCaching } from './http/caching.ts'
import { carriesOwnWrite } from './http/own-writes.ts'
import { securityHeaders } from './http/security-headers.ts'
import { closeGracefully, createReadiness, listen } from './listener.ts'
import { pageKey, refuseLongAddress } from './pages/page-address.ts'
import { createPageCache } from './pages/page-cache.ts'
import { createPageDisk } from './pages/page-disk.ts'
import { provisionalPages } from './pages/provisional-pages.ts'
import { build } from './platform/build-id.ts'
import { claimFolder, FolderInUse } from './platform/data-lock.ts'
import { RepositoryError } from './platform/errors.ts'
import type { Database } from './platform/postgres/database.ts'
import { whenIdle } from './platform/when-idle.ts'

/** Delay in milliseconds after which the site is loaded when no request needs it earlier. */
const loadDelayMs = 150

/**
 * Reads the environment, listens, serves cached pages immediately, and loads everything else afterwards. Only small modules may be
 * imported here, so that the start stays fast.
 */
async function main(): Promise<void> {
  loadEnvFile()
  const env = readEnv(process.env, process.cwd())
  if (env.remote !== null) await expectGit()
  if (env.gitWrite === 'through') env.contentDir = await cloneContent(env)
  const boot = openBoot(env)
  process.once('exit', claimFolder('DATA_DIR', env.dataDir))
  const database = await openDatabaseOf(env)
  const metrics = await openMetrics(env)
  const { server, address, answerWith } = await listen(env)
  const siteUrl = env.siteUrl ?? `http://localhost:${address.port}`
  const headers = securityHeaders({ https: siteUrl.startsWith('https:'), development: env.development })
  const cacheDir = path.join(env.dataDir, 'cache')
  const pageDisk = env.development
    ? null
    : createPageDisk(path.join(cacheDir, 'pages'), hash(build, siteUrl, env.contentDir, env.gitBranch ?? ''), (error) =>
        warn(error, 'the cache of pages can not be read or written'),
      )
  const pageCache = pageDisk && createPageCache({ disk: pageDisk, headers, provisional: provisionalPages(boot) })

  let loading: ReturnType<typeof createApp> | null = null
  function load() {
    loading ??= import('./app.ts')
      .then(({ createApp }) =>
        createApp({
          env,
          database,
          siteUrl,
          headers,
          pageCache,
          metrics,
          server,
          beside: (name) => new URL(name, import.meta.url),
        }),
      )
      .then((site) => {
        boot?.close()
        void site.prepared.then(readiness.ready)
        return site
      })
    return loading
  }

  const readiness = createReadiness(headers)
  const answer: RequestListener = (req, res) => {
    metrics?.request(req, res)
    if (readiness.refuse(req, res)) return
    if (refuseLongAddress(req, res, headers)) return
    if (env.gitWrite === 'through' && carriesOwnWrite(req.headers.cookie))
      void load()
        .then(({ ownWrites }) => ownWrites.seen(req))
        .catch(() => undefined)
        .then(() => reply(req, res))
    else reply(req, res)
  }
  const reply: RequestListener = (req, res) => {
    const isCached = pageCache?.serve(req, res) ?? false
    if (req.method === 'GET' && metrics && pageKey(req.url ?? '') !== null) metrics.page(isCached ? 'hit' : 'miss')
    if (isCached) return
    load().then(
      ({ app }) => app(req, res),
      () => res.writeHead(503, [...headers.flat(), 'Cache-Control', privateCaching]).end(),
    )
  }
  answerWith(answer, headers)

  async function stop(): Promise<void> {
    readiness.stopping()
    // New requests arrive until the load balancer has noticed it.
    if (env.drainSeconds > 0) await wait(env.drainSeconds * 1000)
    const closed = closeGracefully(server)
    const site = await loading
    site?.endStreams()
    await closed
    await site?.close()
    await database?.close()
    await pageDisk?.flush()
    await metrics?.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop().catch(fail))

  if (metrics) console.log(`metrics at ${metrics.url}`)
  // When this line is printed, the site can be used and stopped.
  console.log(env.siteUrl === null ? address.url : `${address.url} (${siteUrl})`)
  setTimeout(() => load().catch(fail), loadDelayMs)
  if (pageCache) whenIdle(pageCache.idle)
}

/** Opens the database, if one is configured; `pg` is loaded only then. */
async function openDatabaseOf({ databaseUrl, dataDir, gitWrite }: Env): Promise<Database | null> {
  if (databaseUrl === null) return null
  const { openSiteDatabase } = await import('./platform/postgres/site-database.ts')
  const migrations = new URL('./migrations/', import.meta.url)
  return openSiteDatabase({
    url: databaseUrl,
    dataDir,
    isShared: gitWrite === 'through',
    migrations,
    failed: (error) => warn(error, 'a connection to the database broke'),
  })
}

/** Listens for scrapes, if a port is configured; `prom-client` is loaded only then. */
async function openMetrics({ metrics: place }: Env) {
  if (place === null) return null
  const { createMetrics } = await import('./metrics/create-metrics.ts')
  const metrics = createMetrics()
  const { server, address, answerWith } = await listen(place, 'METRICS_')
  answerWith(metrics.answer, [])
  return { ...metrics, url: `${address.url}/metrics`, close: () => closeGracefully(server) }
}

/** Fills `CONTENT_DIR` from the remote. Returns the folder of the content. */
async function cloneContent({ contentDir, gitBranch, remote }: Env): Promise<string> {
  const { fillContentDir } = await import('./git/through/cold-clone.ts')
  if (remote === null) throw new EnvError('GIT_REMOTE must be set when GIT_WRITE is through.')
  process.once('exit', claimFolder('CONTENT_DIR', contentDir))
  const stale = (error: unknown) => warn(error, 'the site begins with the content of its last run')
  return fillContentDir({ contentDir, gitBranch, place: remote.place, stale })
}

/** Checks the git program, which only a site with a remote needs. */
async function expectGit(): Promise<void> {
  const { gitFault } = await import('./git/remote/git-program.ts')
  const fault = await gitFault(process.env)
  if (fault !== null) throw new EnvError(fault)
}

/** Opens the repository for the start; a problem stops the start. Null when a repository has to be created. */
function openBoot({ contentDir, gitBranch }: Env): BootRepository | null {
  if (gitBranch === null) return openForBoot(contentDir)
  openForBoot(contentDir)?.close()
  try {
    return openForBoot(contentDir, gitBranch)
  } catch (error) {
    throw new EnvError(`GIT_BRANCH can't be shown: ${(error as Error).message}`)
  }
}

function loadEnvFile(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Logs an error; the logger is loaded on demand. */
function warn(error: unknown, message: string): void {
  import('./platform/log.ts').then(({ createLog }) => createLog().warn({ err: error }, message), fail)
}

function hash(...parts: Array<string>): string {
  return createHash('sha1').update(parts.join('\0')).digest('hex').slice(0, 16)
}

function fail(error: unknown): void {
  if (error instanceof EnvError || error instanceof FolderInUse) console.error(error.message)
  else if (error instanceof Error && /^(DatabaseRefused|CloneRefused)$/.test(error.name)) console.error(error.message)
  else if (error instanceof RepositoryError) console.error(`CONTENT_DIR can't be shown: ${error.message}`)
  else console.error(error)
  process.exit(1)
}

main().catch(fail)
