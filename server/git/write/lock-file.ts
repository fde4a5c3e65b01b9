import { setTimeout } from 'node:timers/promises'
import { statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
import { shapeError } from '../read/shape-faults.ts'
import { RepositoryBusyError } from './write-errors.ts'

/** Locks are tried again after so many milliseconds, and a random part more. */
const shortestPause = 2
const longestPause = 60

/**
 * Takes one of git's lock files by giving our own file `seed` the lock's name as a second one: that happens at once or not at all, and as
 * long as the seed is there, the lock can be told from anybody else's. Waits up to `patience` milliseconds for whoever has it, then throws a RepositoryBusyError.
 */
export async function takeLock(disk: DiskWrites, seed: string, lock: string, patience: number): Promise<void> {
  const started = performance.now()
  let pause = shortestPause
  for (;;) {
    try {
      return disk.link(seed, lock)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? ''
      if (['EPERM', 'ENOTSUP', 'ENOSYS', 'EXDEV', 'EMLINK'].includes(code)) throw shapeError('noHardLinks')
      if (code !== 'EEXIST') throw error
    }
    if (performance.now() - started >= patience) throw new RepositoryBusyError(lock, ageOf(lock))
    await setTimeout(pause * (0.5 + Math.random()))
    pause = Math.min(longestPause, pause * 1.5)
  }
}

function ageOf(lock: string): number {
  const stat = statOf(lock)
  return stat === null ? 0 : Math.max(0, Date.now() - Number(stat.mtimeMs))
}

/** Whether a lock is the one that was taken with this seed. */
export function isOurLock(seed: string, lock: string): boolean {
  const own = statOf(seed)
  const there = statOf(lock)
  return own !== null && there !== null && own.ino === there.ino && own.dev === there.dev
}

/** Gives a lock up if it is ours. */
export function dropLock(disk: DiskWrites, seed: string, lock: string): void {
  if (isOurLock(seed, lock)) disk.remove(lock)
}
