import { Worker } from 'node:worker_threads'
import { BodyRenderError } from './limits.ts'
import type { MarkdownInput, RenderedMarkdown } from './render.ts'
import type { WorkerMessage } from './worker-protocol.ts'

export interface WorkerPoolOptions {
  workerUrl: URL
  /** How long one text may take, and after it its code. */
  timeLimitMs: number
  /** The second worker is for the texts that wait behind a slow one. */
  maxWorkers?: number
  /** An unused worker is stopped after this time, for its memory. */
  idleMs?: number
}

export interface PoolResult {
  result: RenderedMarkdown
  /** False when coloring the code took too long, so that it is plain. */
  complete: boolean
}

export interface WorkerPool {
  /** Rejects with a BodyRenderError when the text is refused, takes too long or ends its worker. */
  run(input: MarkdownInput): Promise<PoolResult>
  close(): Promise<void>
}

interface Job {
  input: MarkdownInput
  uncolored?: RenderedMarkdown
  resolve(result: PoolResult): void
  reject(error: Error): void
}

interface Slot {
  worker: Worker
  state: { kind: 'starting' | 'idle' | 'stopped' } | { kind: 'busy'; job: Job }
  timer?: NodeJS.Timeout
}

/** A worker that is not ready by then (code missing, machine stuck) is given up. */
const startLimitMs = 30_000

/**
 * Renders Markdown in worker threads that are started when they are needed. Each works on one text at a time and is killed when that takes
 * too long: that text is refused, all others go on in another worker.
 */
export function createWorkerPool({
  workerUrl,
  timeLimitMs,
  maxWorkers = 2,
  idleMs = 60_000,
}: WorkerPoolOptions): WorkerPool {
  const queue: Array<Job> = []
  const slots = new Set<Slot>()

  function assign() {
    for (const slot of slots) {
      const job = slot.state.kind === 'idle' ? queue.shift() : undefined
      if (job) give(slot, job)
    }
    const starting = [...slots].filter((slot) => slot.state.kind === 'starting').length
    if (queue.length > starting && slots.size < maxWorkers) start()
  }

  function start() {
    // A text that eats memory ends its worker, not the server. With the usual young generation a worker keeps 100 MB of garbage.
    const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }
    const worker = new Worker(workerUrl, { resourceLimits })
    const slot: Slot = { worker, state: { kind: 'starting' } }
    slots.add(slot)
    slot.timer = setTimeout(() => drop(slot, 'did not start'), startLimitMs)
    worker.on('message', (message: WorkerMessage) => receive(slot, message))
    worker.on('error', (error) => drop(slot, `failed: ${error.message}`))
    worker.on('exit', (code) => drop(slot, `ended with code ${code}`))
  }

  function receive(slot: Slot, message: WorkerMessage) {
    if (slot.state.kind === 'stopped') return
    clearTimeout(slot.timer)
    if (slot.state.kind === 'busy') {
      if (message.kind === 'uncolored') {
        slot.state.job.uncolored = message.result
        limit(slot, slot.state.job)
        return
      }
      if (message.kind === 'rendered') slot.state.job.resolve({ result: message.result, complete: true })
      if (message.kind === 'refused') slot.state.job.reject(new BodyRenderError(message.reason, message.message))
    }
    slot.state = { kind: 'idle' }
    // Waiting alone keeps no process alive.
    slot.worker.unref()
    slot.timer = setTimeout(() => drop(slot, 'was idle'), idleMs).unref()
    assign()
  }

  function give(slot: Slot, job: Job) {
    clearTimeout(slot.timer)
    slot.state = { kind: 'busy', job }
    slot.worker.ref()
    slot.worker.postMessage(job.input)
    limit(slot, job)
  }

  /** One limit for the text and one for the colors of its code, which need some time when their grammar is new to the worker. */
  function limit(slot: Slot, job: Job) {
    slot.timer = setTimeout(() => {
      // When it was this thread that was busy, the answer is waiting already; one turn of the event loop lets it in.
      setImmediate(() => {
        if (slot.state.kind === 'busy' && slot.state.job === job) drop(slot, 'was too slow', tooSlow(timeLimitMs))
      })
    }, timeLimitMs)
  }

  /** Ends a worker. `why` completes 'The worker that renders texts …'. */
  function drop(slot: Slot, why: string, refusal?: BodyRenderError) {
    const { state } = slot
    if (state.kind === 'stopped') return
    const message = `The worker that renders texts ${why}`
    clearTimeout(slot.timer)
    slot.state = { kind: 'stopped' }
    slots.delete(slot)
    if (state.kind === 'busy' && state.job.uncolored) {
      state.job.resolve({ result: state.job.uncolored, complete: false })
    } else if (state.kind === 'busy') state.job.reject(refusal ?? new BodyRenderError('failed', message))
    // A worker that can't start would fail for ever: the text that waited longest goes without. That is no fault of the text.
    if (state.kind === 'starting') queue.shift()?.reject(new Error(message))
    void slot.worker.terminate()
    assign()
  }

  return {
    run: (input) =>
      new Promise((resolve, reject) => {
        queue.push({ input, resolve, reject })
        assign()
      }),
    async close() {
      for (const job of queue.splice(0)) job.reject(new Error('The renderer is closed'))
      const workers = [...slots].map((slot) => slot.worker)
      for (const slot of slots) drop(slot, 'was closed')
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function tooSlow(limitMs: number) {
  return new BodyRenderError('too-slow', `The text takes longer than ${limitMs / 1000} s to render`)
}
