import { Worker } from 'node:worker_threads'
import { BodyRenderError } from './limits.ts'
import type { MarkdownInput, RenderedMarkdown } from './render.ts'
import type { WorkerMessage } from './worker-protocol.ts'

export interface WorkerPoolOptions {
  workerUrl: URL
  /** How long one text may take. */
  timeLimitMs: number
  /** The second worker is for the texts that wait behind a slow one. */
  maxWorkers?: number
  /** An unused worker is stopped after this time, for its memory. */
  idleMs?: number
}

export interface WorkerPool {
  /** Rejects with a BodyRenderError when the text is refused, takes too long or ends its worker. */
  run(input: MarkdownInput): Promise<RenderedMarkdown>
  close(): Promise<void>
}

interface Job {
  input: MarkdownInput
  resolve(result: RenderedMarkdown): void
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
    // A text that eats memory ends its worker, not the server.
    const worker = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    const slot: Slot = { worker, state: { kind: 'starting' } }
    slots.add(slot)
    slot.timer = setTimeout(() => drop(slot, failure('did not start')), startLimitMs)
    worker.on('message', (message: WorkerMessage) => receive(slot, message))
    worker.on('error', (error) => drop(slot, failure(`stopped: ${error.message}`)))
    worker.on('exit', (code) => drop(slot, failure(`stopped with code ${code}`)))
  }

  function receive(slot: Slot, message: WorkerMessage) {
    if (slot.state.kind === 'stopped') return
    clearTimeout(slot.timer)
    if (slot.state.kind === 'busy') {
      if (message.kind === 'rendered') slot.state.job.resolve(message.result)
      if (message.kind === 'refused') slot.state.job.reject(new BodyRenderError(message.reason, message.message))
    }
    slot.state = { kind: 'idle' }
    // Waiting alone keeps no process alive.
    slot.worker.unref()
    slot.timer = setTimeout(() => drop(slot), idleMs).unref()
    assign()
  }

  function give(slot: Slot, job: Job) {
    clearTimeout(slot.timer)
    slot.state = { kind: 'busy', job }
    slot.worker.ref()
    slot.worker.postMessage(job.input)
    slot.timer = setTimeout(() => {
      // When it was this thread that was busy, the answer is waiting already; one turn of the event loop lets it in.
      setImmediate(() => {
        if (slot.state.kind === 'busy' && slot.state.job === job) drop(slot, tooSlow(timeLimitMs))
      })
    }, timeLimitMs)
  }

  function drop(slot: Slot, reason = failure('was stopped')) {
    const { state } = slot
    if (state.kind === 'stopped') return
    clearTimeout(slot.timer)
    slot.state = { kind: 'stopped' }
    slots.delete(slot)
    if (state.kind === 'busy') state.job.reject(reason)
    // A worker that can't start would fail for ever: the text that waited longest is refused instead.
    if (state.kind === 'starting') queue.shift()?.reject(reason)
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
      const reason = new BodyRenderError('failed', 'The renderer is closed')
      for (const job of queue.splice(0)) job.reject(reason)
      const workers = [...slots].map((slot) => slot.worker)
      for (const slot of slots) drop(slot, reason)
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function failure(what: string) {
  return new BodyRenderError('failed', `The worker that renders texts ${what}`)
}

function tooSlow(limitMs: number) {
  return new BodyRenderError('too-slow', `The text takes longer than ${limitMs / 1000} s to render`)
}
