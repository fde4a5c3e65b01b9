import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { siteEnvironment } from '../../tests/running-site.ts'
import { builtSite } from '../sources.mjs'
import { connects } from './first-answer.ts'

/** The entry of the production build. Throws when it can't be built. */
export function siteEntry(): string {
  const entry = builtSite()
  if (entry === null) throw new Error('The build failed.')
  return entry
}

const taskset = '/usr/bin/taskset'
/** Whether each process can be pinned to a processor; otherwise the server and the load generator compete. */
export const pinning = availableParallelism() > 1 && existsSync(taskset)
const ticksPerSecond = 100

export interface ServerProcess extends AsyncDisposable {
  port: number
  url: string
  /** On the clock of `performance.now()`. */
  spawnedAt: number
  /** Processor time of all threads so far, in seconds. Linux only. */
  cpuSeconds(): number
  /** Current and highest resident memory, in MB. Linux only. */
  memory(): { now: number; peak: number }
  stop(): Promise<void>
}

/** Starts the built site without waiting for it. With `cpu` it runs on that processor only. */
export function startSite(options: {
  entry: string
  contentDir: string
  dataDir: string
  port: number
  cpu?: number
  /** Further settings of the site. */
  settings?: Record<string, string>
}): ServerProcess {
  const { entry, contentDir, dataDir, port, cpu, settings } = options
  // A fixed address, because pages on disk are valid for one address only.
  const env = siteEnvironment({
    CONTENT_DIR: contentDir,
    DATA_DIR: dataDir,
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
    ...settings,
  })
  return startNode([entry], { env, port, cwd: path.dirname(contentDir), cpu })
}

/** Starts the bare server with a file of responses, without waiting for it. */
export function startBare(options: {
  answers: string
  port: number
  manner?: 'in-turn' | 'by-address'
  cpu?: number
}): ServerProcess {
  const { answers, port, manner = 'in-turn', cpu } = options
  const program = path.join(import.meta.dirname, 'bare-server.mjs')
  return startNode([program, String(port), answers, manner], { env: siteEnvironment({}), port, cwd: undefined, cpu })
}

function startNode(
  args: Array<string>,
  options: { env: Record<string, string>; port: number; cwd: string | undefined; cpu: number | undefined },
): ServerProcess {
  const { env, port, cwd, cpu } = options
  const spawnedAt = performance.now()
  const [command, before] = nodeOn(cpu)
  const child = spawn(command, [...before, ...args], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let stopping = false
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-5_000)
  })
  const ended = once(child, 'exit').then(() => {
    if (!stopping) throw new Error(`${args[0]} ended by itself: ${complaints}`)
  })
  const stop = async (signal: NodeJS.Signals) => {
    stopping = true
    if (isRunning(child)) child.kill(signal)
    await ended
  }
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    spawnedAt,
    cpuSeconds() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    },
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'latin1')
      const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
      return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
    },
    stop: () => stop('SIGTERM'),
    [Symbol.asyncDispose]: () => stop('SIGKILL'),
  }
}

/** How to start Node on one processor: the command, and the arguments before Node's own. */
export function nodeOn(cpu: number | undefined): [command: string, args: Array<string>] {
  return cpu === undefined || !pinning ? [process.execPath, []] : [taskset, ['-c', String(cpu), process.execPath]]
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Waits until a connection is accepted. */
export async function listening(port: number): Promise<void> {
  while (!(await connects(port))) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** The longest time to wait for a process to become idle. */
const restLimitMs = 90_000

/** Waits until a process has used almost no processor time for `quietMs`, so that its work after a start is done. */
export async function rest(server: ServerProcess, quietMs: number): Promise<void> {
  const end = performance.now() + restLimitMs
  let used = server.cpuSeconds()
  let restingSince = performance.now()
  while (performance.now() < Math.min(end, restingSince + quietMs)) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const now = server.cpuSeconds()
    if (now - used > 0.05) restingSince = performance.now()
    used = now
  }
}
