import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isGone, ownIdentity, type ProcessIdentity } from './process-identity.ts'

/** Another running process uses the folder. The message is one sentence for the operator. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Locks a folder, such as that of a setting, for this process: two processes would overwrite each
 * other's files. Throws FolderInUse while another process holds the lock; takes over the lock of a
 * process that ended. Returns the function that releases it.
 */
export function claimFolder(
  setting: 'DATA_DIR' | 'CONTENT_DIR' | 'The folder',
  folder: string,
): () => void {
  const file = lockOf(folder)
  const own = JSON.stringify(ownIdentity())
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(file, own, { flag: 'wx', mode: 0o600 })
      return () => {
        if (read(file) === own) rmSync(file, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 2) throw error
    }
    const owner = runningOwner(folder)
    if (owner)
      throw new FolderInUse(
        `${setting} ${folder} is in use by the running process ${owner.pid}; stop that one first.`,
      )
    rmSync(file, { force: true })
  }
}

/** The running process that has locked a folder; null without one. */
export function runningOwner(folder: string): ProcessIdentity | null {
  const owner = ownerOf(read(lockOf(folder)))
  return owner && !isGone(owner) ? owner : null
}

/** The file that says which process has locked a folder. */
export const lockOf = (folder: string): string => path.join(folder, 'server.lock')

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The owner removed the file between the two calls.
    return null
  }
}

/**
 * The process that a lock file names; null for an incomplete file, which a crash during writing
 * leaves.
 */
function ownerOf(text: string | null): ProcessIdentity | null {
  try {
    const owner = JSON.parse(text ?? '') as Partial<ProcessIdentity>
    return typeof owner.pid === 'number' && typeof owner.started === 'string'
      ? { pid: owner.pid, started: owner.started }
      : null
  } catch {
    return null
  }
}
