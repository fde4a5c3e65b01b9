import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type TemporaryRepository, temporaryFolder, temporaryRepository } from './temp-repository.ts'

const root = path.dirname(import.meta.dirname)
const entry = path.join(root, 'dist', 'server', 'index.js')

/** How many servers a site under test has: `TEST_CLUSTER=3 npm test` runs the tests against three replicas of each. */
export const serversPerSite = Number(process.env.TEST_CLUSTER ?? 1)
export const isCluster = process.env.TEST_CLUSTER !== undefined

/** Calls `act` for each server of a site, one after the other: requests come to the servers in turn. Returns what it returned. */
export async function atEachServer<Value>(act: () => Promise<Value>): Promise<Array<Value>> {
  const values: Array<Value> = []
  for (let server = 0; server < serversPerSite; server += 1) values.push(await act())
  return values
}

export interface RunningSite extends SiteProcess, AsyncDisposable {
  /** The site's repository. */
  repository: TemporaryRepository
  dataDir: string
  /** The data folder of each of its processes. */
  dataDirs: ReadonlyArray<string>
  /** The settings of its first process. */
  env: Readonly<Record<string, string>>
  /** The commit of the branch that saves are added to: of the repository, or of the remote of several replicas. */
  savedTip(): Promise<string>
  /** Makes every save fail with 503, as a lock of another program or a broken remote does. Returns a function that ends this. */
  refuseSaves(): Promise<() => Promise<void>>
  /**
   * Restarts the process with the same folders, on another port; from another build when one is given
   * (`next-version.ts`).
   */
  restart(env?: Record<string, string>, stopSignal?: NodeJS.Signals, build?: string): Promise<void>
}

export interface SiteProcess {
  /** The address where it listens, whatever `SITE_URL` is. */
  url: string
  pid: number
  /** The output of the process, both streams. */
  output(): string
  /** Ends the process with a signal and waits. Returns its exit code, or null when the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** `files` are paths inside `content/`; without them the site has the sample content. `committedAt` is in seconds since 1970. */
export interface SiteOptions {
  files?: Record<string, string | Uint8Array>
  env?: Record<string, string>
  committedAt?: number
}

/** The environment of a site under test, without the machine's own settings. */
export function siteEnvironment(env: Record<string, string>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', HOST: '127.0.0.1', PORT: '0', ...env }
}

/**
 * The built site as a real process with a temporary repository, in which its content is committed; with `TEST_CLUSTER=3` as three of them that share a remote and a
 * database. Needs `npm run build`; `npm test` runs it.
 */
export async function runningSite(options: SiteOptions = {}): Promise<RunningSite> {
  if (isCluster) return (await import('./cluster-site.ts')).clusterSite(serversPerSite, options)
  return siteOfOneProcess(options)
}

/** A site of one process in any case, for tests of the way from one process to several. */
export async function siteOfOneProcess(options: SiteOptions = {}): Promise<RunningSite> {
  const repository = await temporaryRepository()
  const data = await temporaryFolder()
  if (options.files) {
    for (const [name, text] of Object.entries(options.files)) await repository.write(`content/${name}`, text)
  } else await cp(path.join(root, 'content'), repository.path('content'), { recursive: true })
  await repository.commit('Content', options.committedAt)
  const settings = { CONTENT_DIR: repository.path('content'), DATA_DIR: data.path, ...options.env }
  const start = (env: Record<string, string> = {}, build = entry) =>
    startSite({ ...settings, ...env }, repository.root, build)
  let running = await start()
  return {
    get url() {
      return running.url
    },
    get pid() {
      return running.pid
    },
    repository,
    dataDir: data.path,
    dataDirs: [data.path],
    env: settings,
    savedTip: async () => (await readFile(repository.path('.git/refs/heads/main'), 'utf8')).trim(),
    async refuseSaves() {
      await repository.write('.git/index.lock', '')
      return () => repository.remove('.git/index.lock')
    },
    output: () => running.output(),
    stop: (signal?: NodeJS.Signals) => running.stop(signal),
    async restart(env, stopSignal, build) {
      await running.stop(stopSignal)
      running = await start(env, build)
    },
    async [Symbol.asyncDispose]() {
      await running.stop('SIGKILL')
      await repository[Symbol.asyncDispose]()
      await data[Symbol.asyncDispose]()
    },
  }
}

/**
 * The built site as a process in a folder. Resolves when it has printed its address; rejects with its output when it
 * ends before.
 */
export async function startSite(env: Record<string, string>, cwd: string, build = entry): Promise<SiteProcess> {
  const site = spawnSite(env, cwd, build)
  const url = await new Promise<string>((resolve, reject) => {
    site.onPrint(() => {
      const port = /^https?:\/\/\S+?:(\d+)(?= |$)/m.exec(site.output())?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
    void site.ended.then((code) => reject(new Error(`the site ended with ${code}: ${site.output()}`)))
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

function spawnSite(env: Record<string, string>, cwd: string, build = entry) {
  if (!existsSync(build)) throw new Error('There is no build: run `npm run build` first.')
  const child = spawn(process.execPath, [build], { cwd, env: siteEnvironment(env), stdio: ['ignore', 'pipe', 'pipe'] })
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

/** Calls `check` until it returns a value, for at most `timeoutMs` milliseconds; then throws. */
export async function eventually<Value>(
  check: () => Promise<Value | null | undefined | false>,
  timeoutMs = 30_000,
): Promise<Value> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const value = await check()
    if (value) return value
    if (Date.now() > end) throw new Error(`nothing within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Commits files of the content as a writer does, unless they are the same already, and waits until the site shows them. */
export async function publish(site: RunningSite, files: Record<string, string>): Promise<void> {
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
    const { revision } = (await (await fetch(`${site.url}/api/health`)).json()) as { revision?: string }
    return revision === head
  })
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
