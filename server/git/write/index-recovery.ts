import { join } from 'node:path'
import { stampOf, statOf } from '../../platform/disk-reads.ts'
import { createIndexWatch } from '../index/index-watch.ts'
import { readIndex } from '../index/index-write.ts'
import { type MendParts, mendIndex } from './repair-index.ts'
import type { WritePlan } from './write-plan.ts'

/** So long after a commit its index entries are looked after, in milliseconds: later, what undoes them is meant. */
const keptRecent = 2500

/** Of so many commits at most. */
const mostRecent = 200

/** A locked index is looked at again so much later, in milliseconds. */
const pause = 10

export interface IndexCare {
  /** Looks after the index entries of a commit for a while; `stamp` is the index as it left it. */
  lookAfter(plan: WritePlan, stamp: string | null): void
  /** Looks at once. Resolves when nothing is under way here. */
  lookNow(): Promise<unknown>
  /** The commits that are looked after, oldest first. */
  plans(): Array<WritePlan>
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
  let again: NodeJS.Timeout | null = null

  const plans = (): Array<WritePlan> => {
    recent = recent.filter(({ at }) => performance.now() - at < keptRecent).slice(-mostRecent)
    return recent.map(({ plan }) => plan)
  }

  const look = async (): Promise<void> => {
    if (stopped || plans().length === 0) return
    // Whoever holds the lock, often a commit of ours, is not finished yet.
    if (statOf(`${path}.lock`) !== null) {
      if (again === null)
        again = setTimeout(() => {
          again = null
          lookNow()
        }, pause).unref()
      return
    }
    const stamp = stampOf(path)
    if (busy !== null || stamp === last) return
    last = stamp
    busy = nextStem()
    try {
      const files = await mendIndex({ ...parts, stem: busy }, plans(), readIndex(path))
      if (files > 0) log.warn({ files }, 'a git command had undone index entries of saves; they were put back')
    } catch (error) {
      log.warn({ err: error }, 'the index could not be looked at after a commit')
    } finally {
      busy = null
    }
  }
  const lookNow = (): Promise<unknown> => {
    looking = Promise.all([looking, look()])
    return looking
  }
  const watch = createIndexWatch(repository.gitDir, lookNow)

  return {
    plans,
    lookNow,
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
