import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Inspector } from './inspect-file.ts'

/** The data that a thread gets at its start. */
export interface InspectorData {
  folder: string
  timeZone: string
}

/** One call of an inspector, and its answer, on the way between threads. */
export interface InspectorCall {
  id: number
  method: keyof Inspector
  argument: unknown
}
export type InspectorAnswer = { id: number; result: unknown } | { id: number; error: string }

interface Waiting {
  resolve(result: never): void
  reject(error: Error): void
}

/** An inspector that has a thread per processor do its work. `workerUrl` is a file that serves an inspector (`scripts/inspect-worker.ts`). */
export function createInspectorPool(workerUrl: URL, data: InspectorData): Inspector & { close(): Promise<void> } {
  const threads = Array.from({ length: availableParallelism() }, () => startThread(workerUrl, data))

  function call<Result>(method: keyof Inspector, argument: unknown): Promise<Result> {
    const [first, ...others] = threads
    if (!first) throw new Error('There is no thread')
    const idlest = others.reduce((one, other) => (other.load() < one.load() ? other : one), first)
    return idlest.call(method, argument)
  }

  return {
    facts: (files) => call('facts', files),
    references: (path) => call('references', path),
    anchors: (path) => call('anchors', path),
    async close() {
      await Promise.all(threads.map(({ stop }) => stop()))
    },
  }
}

function startThread(workerUrl: URL, data: InspectorData) {
  const worker = new Worker(workerUrl, { workerData: data })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let failure: Error | null = null
  const fail = (error: Error) => {
    failure = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (answer: InspectorAnswer) => {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('error' in answer) asked?.reject(new Error(answer.error))
    else asked?.resolve(answer.result as never)
  })
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`A thread that checks files ended with code ${code}.`)))
  return {
    load: () => waiting.size,
    call<Result>(method: keyof Inspector, argument: unknown): Promise<Result> {
      return new Promise((resolve, reject) => {
        if (failure) return reject(failure)
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        worker.postMessage({ id: lastId, method, argument } satisfies InspectorCall)
      })
    },
    stop: () => worker.terminate(),
  }
}
