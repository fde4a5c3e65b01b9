import { join } from 'node:path'
import { stampOf } from './disk-reads.ts'
import { createIndexWatch } from './index-watch.ts'
import { readIndex } from './index-write.ts'
import { type MendParts, mendIndex } from './mend-index.ts'
import type { WritePlan } from './write-plan.ts'

/** So long after a commit its index entries are looked after, in milliseconds: later, what undoes them is meant. */
const keptRecent = 2500

/** Of so many commits at most. */
const mostRecent = 20

export interface IndexCare {
  /** Looks after the index entries of a commit for a while; `stamp` is the index as it left it. */
  lookAfter(plan: WritePlan, stamp: string | null): void
  /** Whether this is the stem of something under way here. */
  isBusyWith(stem: string): boolean
  stop(): Promise<void>
}

/**
 * Puts index entries of new commits right when a slow `git commit` has written its old index over them. It stands outside the queue of commits: it
 * has to be faster than whoever tries that `git commit` again.
 */
export function createIndexCare(
  parts: Omit<MendParts, 'stem'> & {
    nextStem: () => string
    log: { warn(details: object, message: string): void }
  },
): IndexCare {
  const { repository, log, nextStem } = parts
  const path = join(repository.gitDir, 'index')
  let recent: Array<{ plan: WritePlan; at: number }> = []
  let last: string | null = null
  let stopped = false
  let busy: string | null = null
  let looking: Promise<unknown> = Promise.resolve()

  const look = async (): Promise<void> => {
    recent = recent.filter(({ at }) => performance.now() - at < keptRecent).slice(-mostRecent)
    const stamp = stampOf(path)
    if (stopped || recent.length === 0 || busy !== null || stamp === last) return
    last = stamp
    busy = nextStem()
    try {
      const index = readIndex(path)
      for (const { plan } of recent)
        if (await mendIndex({ ...parts, stem: busy }, plan, index))
          log.warn({ commit: plan.after }, 'a git command had undone index entries of a commit; they were put back')
    } catch (error) {
      log.warn({ err: error }, 'the index could not be looked at after a commit')
    } finally {
      busy = null
    }
  }
  const watch = createIndexWatch(repository.gitDir, () => {
    looking = Promise.all([looking, look()])
  })

  return {
    lookAfter(plan, stamp) {
      recent.push({ plan, at: performance.now() })
      last = stamp
      watch.start()
    },
    isBusyWith: (stem) => stem === busy,
    async stop() {
      stopped = true
      watch.stop()
      await looking
    },
  }
}
