import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { RepositoryError } from '../../platform/errors.ts'
import { type GitPlace, readingEnvironment } from '../program/git-environment.ts'

/** What git says about an object; null when the repository has none with that id. */
export interface ObjectAnswer {
  type: string
  size: number
  /** Its bytes, if they were asked for. */
  data?: Uint8Array
}

type Question = 'contents' | 'sizes'

/** A message of the thread. */
interface Answer extends Partial<ObjectAnswer> {
  number: number
  failure?: string
}

/** The longest that the main thread waits for git, in milliseconds; git is started again before. */
const patienceMs = 15_000

/** The memory of git for parts of packs, which is otherwise without a useful limit. */
const args = ['-c', 'core.deltaBaseCacheLimit=16m', '-c', 'core.packedGitLimit=64m']

/**
 * A thread that asks `git cat-file` for objects. The main thread can wait for an answer, or go on
 * meanwhile. The thread and its processes start with the first question.
 */
export function createObjectChannel(place: GitPlace) {
  const open = new Map<number, (answer: Answer) => void>()
  let thread: ReturnType<typeof start> | null = null
  let last = 0

  function start() {
    const { port1: port, port2 } = new MessageChannel()
    const signal = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(new URL('./object-thread.mjs', import.meta.url), {
      workerData: { port: port2, signal, args, env: { ...readingEnvironment(place) } },
      transferList: [port2],
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    worker.unref()
    port.on('message', deliver)
    port.unref()
    const failed = (error?: Error) => {
      if (thread?.worker !== worker) return
      thread = null
      fail(`the thread that reads it ended${error ? `: ${error.message}` : ''}`)
    }
    worker.on('error', failed)
    worker.on('exit', () => failed())
    return { worker, port, signal }
  }

  function deliver(answer: Answer) {
    const answered = open.get(answer.number)
    open.delete(answer.number)
    if (open.size === 0) thread?.port.unref()
    answered?.(answer)
  }

  function fail(failure: string) {
    for (const number of [...open.keys()]) deliver({ number, failure })
  }

  function post(id: string, what: Question, answered: (answer: Answer) => void): number {
    thread ??= start()
    last += 1
    open.set(last, answered)
    thread.port.ref()
    thread.port.postMessage({ number: last, id, what })
    return last
  }

  return {
    /** Goes on meanwhile. */
    ask: (id: string, what: Question) =>
      new Promise<ObjectAnswer | null>((resolve, reject) => {
        post(id, what, (answer) => {
          try {
            resolve(resultOf(id, answer))
          } catch (error) {
            reject(error)
          }
        })
      }),

    /** Waits. */
    wait(id: string, what: Question): ObjectAnswer | null {
      let found: Answer = { number: 0, failure: 'git does not answer' }
      const number = post(id, what, (answer) => {
        found = answer
      })
      const until = performance.now() + patienceMs
      while (open.has(number) && thread !== null) {
        const { port, signal } = thread
        const seen = Atomics.load(signal, 0)
        const message = receiveMessageOnPort(port)
        if (message !== undefined) deliver(message.message)
        else if (Atomics.wait(signal, 0, seen, until - performance.now()) === 'timed-out')
          open.delete(number)
      }
      return resultOf(id, found)
    },

    close() {
      thread?.port.postMessage({ number: 0, id: '', what: 'close' })
      fail('the repository was closed')
      thread = null
    },
  }
}

function resultOf(id: string, { failure, type, size = 0, data }: Answer): ObjectAnswer | null {
  if (failure !== undefined)
    throw new RepositoryError(`Object ${id} cannot be read: ${failure.replace(/\.$/, '')}.`)
  return type === undefined ? null : { type, size, ...(data && { data }) }
}
