import { readFileSync, readlinkSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { BodyRenderError } from './limits.ts'

/** A request to a worker: a task of its entry file, and what that is called with. */
export interface WorkerRequest {
  task: string
  input: ReadonlyArray<unknown>
}

/** Runs a task in a worker; the caller declares the types of its input and result. */
export type RunTask = (task: string, ...input: ReadonlyArray<unknown>) => Promise<never>

/**
 * Messages of the worker: `ready` when its code is loaded, with the name of its thread. Then one
 * answer for each request, in order: `done` or `refused`. `partial` may precede `done`; it is used
 * when the rest takes too long.
 */
export type WorkerMessage =
  | { kind: 'ready'; thread?: string | null }
  | { kind: 'partial'; result: unknown }
  | { kind: 'done'; result: unknown }
  | { kind: 'refused'; reason: BodyRenderError['kind']; message: string; line?: number }

/**
 * Answers the requests of a `WorkerPool` in its worker thread, one at a time: the task of a
 * request is the name of a function.
 */
export function serveTasks(tasks: object): void {
  if (!parentPort) throw new Error('This file is the entry of a worker thread')
  const port = parentPort
  const post = (message: WorkerMessage) => port.postMessage(message)
  async function answer({ task, input }: WorkerRequest): Promise<WorkerMessage> {
    try {
      const work = tasks[task as keyof typeof tasks] as (...input: Array<unknown>) => unknown
      const partial = (result: unknown) => post({ kind: 'partial', result })
      return { kind: 'done', result: await work(...input, partial) }
    } catch (error) {
      if (error instanceof BodyRenderError)
        return { kind: 'refused', reason: error.kind, message: error.message, line: error.line }
      // The recursion of a parser exceeded the stack.
      if (error instanceof RangeError)
        return { kind: 'refused', reason: 'too-deep', message: 'The text is nested too deeply' }
      return {
        kind: 'refused',
        reason: 'failed',
        message: `The text could not be read: ${String(error)}`,
      }
    }
  }
  port.on('message', async (request: WorkerRequest) => post(await answer(request)))
  post({ kind: 'ready', thread: ownThread() })
}

/** The name of the calling thread in `/proc` (`PID/task/TID`); null on systems without it. */
function ownThread(): string | null {
  try {
    return readlinkSync('/proc/thread-self')
  } catch {
    return null
  }
}

/**
 * Milliseconds of processor time that a thread of this process has used; on systems that do not
 * report it, that of the whole process, which is never less.
 */
export function processorTime(thread: string | null): number {
  if (thread !== null) {
    try {
      // Nanoseconds on a processor are the first number (Documentation/scheduler/sched-stats.rst of
      // Linux).
      return Number.parseInt(readFileSync(`/proc/${thread}/schedstat`, 'utf8'), 10) / 1e6
    } catch {
      // This kernel does not report it.
    }
  }
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
