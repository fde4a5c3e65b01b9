import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { siteEnvironment } from '../../tests/running-site.ts'
import { root } from '../sources.mjs'
import { connects } from './first-answer.ts'

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
  contentDir: string
  dataDir: string
  port: number
  cpu?: number
  /** Further settings of the site. */
  settings?: Record<string, string>
}): ServerProcess {
  const { contentDir, dataDir, port, cpu, settings } = options
  // A fixed address, because pages on disk are valid for one address only.
  const env = { CONTENT_DIR: contentDir, DATA_DIR: dataDir, PORT: `${port}`, SITE_URL: `http://127.0.0.1:${port}` }
  const entry = path.join(root, 'dist', 'server', 'index.js')
  return startNode([entry], port, { cwd: path.dirname(contentDir), cpu, env: Object.assign(env, settings) })
}

/** Starts the bare server with a file of responses, without waiting for it. */
export function startBare(
  answers: string,
  port: number,
  options: { manner?: 'in-turn' | 'by-address'; cpu?: number } = {},
): ServerProcess {
  const program = path.join(import.meta.dirname, 'bare-server.mjs')
  return startNode([program, `${port}`, answers, options.manner ?? 'in-turn'], port, { cpu: options.cpu })
}

function startNode(
  args: ReadonlyArray<string>,
  port: number,
  options: { cpu: number | undefined; cwd?: string; env?: Record<string, string> },
): ServerProcess {
  const spawnedAt = performance.now()
  const [command, before] = nodeOn(options.cpu)
  const child = spawn(command, [...before, ...args], {
    cwd: options.cwd,
    env: siteEnvironment(options.env ?? {}),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let isStopping = false
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-5_000)
  })
  const ended = once(child, 'exit').then(() => {
    if (!isStopping) throw new Error(`${args[0]} ended by itself: ${complaints}`)
  })
  const stop = async (signal: NodeJS.Signals) => {
    isStopping = true
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
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
    memory: () => memoryOf(child.pid!),
    stop: () => stop('SIGTERM'),
    [Symbol.asyncDispose]: () => stop('SIGKILL'),
  }
}

/** Current and highest resident memory of a process, in MB. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

export interface Worker<Order, Result> extends AsyncDisposable {
  run(order: Order): Promise<Result>
}

/** Starts a program of this folder that answers orders (`answerOrders`) in a process of its own. */
export function startWorker<Order extends object, Result>(program: string, cpu?: number): Worker<Order, Result> {
  const [execPath, before] = nodeOn(cpu)
  const file = path.join(import.meta.dirname, program)
  const child = fork(file, { execPath, execArgv: [...before, '--import', 'tsx'] })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with ${code}`)
  })
  ended.catch(() => {})
  return {
    async run(order) {
      child.send(order)
      const [result] = (await Promise.race([once(child, 'message'), ended])) as [Result]
      return result
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended.catch(() => {})
    },
  }
}

/** In a program that `startWorker` starts. */
export function answerOrders<Order>(answer: (order: Order) => Promise<object>): void {
  process.on('message', (order) => void answer(order as Order).then((result) => process.send?.(result)))
}

/** How to start Node on one processor: the command, and the arguments before Node's own. */
function nodeOn(cpu: number | undefined): [command: string, args: Array<string>] {
  return cpu === undefined || !pinning ? [process.execPath, []] : [taskset, ['-c', String(cpu), process.execPath]]
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
  while (!(await connects(port))) await pause(5)
}

/** The longest time to wait for a process to become idle. */
const restLimitMs = 90_000

/** Waits until a process has used almost no processor time for `quietMs`, so that its work after a start is done. */
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
