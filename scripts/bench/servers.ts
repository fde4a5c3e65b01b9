import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, ask } from '../../tests/http-client.ts'
import { eventually, spawnSite } from '../../tests/running-site.ts'
import { root } from '../sources.mjs'
import type { LoadOrder, LoadResult } from './load.ts'

const taskset = '/usr/bin/taskset'
/**
 * Whether each process can be pinned to a processor; otherwise the server and the load generator
 * compete.
 */
export const pinning = availableParallelism() > 1 && existsSync(taskset)
const ticksPerSecond = 100

export type ServerProcess = ReturnType<typeof startServer>

/**
 * What a server is started with, without waiting for it. With `cpu` it runs on that processor only.
 */
interface ServerOptions {
  port: number
  cpu?: number
  /** Settings of the site. */
  settings?: Record<string, string>
}

/** Starts the built site. */
export function startSite(
  { contentDir, dataDir }: { contentDir: string; dataDir: string },
  options: ServerOptions,
) {
  const env = {
    CONTENT_DIR: contentDir,
    DATA_DIR: dataDir,
    // A fixed address, because pages on disk are valid for one address only.
    SITE_URL: `http://127.0.0.1:${options.port}`,
    ...options.settings,
  }
  return startServer(env, path.dirname(contentDir), options)
}

/** Starts the bare server with a file of responses. */
export function startBare(
  answers: string,
  options: ServerOptions,
  manner: 'in-turn' | 'by-address' = 'in-turn',
) {
  const program = path.join(import.meta.dirname, 'bare-server.mjs')
  return startServer({ ANSWERS: answers, MANNER: manner }, root, options, program)
}

function startServer(
  env: Record<string, string>,
  cwd: string,
  { port, cpu }: ServerOptions,
  program?: string,
) {
  const spawnedAt = performance.now()
  const { pid, stop } = spawnSite({ ...env, PORT: String(port) }, cwd, program)
  pin(pid, cpu)
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** On the clock of `performance.now()`. */
    spawnedAt,
    /** Processor time of all threads so far, in seconds. Linux only. */
    cpuSeconds(): number {
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    },
    pid,
    stop,
    async [Symbol.asyncDispose]() {
      await stop('SIGKILL')
    },
  }
}

/** Lets a process that has just begun run on one processor only. */
function pin(pid = 0, cpu?: number): void {
  if (cpu !== undefined && pinning) execFileSync(taskset, ['-a', '-p', '-c', `${cpu}`, `${pid}`])
}

/** Current and highest resident memory of a process, in MB. Linux only. */
export function memoryOf({ pid }: { pid: number }) {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  const megabytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

/** Sends loads from a process of its own. */
export function startLoader(cpu?: number) {
  const child = fork(path.join(import.meta.dirname, 'load.ts'), { execArgv: ['--import', 'tsx'] })
  pin(child.pid, cpu)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the load ended with ${code}`)
  })
  ended.catch(() => {})
  return {
    async run(order: LoadOrder): Promise<LoadResult> {
      child.send(order)
      const [result] = (await Promise.race([once(child, 'message'), ended])) as [LoadResult]
      return result
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended.catch(() => {})
    },
  }
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until a site has loaded its content, or another server answers. */
export function ready({ url }: { url: string }): Promise<unknown> {
  return eventually(() => ask(url, '/api/health').catch(() => null), 600_000)
}

/** The longest time to wait for a process to become idle. */
const restLimitMs = 90_000

/**
 * Waits until a process has used almost no processor time for `quietMs`, so that its work after a
 * start is done.
 */
export async function rest(server: ServerProcess, quietMs: number): Promise<void> {
  const end = performance.now() + restLimitMs
  let used = server.cpuSeconds()
  let restingSince = performance.now()
  while (performance.now() < Math.min(end, restingSince + quietMs)) {
    await pause(500)
    const now = server.cpuSeconds()
    if (now - used > 0.05) restingSince = performance.now()
    used = now
  }
}

/** What a browser sends with each request. */
const compressed = { 'Accept-Encoding': 'gzip, deflate, br' }

/** Rejects for an answer that is not 200. */
export async function answered<Answer extends { status: number }>(
  sent: Promise<Answer>,
  what = 'a request',
): Promise<Answer> {
  const answer = await sent
  if (answer.status !== 200) throw new Error(`${what} was answered with ${answer.status}`)
  return answer
}

/** A response, as a browser asks for it. Rejects for one that is not 200. */
export function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { origin, pathname, search } = new URL(url)
  return answered(ask(origin, pathname + search, { headers: { ...compressed, ...headers } }), url)
}

/**
 * Milliseconds from the spawn of a server to its first response with a text. Tries every
 * millisecond, which costs the starting process next to nothing.
 */
export async function firstAnswer(
  server: ServerProcess,
  address: string,
  text: string,
): Promise<number> {
  for (;;) {
    const answer = await get(server.url + address).catch(() => null)
    const took = performance.now() - server.spawnedAt
    if (answer?.text.includes(text)) return took
    if (took > 600_000) throw new Error(`${address} was not served`)
    await pause(1)
  }
}
