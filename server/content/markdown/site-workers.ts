import { renderLimitMs } from './limits.ts'
import { createTextWorkers, type TextWorkers } from './text-work.ts'
import { WorkerPool } from './worker-pool.ts'

/** Processor time to measure one sound, in milliseconds: an hour of Opus takes about 15 s. */
const soundLimitMs = 60_000

/**
 * The threads of a site, which start when they are needed. Those of bodies render pages, so that no
 * page waits for an administrator's text.
 */
export interface SiteWorkers {
  texts: TextWorkers
  bodies: BodyWorkers
  sounds: TextWorkers
}

/** A pool whose workers render bodies. */
export type BodyWorkers = Pick<WorkerPool, 'code' | 'run' | 'waiting' | 'close'>

export function createBodyWorkers(code: URL, timeLimitMs = renderLimitMs): BodyWorkers {
  return new WorkerPool({ workerUrl: code, timeLimitMs })
}

export function createSiteWorkers(beside: (name: string) => URL): SiteWorkers {
  const code = beside('./worker.js')
  return {
    texts: createTextWorkers(code),
    bodies: createBodyWorkers(code),
    sounds: createTextWorkers(beside('./sound-worker.js'), soundLimitMs),
  }
}
