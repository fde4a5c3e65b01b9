import { Worker } from 'node:worker_threads'
import { BodyRenderError } from './limits.ts'
import { processorTime } from './thread-time.ts'
import type { WorkerMessage, WorkerRequest } from './worker-protocol.ts'

export interface WorkerPoolOptions {
  workerUrl: URL
  /** Processor time that one request may take, and after it what makes its partial answer whole. */
  timeLimitMs: number
  /** The second worker is for the requests that wait behind a slow one. */
  maxWorkers?: number
  /** An unused worker is stopped after this time, for its memory. */
  idleMs?: number
}

export interface PoolResult {
  result: unknown
  /** False when only the partial answer came in time. */
  complete: boolean
}

export interface WorkerPool {
  /** Rejects with a BodyRenderError when the request is refused, takes too long or ends its worker. */
  run(request: WorkerRequest): Promise<PoolResult>
  close(): Promise<void>
}

interface Job {
  request: WorkerRequest
  partial?: { result: unknown }
  resolve(result: PoolResult): void
  reject(error: Error): void
}

interface Slot {
  worker: Worker
  thread: string | null
  state: { kind: 'starting' | 'idle' | 'stopped' } | { kind: 'busy'; job: Job }
  timer?: NodeJS.Timeout
}

/** A worker that is not ready by then (code missing, machine stuck) is given up. */
const startLimitMs = 60_000
/** A worker is ended after this many times its limit in wall-clock time, whatever processor time it has used. */
const longestWait = 60
/** How soon at the earliest the processor time is looked at again. */
const glanceMs = 20

/**
 * Works on texts in worker threads that are started when they are needed. Each does one request at a time and is killed when that has used too much
 * processor time: that request is refused, all others go on in another worker. A busy machine takes longer, and refuses no more than a quiet one.
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
    const slot: Slot = { worker, thread: null, state: { kind: 'starting' } }
    slots.add(slot)
    slot.timer = setTimeout(() => drop(slot, 'did not start'), startLimitMs)
    worker.on('message', (message: WorkerMessage) => receive(slot, message))
    worker.on('error', (error) => drop(slot, `failed: ${error.message}`, outOfMemory(error)))
    worker.on('exit', (code) => drop(slot, `ended with code ${code}`))
  }

  function receive(slot: Slot, message: WorkerMessage) {
    if (slot.state.kind === 'stopped') return
    clearTimeout(slot.timer)
    if (message.kind === 'ready') slot.thread = message.thread ?? null
    if (slot.state.kind === 'busy') {
      const { job } = slot.state
      if (message.kind === 'partial') {
        job.partial = { result: message.result }
        limit(slot, job)
        return
      }
      if (message.kind === 'done') job.resolve({ result: message.result, complete: true })
      if (message.kind === 'refused') job.reject(new BodyRenderError(message.reason, message.message, message.line))
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
    slot.worker.postMessage(job.request)
    limit(slot, job)
  }

  /** One limit for the request and one for what completes it: colors of code need some time when their grammar is new to the worker. */
  function limit(slot: Slot, job: Job) {
    const begun = { processor: processorTime(slot.thread), clock: performance.now() }
    const look = () => {
      // When it was this thread that was busy, the answer is waiting already; one turn of the event loop lets it in.
      setImmediate(() => {
        if (slot.state.kind !== 'busy' || slot.state.job !== job) return
        const left = timeLimitMs - (processorTime(slot.thread) - begun.processor)
        const waited = performance.now() - begun.clock
        if (left <= 0 || waited > longestWait * timeLimitMs) drop(slot, 'was too slow', tooSlow(timeLimitMs))
        else slot.timer = setTimeout(look, Math.max(glanceMs, left))
      })
    }
    slot.timer = setTimeout(look, timeLimitMs)
  }

  /** Ends a worker. `why` completes 'The worker for texts …'. */
  function drop(slot: Slot, why: string, refusal?: BodyRenderError) {
    const { state } = slot
    if (state.kind === 'stopped') return
    const message = `The worker for texts ${why}`
    clearTimeout(slot.timer)
    slot.state = { kind: 'stopped' }
    slots.delete(slot)
    if (state.kind === 'busy' && state.job.partial) {
      state.job.resolve({ result: state.job.partial.result, complete: false })
    } else if (state.kind === 'busy') state.job.reject(refusal ?? new BodyRenderError('failed', message))
    // A worker that can't start would fail again and again: the request that waited longest is rejected. That is no fault of the text.
    if (state.kind === 'starting') queue.shift()?.reject(new Error(message))
    void slot.worker.terminate()
    assign()
  }

  return {
    run: (request) =>
      new Promise((resolve, reject) => {
        queue.push({ request, resolve, reject })
        assign()
      }),
    async close() {
      for (const job of queue.splice(0)) job.reject(new Error('The workers for texts are closed'))
      const workers = [...slots].map((slot) => slot.worker)
      for (const slot of slots) drop(slot, 'was closed')
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function tooSlow(limitMs: number) {
  return new BodyRenderError(
    'too-slow',
    `The text takes more than ${limitMs / 1000} s of computing: it is too long or nested too deeply`,
  )
}

function outOfMemory(error: Error): BodyRenderError | undefined {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isMemory ? new BodyRenderError('too-large', 'The text needs more memory than one text may have') : undefined
}
