import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { build } from './build-id.ts'
import { EnvError, readEnv } from './env.ts'
import { openForBoot } from './git/boot.ts'
import { createPageCache } from './http/page-cache.ts'
import { createPageDisk } from './http/page-disk.ts'
import { provisionalPages } from './http/provisional-pages.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { openSite } from './site.ts'

/** How long after listening the rest is loaded when nobody asks for it. */
const loadDelayMs = 150
/** How long a stop waits for open answers. */
const stopLimitMs = 10_000

/**
 * The process: reads the environment, listens, answers kept pages at once, and loads everything else behind that. Only small modules may be
 * imported here; a start stays fast because of it.
 */
async function main(): Promise<void> {
  loadEnvFile()
  const env = readEnv(process.env, process.cwd())
  let answer: RequestListener = (_req, res) => res.writeHead(503).end()
  const server = createServer((req, res) => answer(req, res))
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new EnvError(`PORT ${env.port} is in use on ${env.host} by another program.`)
          : new EnvError(`HOST and PORT can't be listened on: ${error.message}.`),
      ),
    )
    server.listen(env.port, env.host, resolve)
  })
  const port = (server.address() as AddressInfo).port
  const siteUrl = env.siteUrl ?? `http://localhost:${port}`
  const headers = securityHeaders({ https: siteUrl.startsWith('https:'), development: env.development })
  const boot = env.development ? null : openForBoot(env.contentDir, env.gitBranch ?? undefined)
  const cacheDir = path.join(env.dataDir, 'cache')
  const pageDisk = env.development
    ? null
    : createPageDisk(path.join(cacheDir, 'pages'), hash(build, siteUrl, env.contentDir, env.gitBranch ?? ''))
  const pageCache = pageDisk && createPageCache({ disk: pageDisk, headers, provisional: provisionalPages(boot) })

  let loading: ReturnType<typeof openSite> | null = null
  function load() {
    loading ??= import('./site.ts')
      .then(({ openSite }) =>
        openSite({ env, siteUrl, headers, pageCache, server, beside: (name) => new URL(name, import.meta.url) }),
      )
      .then((site) => {
        boot?.close()
        return site
      })
    return loading
  }

  answer = (req, res) => {
    if (pageCache?.serve(req, res)) return
    load().then(
      ({ app }) => app(req, res),
      () => res.writeHead(503).end(),
    )
  }
  console.log(siteUrl)
  setTimeout(() => load().catch(fail), loadDelayMs)
  if (pageCache) setInterval(() => pageCache.idle(), 50).unref()

  /** Open answers are finished, nothing new is taken; whatever hangs is cut off after ten seconds. */
  async function stop(): Promise<void> {
    setTimeout(() => process.exit(1), stopLimitMs).unref()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    await closed
    await (await loading)?.close()
    await pageDisk?.flush()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop().catch(fail))
}

function loadEnvFile(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function hash(...parts: Array<string>): string {
  return createHash('sha1').update(parts.join('\0')).digest('hex').slice(0, 16)
}

function fail(error: unknown): void {
  const known = error instanceof EnvError || (error instanceof Error && error.name === 'RepositoryError')
  console.error(known ? (error as Error).message : error)
  process.exit(1)
}

main().catch(fail)
