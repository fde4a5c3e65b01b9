import { Worker } from 'node:worker_threads'
import type { SearchFolders, SearchHost } from './host.ts'

/** A message to the search thread: a call by name. */
export interface SearchRequest {
  id: number
  kind: keyof SearchHost
  given: ReadonlyArray<unknown>
}

/** A message from the search thread: the answer to a request, or something to log. */
export type SearchAnswer = { id: number; value: unknown } | { note: string }

export interface SearchThread {
  /**
   * Calls the thread, in the order of the calls. Rejects when the thread ends before it answers.
   */
  ask<Kind extends keyof SearchHost>(
    kind: Kind,
    ...given: Parameters<SearchHost[Kind]>
  ): Promise<Awaited<ReturnType<SearchHost[Kind]>>>
  /** Whether no call is pending. */
  isIdle(): boolean
  stop(): void
}

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

/**
 * Starts the search thread. `ended` is called once when it ends without `stop`. It keeps the
 * process alive while a call is pending.
 */
export function startSearchThread(
  workerUrl: URL,
  folders: SearchFolders,
  note: (message: string) => void,
  ended: (error: Error) => void,
): SearchThread {
  // By default, V8 lets garbage grow to hundreds of megabytes before it collects.
  const worker = new Worker(workerUrl, {
    workerData: folders,
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  })
  worker.unref()
  const pending = new Map<number, Pending>()
  let lastId = 0
  let failure: Error | null = null

  function end(reason: string): boolean {
    if (failure) return false
    failure = new Error(`The search thread failed: ${reason}`)
    void worker.terminate()
    for (const { reject } of pending.values()) reject(failure)
    pending.clear()
    return true
  }

  function fail(reason: string) {
    if (end(reason)) ended(failure!)
  }

  worker.on('message', (answer: SearchAnswer) => {
    if (failure) return
    if ('note' in answer) note(answer.note)
    else {
      pending.get(answer.id)?.resolve(answer.value)
      pending.delete(answer.id)
      if (pending.size === 0) worker.unref()
    }
  })
  worker.on('error', (error) => fail(error.message))
  worker.on('messageerror', (error) => fail(error.message))
  worker.on('exit', (code) => fail(`it ended with code ${code}`))
  return {
    ask: (kind, ...given) =>
      new Promise((resolve, reject) => {
        if (failure) throw failure
        const id = ++lastId
        pending.set(id, { resolve: (value) => resolve(value as never), reject })
        worker.ref()
        worker.postMessage({ id, kind, given } satisfies SearchRequest)
      }),
    isIdle: () => pending.size === 0,
    stop: () => void end('it was stopped'),
  }
}
