import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { beginWithSession } from './administrator-session.ts'
import { countStart } from './counted-starts.ts'
import { shareCache } from './shared-cache.ts'
import { startHere } from './site-here.ts'
import {
  type TemporaryRepository,
  temporaryFolder,
  temporaryRepository,
} from './temp-repository.ts'

const root = path.dirname(import.meta.dirname)
const entry = path.join(root, 'dist', 'server', 'index.js')

/**
 * How many servers a site under test has: `TEST_CLUSTER=3 npm test` runs the tests against three
 * replicas of each.
 */
export const serversPerSite = Number(process.env.TEST_CLUSTER ?? 1)
export const isCluster = process.env.TEST_CLUSTER !== undefined

/**
 * Calls `act` for each server of a site, one after the other: requests come to the servers in turn.
 * Returns what it returned.
 */
export async function atEachServer<Value>(act: () => Promise<Value>): Promise<Array<Value>> {
  const values: Array<Value> = []
  for (let server = 0; server < serversPerSite; server += 1) values.push(await act())
  return values
}

/**
 * A site under test, and its repository and data folder, which are removed at the end of the scope
 * of `await using`.
 */
export interface RunningSite extends AsyncDisposable {
  /** The address where it listens, whatever `SITE_URL` is. */
  url: string
  /** The site's repository. */
  repository: TemporaryRepository
  dataDir: string
  /** The data folder of each of its processes. */
  dataDirs: ReadonlyArray<string>
  /** The settings of its first process. */
  env: Readonly<Record<string, string>>
  /** The cookie of an administrator's session, if the site began with one (`signed-in-site.ts`). */
  session: string | null
  /** The log, and what is printed for the operator. */
  output(): string
  /**
   * The commit of the branch that saves are added to: of the repository, or of the remote of
   * several replicas.
   */
  savedTip(): Promise<string>
  /**
   * Makes every save fail with 503, as a lock of another program or a broken remote does. Returns a
   * function that ends this.
   */
  refuseSaves(): Promise<() => Promise<void>>
  /** Stops as at a signal: open answers are finished. */
  stop(): Promise<unknown>
  /** Stops, and starts again with the same folders, on another port. */
  restart(env?: Record<string, string>): Promise<void>
}

/**
 * A site in a process of its own, for tests of the process itself: signals, kills, environment,
 * memory.
 */
export interface SiteWithProcess extends RunningSite, SiteProcess {
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Restarts from another build when one is given (`next-version.ts`). */
  restart(env?: Record<string, string>, stopSignal?: NodeJS.Signals, build?: string): Promise<void>
}

export interface SiteProcess {
  /** The address where it listens, whatever `SITE_URL` is. */
  url: string
  pid: number
  /** The output of the process, both streams. */
  output(): string
  /**
   * Ends the process with a signal and waits. Returns its exit code, or null when the signal ended
   * it.
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * `files` are paths inside `content/`; without them the site has the sample content. `committedAt`
 * is in seconds since 1970.
 */
export interface SiteOptions {
  files?: Record<string, string | Uint8Array>
  env?: Record<string, string>
  committedAt?: number
  /**
   * Whether the site computes everything itself, instead of taking what other sites of the run have
   * computed.
   */
  ownCache?: boolean
}

/** The environment of a site under test, without the machine's own settings. */
export function siteEnvironment(env: Record<string, string>): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    HOST: '127.0.0.1',
    PORT: '0',
    ...env,
  }
}

/**
 * The built site in this process, with a temporary repository in which its content is committed;
 * with `TEST_CLUSTER=3` as three processes that share a remote and a database. Needs `npm run
 * build`; `npm test` runs it.
 */
