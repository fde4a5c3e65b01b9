import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { statOf } from '../disk-reads.ts'
import { createDiskWrites } from '../disk-writes.ts'
import { dropLock, takeLock } from '../lock-file.ts'
import { isGone } from '../process-identity.ts'
import { headCommit } from '../refs.ts'
import { workshopFolder } from '../write-journal.ts'

/**
 * Moves a branch of a repository in which nothing is checked out, under git's own lock and only when it still holds `before` (null: there is none).
 * Returns whether it did. Throws a RepositoryBusyError when somebody else keeps the lock.
 */
export async function moveBranch(
  gitDir: string,
  branch: string,
  before: string | null,
  after: string,
  patience = 3000,
): Promise<boolean> {
  const disk = createDiskWrites()
  const ref = join(gitDir, 'refs', 'heads', branch)
  const folder = workshopFolder(gitDir)
  disk.makeFolder(folder)
  disk.makeFolder(dirname(ref))
  dropStale(gitDir, `${ref}.lock`)
  const seed = join(folder, `${process.pid}-${randomBytes(4).toString('hex')}-0.branch`)
  await disk.create(seed, Buffer.from(`${after}\n`))
  try {
    await takeLock(disk, seed, `${ref}.lock`, patience)
    // From here to the end of the rename nothing waits: a crash hardly finds the lock taken.
    if (headCommit(gitDir, gitDir, branch) !== before) return false
    disk.rename(`${ref}.lock`, ref)
    await disk.syncFolders([dirname(ref)])
    return true
  } finally {
    dropLock(disk, seed, `${ref}.lock`)
    disk.remove(seed)
    disk.removeFolder(folder)
  }
}

/** Gives up the lock that a crashed push of ours left there. */
function dropStale(gitDir: string, lock: string): void {
  const disk = createDiskWrites()
  const folder = workshopFolder(gitDir)
  for (const name of readdirSync(folder)) {
    if (!/^\d+-[0-9a-f]+-0\.(branch|pack|idx)$/.test(name)) continue
    if (!isGone({ pid: Number.parseInt(name, 10), started: '' })) continue
    if (statOf(lock) !== null) dropLock(disk, join(folder, name), lock)
    disk.remove(join(folder, name))
  }
}
