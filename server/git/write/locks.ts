import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
import { shapeError } from '../shape/repository-shape.ts'
import { RepositoryBusyError } from './write-errors.ts'

export type GitPlaces = ReturnType<typeof gitPlaces>

/**
 * The paths of git's files that a commit to a branch writes. A linked worktree has its own HEAD and
 * index, and shares the refs.
 */
export function gitPlaces(
  { gitDir, commonDir }: { gitDir: string; commonDir: string },
  branch: string,
) {
  const ref = join(commonDir, 'refs', 'heads', branch)
  return {
    index: join(gitDir, 'index'),
    indexLock: join(gitDir, 'index.lock'),
    headLock: join(gitDir, 'HEAD.lock'),
    ref,
    refLock: `${ref}.lock`,
    /** Logs of HEAD and of the branch. */
    logs: [join(gitDir, 'logs', 'HEAD'), join(commonDir, 'logs', 'refs', 'heads', branch)],
  }
}

/** Milliseconds between two attempts to take a lock; each pause varies randomly. */
const shortestPause = 2
const longestPause = 60

/**
 * Takes one of git's lock files by a hard link from our own file `seed`: that is atomic, and as
 * long as the seed exists, the lock can be recognised as ours. Waits up to `patience` milliseconds
 * for another owner, then throws a RepositoryBusyError.
 */
export async function acquireLock(
  disk: DiskWrites,
  seed: string,
  lock: string,
  patience: number,
): Promise<void> {
  const started = performance.now()
  let pause = shortestPause
  for (;;) {
    try {
      return disk.link(seed, lock)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? ''
      if (['EPERM', 'ENOTSUP', 'ENOSYS', 'EXDEV', 'EMLINK'].includes(code))
        throw shapeError('noHardLinks')
      if (code !== 'EEXIST') throw error
    }
    if (performance.now() - started >= patience) throw new RepositoryBusyError(lock, ageOf(lock))
    await setTimeout(pause * (0.5 + Math.random()))
    pause = Math.min(longestPause, pause * 1.5)
  }
}

/** How long a lock has been there, in milliseconds. */
export function ageOf(lock: string): number {
  const stat = statOf(lock)
  return stat === null ? 0 : Math.max(0, Date.now() - Number(stat.mtimeMs))
}

/** Whether a lock is the one that was taken with this seed. */
export function isOurLock(seed: string, lock: string): boolean {
  const own = statOf(seed)
  const there = statOf(lock)
  return own !== null && there !== null && own.ino === there.ino && own.dev === there.dev
}

/** Removes a lock if it is ours. */
export function dropLock(disk: DiskWrites, seed: string, lock: string): void {
  if (isOurLock(seed, lock)) disk.remove(lock)
}