export async function runningSite(options: SiteOptions = {}): Promise<RunningSite> {
  if (isCluster) return (await import('./cluster-site.ts')).clusterSite(serversPerSite, options)
  const folders = await siteFolders(options)
  const session = await beginWithSession(folders)
  let site = await startHere(folders.env)
  return {
    ...sharedParts(folders),
    session,
    get url() {
      return site.url
    },
    output: () => site.output(),
    stop: () => site.stop(),
    async restart(env = {}) {
      await site.stop()
      site = await startHere({ ...folders.env, ...env }, site.output())
    },
    async [Symbol.asyncDispose]() {
      await site.stop()
      await folders[Symbol.asyncDispose]()
    },
  }
}

/** The built site as a process of its own; with `TEST_CLUSTER=3` as three of them. */
export async function siteProcess(options: SiteOptions = {}): Promise<SiteWithProcess> {
  if (isCluster) return (await import('./cluster-site.ts')).clusterSite(serversPerSite, options)
  return siteOfOneProcess(options)
}

/** A site of one process in any case, for tests of the way from one process to several. */
export async function siteOfOneProcess(options: SiteOptions = {}): Promise<SiteWithProcess> {
  const folders = await siteFolders(options)
  const start = (env: Record<string, string> = {}, build = entry) =>
    startSite({ ...folders.env, ...env }, folders.repository.root, build)
  let running = await start()
  return {
    ...sharedParts(folders),
    session: null,
    get url() {
      return running.url
    },
    get pid() {
      return running.pid
    },
    output: () => running.output(),
    stop: (signal?: NodeJS.Signals) => running.stop(signal),
    async restart(env, stopSignal, build) {
      await running.stop(stopSignal)
      running = await start(env, build)
    },
    async [Symbol.asyncDispose]() {
      await running.stop('SIGKILL')
      await folders[Symbol.asyncDispose]()
    },
  }
}

interface SiteFolders extends AsyncDisposable {
  repository: TemporaryRepository
  dataDir: string
  env: Record<string, string>
}

/** The sample content of all sites of this process, which are copies. */
let samples: Promise<TemporaryRepository> | null = null

async function committedContent({ files, committedAt }: SiteOptions): Promise<TemporaryRepository> {
  const repository = await temporaryRepository()
  if (files) {
    for (const [name, text] of Object.entries(files))
      await repository.write(`content/${name}`, text)
  } else await cp(path.join(root, 'content'), repository.path('content'), { recursive: true })
  await repository.commit('Content', committedAt)
  return repository
}

async function committedSamples(): Promise<TemporaryRepository> {
  const repository = await committedContent({})
  process.once('exit', () =>
    rmSync(path.dirname(repository.root), { recursive: true, force: true }),
  )
  return repository
}

async function copiedSamples(): Promise<TemporaryRepository> {
  samples ??= committedSamples()
  return (await samples).copy()
}

async function siteFolders(options: SiteOptions): Promise<SiteFolders> {
  const isCopied = options.files === undefined && options.committedAt === undefined
  const repository = await (isCopied ? copiedSamples() : committedContent(options))
  const data = await temporaryFolder()
  if (!options.ownCache) await shareCache(data.path)
  return {
    repository,
    dataDir: data.path,
    env: { CONTENT_DIR: repository.path('content'), DATA_DIR: data.path, ...options.env },
    async [Symbol.asyncDispose]() {
      await repository[Symbol.asyncDispose]()
      await data[Symbol.asyncDispose]()
    },
  }
}

/** What a site has of its folders, however it runs. */
function sharedParts({ repository, dataDir, env }: SiteFolders) {
  return {
    repository,
    dataDir,
    dataDirs: [dataDir],
    env,
    savedTip: async () => (await readFile(repository.path('.git/refs/heads/main'), 'utf8')).trim(),
    async refuseSaves() {
      await repository.write('.git/index.lock', '')
      return () => repository.remove('.git/index.lock')
    },
  }
}

/**
 * The built site as a process in a folder. Resolves when it has printed its address; rejects with
 * its output when it ends before.
 */
