import { Worker } from 'node:worker_threads'
import { BodyRenderError } from './limits.ts'
import { processorTime, type WorkerMessage, type WorkerRequest } from './worker-protocol.ts'

export interface WorkerPoolOptions {
  workerUrl: URL
  /** Processor time that one request may take, in milliseconds. */
  timeLimitMs: number
  /** The default is 2, so that requests need not wait for a slow one. */
  maxWorkers?: number
  /** An unused worker is stopped after this time (milliseconds), to free its memory. */
  idleMs?: number
  /** Memory that one worker may use for its data, in MB. */
  memoryMb?: number
  /**
   * Memory for new data, in MB. With more, garbage is collected less often, and a worker keeps more
   * of it.
   */
  youngMb?: number
  /** What each worker gets at its start. */
  workerData?: object
}

export interface PoolResult {
  result: unknown
  /** False when only the partial answer arrived in time. */
  complete: boolean
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

/** Milliseconds after which a worker that is not ready (missing code, blocked machine) is ended. */
const startLimitMs = 60_000
/**
 * A worker is also ended when its request has taken this many times the limit in wall-clock time.
 */
const longestWait = 60
/** The shortest time between two checks of the processor time, in milliseconds. */
const glanceMs = 20

/**
 * Worker threads for work on texts, started when they are needed. Each does one request at a time
 * and is ended when the request has used too much processor time: that request is refused, the
 * others continue in another worker. Because processor time counts, a busy machine refuses no more
 * texts.
 */
export class WorkerPool {
  /** The bundled code of the threads. */
  readonly code: URL
  readonly #options: WorkerPoolOptions
  readonly #queue: Array<Job> = []
  readonly #slots = new Set<Slot>()

  constructor(options: WorkerPoolOptions) {
    this.code = options.workerUrl
    this.#options = options
  }

  /** The number of requests that wait for a worker. */
  readonly waiting = (): number => this.#queue.length

  /**
   * Rejects with a BodyRenderError when the request is refused, takes too long or ends its worker.
   */
  readonly run = (request: WorkerRequest): Promise<PoolResult> =>
    new Promise((resolve, reject) => {
      this.#queue.push({ request, resolve, reject })
      this.#assign()
    })

  readonly close = async (): Promise<void> => {
    for (const job of this.#queue.splice(0))
      job.reject(new Error('The workers for texts are closed'))
    const slots = [...this.#slots]
    for (const slot of slots) this.#drop(slot, 'was closed')
    await Promise.all(slots.map(({ worker }) => worker.terminate()))
  }

  #assign() {
    for (const slot of this.#slots) {
      const job = slot.state.kind === 'idle' ? this.#queue.shift() : undefined
      if (job) this.#give(slot, job)
    }
    const starting = [...this.#slots].filter((slot) => slot.state.kind === 'starting').length
    const { maxWorkers = 2 } = this.#options
    if (this.#queue.length > starting && this.#slots.size < maxWorkers) this.#start()
  }

  #start() {
    const { memoryMb = 256, youngMb = 16, workerData } = this.#options
    // A text that uses too much memory ends its worker, not the server. With the default young
    // generation a worker keeps 100 MB of garbage.
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb }
    const worker = new Worker(this.code, { resourceLimits, workerData })
    const slot: Slot = { worker, thread: null, state: { kind: 'starting' } }
    this.#slots.add(slot)
    slot.timer = setTimeout(() => this.#drop(slot, 'did not start'), startLimitMs)
    worker.on('message', (message: WorkerMessage) => this.#receive(slot, message))
    worker.on('error', (error) => this.#drop(slot, `failed: ${error.message}`, outOfMemory(error)))
    worker.on('exit', (code) => this.#drop(slot, `ended with code ${code}`))
  }

  #receive(slot: Slot, message: WorkerMessage) {
    if (slot.state.kind === 'stopped') return
    clearTimeout(slot.timer)
    if (message.kind === 'ready') slot.thread = message.thread ?? null
    if (slot.state.kind === 'busy') {
      const { job } = slot.state
      if (message.kind === 'partial') {
        job.partial = { result: message.result }
        this.#limit(slot, job)
        return
      }
      if (message.kind === 'done') job.resolve({ result: message.result, complete: true })
      if (message.kind === 'refused')
        job.reject(new BodyRenderError(message.reason, message.message, message.line))
    }
    slot.state = { kind: 'idle' }
    // A waiting worker does not keep the process alive.
    slot.worker.unref()
    const { idleMs = 60_000 } = this.#options
    slot.timer = setTimeout(() => this.#drop(slot, 'was idle'), idleMs).unref()
    this.#assign()
  }

  #give(slot: Slot, job: Job) {
    clearTimeout(slot.timer)
    slot.state = { kind: 'busy', job }
    slot.worker.ref()
    slot.worker.postMessage(job.request)
    this.#limit(slot, job)
  }

  /**
   * Ends the worker when the job takes too long. A partial answer starts the limit anew: loading a
   * grammar for colors may take some time.
   */
  #limit(slot: Slot, job: Job) {
    const { timeLimitMs } = this.#options
    const begun = { processor: processorTime(slot.thread), clock: performance.now() }
    const checkLimit = () => {
      // If this thread was blocked, the answer may be in the event queue: it is handled before this
      // callback.
      setImmediate(() => {
        if (slot.state.kind !== 'busy' || slot.state.job !== job) return
        const left = timeLimitMs - (processorTime(slot.thread) - begun.processor)
        const waited = performance.now() - begun.clock
        if (left <= 0 || waited > longestWait * timeLimitMs)
          this.#drop(slot, 'was too slow', tooSlow(timeLimitMs))
        else slot.timer = setTimeout(checkLimit, Math.max(glanceMs, left))
      })
    }
    slot.timer = setTimeout(checkLimit, timeLimitMs)
  }

  /** Ends a worker. `why` completes 'The worker for texts …'. */
  #drop(slot: Slot, why: string, refusal?: BodyRenderError) {
    const { state } = slot
    if (state.kind === 'stopped') return
    const message = `The worker for texts ${why}`
    clearTimeout(slot.timer)
    slot.state = { kind: 'stopped' }
    this.#slots.delete(slot)
    if (state.kind === 'busy' && state.job.partial) {
      state.job.resolve({ result: state.job.partial.result, complete: false })
    } else if (state.kind === 'busy')
      state.job.reject(refusal ?? new BodyRenderError('failed', message))
    // A worker that can't start would fail again and again, so the oldest request is rejected. The
    // error is not about its text.
    if (state.kind === 'starting') this.#queue.shift()?.reject(new Error(message))
    void slot.worker.terminate()
    this.#assign()
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
  return isMemory
    ? new BodyRenderError('too-large', 'The text needs more memory than one text may have')
    : undefined
}
