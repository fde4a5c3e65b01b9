import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isGone, ownIdentity, type ProcessIdentity } from './process-identity.ts'

/** Another running process uses the folder. The message is one sentence for the operator. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Locks the folder of a setting for this process: two processes would overwrite each other's files. Throws FolderInUse while another process holds the
 * lock; takes over the lock of a process that ended. Returns the function that releases it.
 */
export function claimFolder(setting: 'DATA_DIR' | 'CONTENT_DIR', folder: string): () => void {
  const file = path.join(folder, 'server.lock')
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
    const owner = ownerOf(read(file))
    if (owner && !isGone(owner))
      throw new FolderInUse(`${setting} ${folder} is in use by the running process ${owner.pid}; stop that one first.`)
    rmSync(file, { force: true })
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The owner removed the file between the two calls.
    return null
  }
}

/** The process that a lock file names; null for an incomplete file, which a crash during writing leaves. */
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