export async function startSite(
  env: Record<string, string>,
  cwd: string,
  build = entry,
): Promise<SiteProcess> {
  const site = spawnSite(env, cwd, build)
  const url = await new Promise<string>((resolve, reject) => {
    site.onPrint(() => {
      const port = /^https?:\/\/\S+?:(\d+)(?= |$)/m.exec(site.output())?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
    void site.ended.then((code) =>
      reject(new Error(`the site ended with ${code}: ${site.output()}`)),
    )
  })
  const { pid, output, stop } = site
  return { url, pid, output, stop }
}

/** Runs the built site until it ends by itself. */
export async function endedSite(
  env: Record<string, string>,
  cwd: string,
): Promise<{ code: number | null; output: string }> {
  const site = spawnSite(env, cwd)
  const code = await site.ended
  return { code, output: site.output() }
}

/** Starts the built site as a process, without waiting for it. */
export function spawnSite(env: Record<string, string>, cwd: string, build = entry) {
  if (!existsSync(build)) throw new Error('There is no build: run `npm run build` first.')
  countStart('server')
  const child = spawn(process.execPath, [build], {
    cwd,
    env: siteEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that times out must leave no process behind.
  const killed = () => void child.kill('SIGKILL')
  process.once('exit', killed)
  let printed = ''
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', killed)
    return code as number | null
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk
    })
  return {
    pid: child.pid ?? 0,
    ended,
    onPrint: (listener: () => void) => {
      for (const stream of [child.stdout, child.stderr]) stream.on('data', listener)
    },
    output: () => printed,
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return ended
    },
  }
}

/**
 * The checks that `eventually` makes at least, so that a machine that stood still for a while is no
 * failure.
 */
const leastChecks = 200

/**
 * Calls `check` until it returns a value, for `timeoutMs` milliseconds, or for some hundred checks
 * where they take longer; then throws.
 */
export async function eventually<Value>(
  check: () => Promise<Value | null | undefined | false>,
  timeoutMs = 30_000,
): Promise<Value> {
  const end = Date.now() + timeoutMs
  for (let checks = 1; ; checks++) {
    const value = await check()
    if (value) return value
    if (Date.now() > end && checks >= leastChecks) throw new Error(`nothing within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/**
 * Commits files of the content as a writer does, unless they are the same already, and waits until
 * the site shows them.
 */
export async function publish(
  site: RunningSite,
  files: Record<string, string | Uint8Array>,
): Promise<void> {
  const { write, git, commit } = site.repository
  for (const [name, text] of Object.entries(files)) await write(`content/${name}`, text)
  if ((await git('status', '--porcelain')) !== '') await commit('Files of a writer')
  await showsNewest(site)
}

/** Reverts the newest commit, and waits until the site shows that. */
export async function revertNewest(site: RunningSite): Promise<void> {
  await site.repository.git('revert', '--no-edit', 'HEAD')
  await showsNewest(site)
}

/** Resolves when the site shows the newest commit. */
async function showsNewest(site: RunningSite): Promise<void> {
  const head = await site.savedTip()
  await eventually(async () => {
    const { revision } = (await (await fetch(`${site.url}/api/health`)).json()) as {
      revision?: string
    }
    return revision === head
  })
}

/** The files of `count` articles with one body: `${path}-0.md` and so on. */
export function articleFiles(
  count: number,
  path: string,
  fieldsOf: (at: number) => Record<string, string>,
  body?: string,
): Record<string, string> {
  const files: Record<string, string> = {}
  for (let at = 0; at < count; at++) files[`${path}-${at}.md`] = articleFile(fieldsOf(at), body)
  return files
}

/** A small valid article as a file. */
export function articleFile(fields: Record<string, string> = {}, body = 'Some text.'): string {
  const all = {
    title: 'An article',
    excerpt: 'What it says.',
    category: 'mixing',
    publishedAt: '2026-01-02',
    ...fields,
  }
  return `---\n${Object.entries(all)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')}---\n\n${body}\n`
}
