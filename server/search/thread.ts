import { Worker } from 'node:worker_threads'
import type { FromSearchThread, ToSearchThread } from './messages.ts'

export interface SearchThread {
  post(message: ToSearchThread): void
  /** Whether a request is pending; an idle thread does not keep the process alive. */
  hold(busy: boolean): void
  stop(): Promise<void>
}

/** Starts the search thread. `ended` is called once when it ends without `stop`. */
export function startSearchThread(
  workerUrl: URL,
  receive: (message: FromSearchThread) => void,
  ended: (reason: string) => void,
): SearchThread {
  // By default, V8 lets garbage grow to hundreds of megabytes before it collects.
  const worker = new Worker(workerUrl, { resourceLimits: { maxYoungGenerationSizeMb: 16 } })
  let over = false
  const end = (reason: string) => {
    if (over) return
    over = true
    void worker.terminate()
    ended(reason)
  }
  worker.on('message', (message: FromSearchThread) => {
    if (!over) receive(message)
  })
  worker.on('error', (error) => end(error.message))
  worker.on('messageerror', (error) => end(error.message))
  worker.on('exit', (code) => end(`it ended with code ${code}`))
  return {
    post: (message) => worker.postMessage(message),
    hold(busy) {
      if (busy) worker.ref()
      else worker.unref()
    },
    async stop() {
      over = true
      await worker.terminate()
    },
  }
}
