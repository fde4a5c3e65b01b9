import { statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
import type { WarningLog } from '../../platform/log.ts'
import { readCommit } from '../read/commit.ts'
import type { NewObject, ObjectReader } from '../read/objects.ts'
import type { Repository } from '../read/open-repository.ts'
import { looseObjectPath, restoreObjects } from './object-maker.ts'

/**
 * How long the objects of a commit are guarded, in milliseconds. The gc of a large repository takes
 * minutes to list the objects in use.
 */
const guardedMs = 600_000

/**
 * The most memory for all objects, in bytes. The objects of the oldest commits are released first.
 */
const mostBytes = 64 * 1024 * 1024

/** The most commits whose objects are guarded. */
const mostCommits = 1000

/**
 * Milliseconds from a commit to the first check of its objects; the distances grow up to the
 * latest.
 */
const soonest = 40
const latest = 10_000

export type ObjectGuard = ReturnType<typeof createObjectGuard>

type GuardedRepository = Pick<Repository, 'objects' | 'commonDir'>

interface Batch {
  objects: ReadonlyArray<NewObject>
  bytes: number
  /** When the branch got the commit; null while the commit is running. */
  at: number | null
  /** When to check next. */
  due: number
}

/**
 * Guards the objects of new commits: `git gc --prune=now` first lists the objects in use, and then
 * deletes those of a commit that was made meanwhile. Their bytes are here and are written again.
 * Those of a commit that has left the branch (`head` is its commit) are released: that may be on
 * purpose.
 */
export function createObjectGuard(
  repository: GuardedRepository,
  disk: DiskWrites,
  log: WarningLog,
  head: () => string | null,
) {
  const { objects, commonDir } = repository
  const batches = new Map<string, Batch>()
  let total = 0
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<unknown> = Promise.resolve()
  let stopped = false

  const release = (commit: string): void => {
    const batch = batches.get(commit)
    if (batch === undefined) return
    batches.delete(commit)
    total -= batch.bytes
    objects.release(batch.objects)
  }

  const complete = async (commit: string): Promise<number> => {
    const missing = await missingOf(repository, batches.get(commit)?.objects ?? [])
    if (missing.length > 0) await restoreObjects(commonDir, disk, missing)
    return missing.length
  }

  const checkBatches = async (): Promise<void> => {
    const now = performance.now()
    try {
      const due = [...batches].filter(([, batch]) => batch.at !== null && batch.due <= now)
      const missing = new Set(
        await missingOf(
          repository,
          due.flatMap(([, batch]) => batch.objects),
        ),
      )
      for (const [commit, batch] of due) {
        const age = now - batch.at!
        batch.due = now + Math.min(latest, Math.max(soonest, age / 2))
        const isOff = batch.objects.some((object) => missing.has(object))
        if (isOff && !(await isMade(objects, head(), commit))) release(commit)
        else if (isOff)
          log.warn(
            { commit, objects: await complete(commit) },
            'a gc deleted objects of a new commit; they were restored',
          )
        if (age > guardedMs) release(commit)
      }
    } catch (error) {
      log.warn({ err: error }, 'the objects of new commits could not be checked')
    }
  }

  /** Checks all objects now. */
  const checkAll = (): Promise<unknown> => {
    looking = looking.then(() => {
      for (const batch of batches.values()) batch.due = 0
      return checkBatches()
    })
    return looking
  }
  objects.restoredBy(checkAll)

  const schedule = (): void => {
    clearTimeout(timer)
    const next = Math.min(
      ...[...batches.values()].map(({ at, due }) => (at === null ? Number.POSITIVE_INFINITY : due)),
    )
    if (stopped || next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(
      () => {
        looking = looking.then(checkBatches).then(schedule)
      },
      Math.max(soonest, next - performance.now()),
    ).unref()
  }

  return {
    /**
     * Holds the objects of a commit in progress: those that are missing are read from here.
     */
    hold(commit: string, fresh: ReadonlyArray<NewObject>): void {
      release(commit)
      const bytes = fresh.reduce((sum, object) => sum + object.bytes.length, 0)
      batches.set(commit, { objects: fresh, bytes, at: null, due: 0 })
      total += bytes
      objects.hold(fresh)
      for (const [oldest, { at }] of batches) {
        if (total <= mostBytes && batches.size <= mostCommits) break
        if (at !== null) release(oldest)
      }
    },
    /** Releases the objects of a commit that was not made. */
    release,
    /** Writes the missing objects of a commit again. Resolves with their number. */
    complete,
    /** Called when the branch has the commit: its objects are guarded for some minutes. */
    guard(commit: string): void {
      const batch = batches.get(commit)
      if (batch === undefined) return
      batch.at = performance.now()
      batch.due = batch.at + soonest
      schedule()
    },
    /** Checks the objects a last time and stops. */
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await checkAll()
    },
  }
}

/** Asks git, once for all, for those that are in no file of their own. */
async function missingOf(
  { objects, commonDir }: GuardedRepository,
  all: ReadonlyArray<NewObject>,
): Promise<Array<NewObject>> {
  const unsure = all.filter(({ id }) => statOf(looseObjectPath(commonDir, id)) === null)
  if (unsure.length === 0) return []
  const there = await objects.onDisk(unsure.map(({ id }) => id))
  return unsure.filter(({ id }) => !there.has(id))
}

/**
 * Whether a commit is `newest` or one of its ancestors. Looks also in memory, where git can't, for
 * what is missing on the disk.
 */
async function isMade(
  objects: ObjectReader,
  newest: string | null,
  commit: string,
): Promise<boolean> {
  const seen = new Set(newest === null ? [] : [newest])
  for (const id of seen) {
    if (id === commit) return true
    if (seen.size > mostCommits || !(await objects.has(id))) return false
    for (const parent of (await readCommit(objects, id)).parents) seen.add(parent)
  }
  return false
}
