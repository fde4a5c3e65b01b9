import { type ChildProcess, fork, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

/** A program that runs, with the streams of a ChildProcess and its events `error` and `close`. */
export interface StartedProcess extends EventEmitter {
  stdin: Writable | null
  stdout: Readable | null
  stderr: Readable | null
  /** Sends a signal to the program and to all that it has started. */
  kill(signal: NodeJS.Signals): void
}

export interface StartOptions {
  cwd?: string | undefined
  /** The complete environment. */
  env: Record<string, string | undefined>
  /** Whether it has a standard input; by default it has. */
  hasInput?: boolean
  /** Whether this process does not end before the program; by default it does not. */
  isAwaited?: boolean
}

/** Exit code and signal. */
type End = [code: number | null, signal: NodeJS.Signals | null]

/** What the starter tells about a program. */
interface News {
  pid?: number
  name?: 'stdout' | 'stderr'
  data?: Uint8Array
  error?: { message: string; code?: string }
  close?: End
}

/** A small process that starts programs, and those of them that have not ended. */
interface Starter {
  process: ChildProcess
  programs: Map<number, (news: News) => void>
  /** The number of those for which this process waits. */
  awaited: number
}

/**
 * Node forks itself to start a program, which copies the tables of its memory: from this size on,
 * in bytes, everything else waits for longer than 3 ms.
 */
const largeBytes = 160 * 1024 * 1024

/** Milliseconds; a program that outlives the one that has started it may keep its stderr open. */
const openMs = 500

let starter: Starter | null = null
let lastId = 0

/**
 * Starts a program that leads a process group. When this process is large, a small one does it, so
 * that nothing waits here meanwhile. What keeps the program from starting is an `error` event.
 */
export function startProcess(
  program: string,
  args: ReadonlyArray<string>,
  { cwd, env, hasInput = true, isAwaited = true }: StartOptions,
): StartedProcess {
  const input = hasInput ? ('pipe' as const) : ('ignore' as const)
  const options = { cwd, env, detached: true, windowsHide: true }
  const stdio: [typeof input, 'pipe', 'pipe'] = [input, 'pipe', 'pipe']
  if (starter !== null || process.memoryUsage.rss() > largeBytes) {
    starter ??= startStarter()
    return startRemotely(starter, { program, args, options: { ...options, stdio } }, isAwaited)
  }
  const child = spawn(program, args, { ...options, stdio })
  child.on('exit', () => setTimeout(() => child.stderr?.destroy(), openMs).unref())
  if (!isAwaited)
    for (const one of [child, child.stdin, child.stdout, child.stderr])
      (one as Socket | null)?.unref()
  return Object.assign(child, {
    kill: (signal: NodeJS.Signals) => signalGroup(child.pid, signal),
  })
}

export interface RunOptions extends Omit<StartOptions, 'hasInput' | 'isAwaited'> {
  /** Its standard input; none by default. */
  input?: string | Uint8Array | undefined
  /** Ends the program and all that it has started. */
  signal?: AbortSignal | undefined
  /** Called with each part of its stderr. */
  heard?: ((text: string) => void) | undefined
  /** A program that writes more bytes is ended; any number by default. */
  mostOutput?: number
}

/** Milliseconds for a program to remove its temporary files before it is killed. */
const graceMs = 2000

/**
 * Runs a program to its end. Rejects only when it can't be started. The exit code is null when a
 * signal has ended it.
 */
export async function runToEnd(
  program: string,
  args: ReadonlyArray<string>,
  { input, signal, heard, mostOutput = Infinity, ...place }: RunOptions,
) {
  const child = startProcess(program, args, { ...place, hasInput: input !== undefined })
  let killing: NodeJS.Timeout | null = null
  let written = 0
  const kill = () => {
    if (killing !== null) return
    child.kill('SIGTERM')
    killing = setTimeout(() => child.kill('SIGKILL'), graceMs)
  }
  signal?.addEventListener('abort', kill, { once: true })
  if (signal?.aborted) kill()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Uint8Array) => {
      written += chunk.length
      if (written > mostOutput) kill()
      else if (stream === child.stderr) heard?.(`${chunk}`)
    })
  // A program may end without reading all; its exit code tells whether that is a failure.
  child.stdin?.on('error', () => undefined).end(input)
  try {
    const [[code, endedBy], stdout, stderr] = await Promise.all([
      once(child, 'close') as Promise<End>,
      // When no file descriptor is free, there are no streams, and an error follows.
      buffer(child.stdout ?? Readable.from([])),
      buffer(child.stderr ?? Readable.from([])),
    ])
    return { code, endedBy, isCut: written > mostOutput, stdout, stderr }
  } finally {
    signal?.removeEventListener('abort', kill)
    if (killing !== null) {
      clearTimeout(killing)
      child.kill('SIGKILL')
    }
  }
}

function signalGroup(leader: number | undefined, signal: NodeJS.Signals): boolean {
  if (leader === undefined) return false
  try {
    return process.kill(-leader, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return false
  }
}

function startRemotely(by: Starter, start: object, isAwaited: boolean): StartedProcess {
  const { process, programs } = by
  const id = ++lastId
  const send = (message: object, sent: (error: Error | null) => void = () => undefined) =>
    void process.send({ id, ...message }, sent)
  let isPaused = false
  const setPaused = (isFull: boolean) => {
    if (isPaused !== isFull) send({ isPaused: isFull })
    isPaused = isFull
  }
  const stdin = new Writable({
    write: (input, _encoding, done) => send({ input }, done),
    final: (done) => send({ input: null }, done),
  })
  const stdout = new Readable({ read: () => setPaused(false) })
  const stderr = new Readable({ read: () => undefined })
  let pid: number | undefined
  let early: NodeJS.Signals | null = null
  const events: StartedProcess = Object.assign(new EventEmitter(), {
    stdin,
    stdout,
    stderr,
    kill(signal: NodeJS.Signals) {
      if (!signalGroup(pid, signal) && pid === undefined) early = signal
    },
  })
  function close(end: End) {
    if (!programs.delete(id)) return
    if (isAwaited && --by.awaited === 0) process.channel?.unref()
    stdin.destroy()
    for (const stream of [stdout, stderr]) stream.push(null)
    // Somebody may have stopped reading.
    const ended = [stdout, stderr].map((stream) => finished(stream).catch(() => undefined))
    void Promise.all(ended).then(() => events.emit('close', ...end))
  }
  function hear(news: News) {
    pid ??= news.pid
    if (early !== null && signalGroup(pid, early)) early = null
    if (news.name === 'stderr') stderr.push(news.data)
    if (news.name === 'stdout' && !stdout.push(news.data)) setPaused(true)
    if (news.error) events.emit('error', Object.assign(new Error(news.error.message), news.error))
    if (news.close || news.error) close(news.close ?? [null, null])
  }
  programs.set(id, hear)
  if (isAwaited && by.awaited++ === 0) process.channel?.ref()
  send({ start }, (error) => error && hear({ error }))
  return events
}

function startStarter(): Starter {
  const file = fileURLToPath(new URL('./process-starter.mjs', import.meta.url))
  const process = fork(file, [], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const started: Starter = { process, programs: new Map(), awaited: 0 }
  process.on('message', (message) => {
    const { id, ...news } = message as News & { id: number }
    started.programs.get(id)?.(news)
  })
  const ended = () => {
    if (starter === started) starter = null
    for (const hear of started.programs.values()) hear({ close: [null, 'SIGKILL'] })
  }
  process.on('error', ended)
  process.on('exit', ended)
  process.unref()
  process.channel?.unref()
  return started
}
