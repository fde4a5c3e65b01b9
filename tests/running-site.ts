import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { type TemporaryRepository, temporaryFolder, temporaryRepository } from './temp-repository.ts'

const root = path.dirname(import.meta.dirname)
const entry = path.join(root, 'dist', 'server', 'index.js')

export interface RunningSite extends AsyncDisposable {
  url: string
  /** The repository whose `content` folder the site shows. */
  repository: TemporaryRepository
  dataDir: string
  /** What the process has printed, both streams. */
  output(): string
  /** Ends the process with a signal and waits. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts the process again on the same folders, on another port. */
  restart(env?: Record<string, string>): Promise<void>
}

/** Environment of a site under test: nothing of the machine's own settings. */
export function siteEnvironment(env: Record<string, string>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', HOST: '127.0.0.1', PORT: '0', ...env }
}

/**
 * The built site as a real process over a temporary repository: the sample content, or the given files (paths inside `content/`), committed.
 * Needs `npm run build`; `npm test` does it.
 */
export async function runningSite(
  options: { files?: Record<string, string | Uint8Array>; env?: Record<string, string> } = {},
): Promise<RunningSite> {
  if (!existsSync(entry)) throw new Error('There is no build: run `npm run build` first.')
  const repository = await temporaryRepository()
  const data = await temporaryFolder()
  if (options.files) {
    for (const [name, text] of Object.entries(options.files)) await repository.write(`content/${name}`, text)
  } else await cp(path.join(root, 'content'), repository.path('content'), { recursive: true })
  await repository.commit('Content')
  let running = await startProcess(repository, data.path, options.env)
  const site = {
    get url() {
      return running.url
    },
    repository,
    dataDir: data.path,
    output: () => running.output(),
    stop: (signal?: NodeJS.Signals) => running.stop(signal),
    async restart(env?: Record<string, string>) {
      await running.stop()
      running = await startProcess(repository, data.path, { ...options.env, ...env })
    },
    async [Symbol.asyncDispose]() {
      await running.stop('SIGKILL')
      await repository[Symbol.asyncDispose]()
      await data[Symbol.asyncDispose]()
    },
  }
  return site
}

async function startProcess(repository: TemporaryRepository, dataDir: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [entry], {
    cwd: repository.root,
    env: siteEnvironment({ CONTENT_DIR: repository.path('content'), DATA_DIR: dataDir, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      printed += chunk
      const port = /^https?:\/\/\S+?(?::(\d+))?$/m.exec(printed)
      if (port) resolve(`http://127.0.0.1:${/listening on .*:(\d+)/.exec(printed)?.[1] ?? port[1]}`)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(([code]) => reject(new Error(`the site ended with ${code}: ${printed}`)))
  })
  return {
    url,
    output: () => printed,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  }
}

/** Calls `check` until it answers something, for at most `patience` milliseconds; then throws. */
export async function eventually<Value>(
  check: () => Promise<Value | null | undefined | false>,
  patience = 10_000,
): Promise<Value> {
  const end = Date.now() + patience
  for (;;) {
    const value = await check()
    if (value) return value
    if (Date.now() > end) throw new Error(`nothing within ${patience} ms`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
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
