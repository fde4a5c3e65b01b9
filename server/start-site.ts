import { createHash } from 'node:crypto'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { EnvError } from './env/env-error.ts'
import type { Env } from './env.ts'
import type { FoundationOptions } from './foundation.ts'
import { gitFault } from './git/program/run-git.ts'
import { bootRepository } from './git/read/boot.ts'
import { BranchError, findRepository } from './git/read/find-repository.ts'
import { securityHeaders } from './http/security-headers.ts'
import { closeGracefully, createReadiness, listen } from './listener.ts'
import { createPageCache } from './pages/page-cache.ts'
import { createPageDisk } from './pages/page-disk.ts'
import { provisionalPages } from './pages/provisional-pages.ts'
import { build } from './platform/build-id.ts'
import { claimFolder } from './platform/data-lock.ts'
import type { Log } from './platform/log.ts'
import type { Database } from './platform/postgres/database.ts'
import type { SharedSetting } from './platform/postgres/shared-settings.ts'
import { whenIdle } from './platform/when-idle.ts'
import { answers, SiteLoader } from './site-loader.ts'

/** Delay in milliseconds after which the site is loaded when no request needs it earlier. */
const loadDelayMs = 150

/** Between two lines of the log about a clone, in milliseconds. */
const cloneNewsMs = 5_000

/** What a site needs of the process that it runs in. */
export interface SiteProcessParts
  extends Pick<FoundationOptions, 'beside' | 'workers' | 'log' | 'print' | 'now'> {
  /** Calls work that can wait, again and again while there is time for it; returns what ends that. By default while the process is idle. */
  whenIdle?: typeof whenIdle
  /** Called when the site can't be loaded after it has begun to listen. */
  failed(error: unknown): void
  /** Called with the function that releases a folder which the site has claimed; it must run at the latest when the process ends. */
  claimed(release: () => void): void
}

export interface StartedSite {
  /** The address where it listens. */
  url: string
  /** The address of the metrics; null without them. */
  metricsUrl: string | null
  /** Waits for open answers and ends all work. */
  stop(): Promise<void>
}

/**
 * Listens, serves cached pages at once, and loads everything else afterwards. Only small modules may be imported here, so that the start stays
 * fast. Several sites may run in one process. Throws an EnvError, a FolderInUse or a RepositoryError when the site can't start.
 */
export async function startSite(env: Env, parts: SiteProcessParts): Promise<StartedSite> {
  const fault = await gitFault(process.env)
  if (fault !== null) throw new EnvError(fault)
  const clone = env.gitWrite === 'through' ? await cloneContent(env, parts) : null
  if (clone) env.contentDir = clone.contentDir
  const place = await findPlace(env)
  // All that is opened later, imports included, follows the same branch, whatever is checked out.
  if (place) env.gitBranch = place.branch
  parts.claimed(claimFolder('DATA_DIR', env.dataDir))
  const openDatabase = () => openDatabaseOf(env, clone?.shared ?? null, parts)
  const opened = await openFirst(openDatabase, clone !== null, parts)
  const { late } = opened
  let { database } = opened
  const metrics = await openMetrics(env)
  const { server, address, answerWith } = await listen(env)
  const siteUrl = env.siteUrl ?? `http://localhost:${address.port}`
  const headers = securityHeaders({
    https: siteUrl.startsWith('https:'),
    development: env.development,
  })
  const cacheDir = path.join(env.dataDir, 'cache')
  const pageDisk = env.development
    ? null
    : createPageDisk(
        path.join(cacheDir, 'pages'),
        hash(build, siteUrl, env.contentDir, env.gitBranch ?? ''),
        (error) => warn(parts, error, 'the cache of pages can not be read or written'),
      )
  const pageCache =
    pageDisk &&
    createPageCache({
      disk: pageDisk,
      headers,
      provisional: provisionalPages(place && bootRepository(place)),
    })

  const create = async (data: { database: Database | null; isDatabaseAway: boolean }) => {
    const { createApp } = await import('./app.ts')
    return createApp({
      ...parts,
      ...data,
      env,
      siteUrl,
      headers,
      pageCache,
      metrics,
      server,
      place,
    })
  }
  const readiness = createReadiness(headers)
  const loader = new SiteLoader(() => create({ database, isDatabaseAway: late !== null }))
  const load = () => loader.load(readiness.ready)
  const waiting = late?.awaitDatabase({
    open: openDatabase,
    isAway: isDatabaseAway,
    failed: parts.failed,
    async opened(found) {
      const earlier = await load()
      await loader.replace(earlier, create({ database: found, isDatabaseAway: false }))
      database = found
    },
  })
  const words = () => loader.words()
  const answer = answers(env, { headers, pageCache, metrics, load, words })
  answerWith(
    (req, res) => {
      metrics?.request(req, res)
      if (!readiness.refuse(req, res)) answer(req, res)
    },
    headers,
    words,
  )
  const loadTimer = setTimeout(() => load().catch(parts.failed), loadDelayMs)
  const endIdleWork = pageCache && (parts.whenIdle ?? whenIdle)(pageCache.idle)

  return {
    url: address.url,
    metricsUrl: metrics?.url ?? null,
    async stop() {
      readiness.stopping()
      // New requests arrive until the load balancer has noticed it.
      if (env.drainSeconds > 0) await wait(env.drainSeconds * 1000)
      clearTimeout(loadTimer)
      const closed = closeGracefully(server)
      await waiting?.stop()
      const site = await loader.loading
      site?.endStreams()
      await closed
      endIdleWork?.()
      await loader.endEarlier()
      await site?.close()
      await database?.close()
      await pageDisk?.flush()
      await metrics?.close()
    },
  }
}

