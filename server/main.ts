import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import type { createApp } from './app.ts'
import { type Env, EnvError, readEnv } from './env.ts'
import { type BootRepository, openForBoot } from './git/read/boot.ts'
import { securityHeaders } from './http/security-headers.ts'
import { closeGracefully, listen } from './listener.ts'
import { refuseLongAddress } from './pages/long-address.ts'
import { createPageCache } from './pages/page-cache.ts'
import { createPageDisk } from './pages/page-disk.ts'
import { provisionalPages } from './pages/provisional-pages.ts'
import { build } from './platform/build-id.ts'
import { claimDataDir, DataDirInUse } from './platform/data-lock.ts'
import { RepositoryError } from './platform/errors.ts'
import { whenIdle } from './platform/when-idle.ts'

/** How long after listening the rest is loaded when nobody asks for it. */
const loadDelayMs = 150

/**
 * The process: reads the environment, listens, answers kept pages at once, and loads everything else behind that. Only small modules may be
 * imported here; a start stays fast because of it.
 */
async function main(): Promise<void> {
  loadEnvFile()
  const env = readEnv(process.env, process.cwd())
  if (env.remote !== null) await expectGit()
  const boot = openBoot(env)
  process.once('exit', claimDataDir(env.dataDir))
  const { server, address, answerWith } = await listen(env)
  const siteUrl = env.siteUrl ?? `http://localhost:${address.port}`
  const headers = securityHeaders({ https: siteUrl.startsWith('https:'), development: env.development })
  const cacheDir = path.join(env.dataDir, 'cache')
  const pageDisk = env.development
    ? null
    : createPageDisk(
        path.join(cacheDir, 'pages'),
        hash(build, siteUrl, env.contentDir, env.gitBranch ?? ''),
        cacheFailed,
      )
  const pageCache = pageDisk && createPageCache({ disk: pageDisk, headers, provisional: provisionalPages(boot) })

  let loading: ReturnType<typeof createApp> | null = null
  function load() {
    loading ??= import('./app.ts')
      .then(({ createApp }) =>
        createApp({ env, siteUrl, headers, pageCache, server, beside: (name) => new URL(name, import.meta.url) }),
      )
      .then((site) => {
        boot?.close()
        return site
      })
    return loading
  }

  const answer: RequestListener = (req, res) => {
    if (refuseLongAddress(req, res, headers) || pageCache?.serve(req, res)) return
    load().then(
      ({ app }) => app(req, res),
      () => res.writeHead(503, headers.flat()).end(),
    )
  }
  answerWith(answer, headers)

  async function stop(): Promise<void> {
    const closed = closeGracefully(server)
    const site = await loading
    site?.endStreams()
    await closed
    await site?.close()
    await pageDisk?.flush()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop().catch(fail))

  // Whoever reads this line may use the site, and stop it, at once.
  console.log(env.siteUrl === null ? address.url : `${address.url} (${siteUrl})`)
  setTimeout(() => load().catch(fail), loadDelayMs)
  if (pageCache) whenIdle(pageCache.idle)
}

/** Only a site with a remote needs the program. */
async function expectGit(): Promise<void> {
  const { gitFault } = await import('./git/remote/git-version.ts')
  const fault = await gitFault(process.env)
  if (fault !== null) throw new EnvError(fault)
}

/** A first look at the repository; whatever is wrong with it stops the start. Null when one has to be made. */
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

/** The log is loaded only where there is something to tell. */
function cacheFailed(error: unknown): void {
  import('./platform/log.ts').then(
    ({ createLog }) => createLog().warn({ err: error }, 'the cache of pages is out of order'),
    fail,
  )
}

function hash(...parts: Array<string>): string {
  return createHash('sha1').update(parts.join('\0')).digest('hex').slice(0, 16)
}

function fail(error: unknown): void {
  if (error instanceof EnvError || error instanceof DataDirInUse) console.error(error.message)
  else if (error instanceof RepositoryError) console.error(`CONTENT_DIR can't be shown: ${error.message}`)
  else console.error(error)
  process.exit(1)
}

main().catch(fail)
