import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isGone, ownIdentity, type ProcessIdentity } from './process-identity.ts'

/** Another living process uses the folder. Its message is one sentence. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse'
}

/**
 * Claims `DATA_DIR` for this process: two would overwrite each other's accounts and subscribers. Throws DataDirInUse while another process
 * lives that has it; what a dead one left behind is taken over. Returns how to give it back.
 */
export function claimDataDir(dataDir: string): () => void {
  const file = path.join(dataDir, 'server.lock')
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
      throw new DataDirInUse(`DATA_DIR ${dataDir} is in use by the running process ${owner.pid}; stop that one first.`)
    rmSync(file, { force: true })
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Given back in this moment.
    return null
  }
}

/** Null for a lock that says nothing, as a crash in the middle of its making leaves it. */
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