/**
 * Opens the database at the start. A server that shares its site with others shows its pages
 * without the database, too: `late` then waits for it.
 */
async function openFirst(
  open: () => Promise<Database | null>,
  isShared: boolean,
  parts: SiteProcessParts,
) {
  try {
    return { database: await open(), late: null }
  } catch (error) {
    if (!isShared || !isDatabaseAway(error)) throw error
    warn(
      parts,
      error,
      'the site starts without its database: pages are served, and nobody can sign in or save',
    )
    const late = await import('./platform/postgres/database-at-start.ts')
    return { database: late.absentDatabase(error), late }
  }
}

/** Opens the database, if one is configured; `pg` is loaded only then. */
async function openDatabaseOf(
  { databaseUrl, dataDir }: Env,
  shared: ReadonlyArray<SharedSetting> | null,
  parts: SiteProcessParts,
): Promise<Database | null> {
  if (databaseUrl === null) return null
  const { openSiteDatabase } = await import('./platform/postgres/site-database.ts')
  const migrations = parts.beside('./migrations/')
  return openSiteDatabase({
    url: databaseUrl,
    dataDir,
    shared,
    migrations,
    failed: (error) => warn(parts, error, 'a connection to the database broke'),
  })
}

/** Whether the start failed because the database can't be reached just now. By name, because its module is loaded on demand. */
function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'DatabaseUnavailable' ||
    (error.name === 'DatabaseRefused' && 'isAway' in error && error.isAway === true)
  )
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

/** Fills `CONTENT_DIR` from the remote. Returns its folder of the content, and the settings that all servers need to have in common. */
async function cloneContent(env: Env, parts: SiteProcessParts) {
  const { contentDir, gitBranch, remote } = env
  const { fillContentDir } = await import('./git/through/cold-clone.ts')
  const { sharedSettings } = await import('./env/shared-settings.ts')
  const { placeAddress } = await import('./git/remote/remote.ts')
  if (remote === null) throw new EnvError('GIT_REMOTE must be set when GIT_WRITE is through.')
  parts.claimed(claimFolder('CONTENT_DIR', contentDir))
  const stale = (error: unknown) =>
    warn(parts, error, 'the site begins with the content of its last run')
  const rewound = (lost: string) => {
    remote.lost = lost
  }
  const { place } = remote
  const cloning = atTimes(cloneNewsMs, (percent) =>
    withLog(parts, (log) =>
      log.info({ percent }, `the content is being cloned from ${placeAddress(place)}`),
    ),
  )
  const clone = await fillContentDir({ contentDir, gitBranch, place, stale, rewound, cloning })
  return { contentDir: clone.contentDir, shared: sharedSettings(env, clone.branch) }
}

/** Finds the repository; a problem stops the start. Null when one has to be created. */
function findPlace({ contentDir, gitBranch }: Env) {
  return findRepository(contentDir, gitBranch).catch((error: unknown) => {
    if (!(error instanceof BranchError)) throw error
    throw new EnvError(`GIT_BRANCH can't be shown: ${error.message}`)
  })
}

/** Logs an error; the logger is loaded on demand. */
function warn(parts: SiteProcessParts, error: unknown, message: string) {
  withLog(parts, (log) => log.warn({ err: error }, message))
}

function withLog({ log, failed }: SiteProcessParts, write: (log: Log) => void) {
  import('./platform/log.ts').then(({ createLog }) => write(log ?? createLog()), failed)
}

/** Passes on the first call, and then the next one after each pause. */
function atTimes(pauseMs: number, tell: (percent: number) => void): (percent: number) => void {
  let last = -pauseMs
  return (percent) => {
    if (performance.now() - last < pauseMs) return
    last = performance.now()
    tell(percent)
  }
}

function hash(...parts: Array<string>) {
  return createHash('sha1').update(parts.join('\0')).digest('hex').slice(0, 16)
}
