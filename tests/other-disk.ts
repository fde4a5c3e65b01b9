import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memory } from './memory-folder.ts'
import type { TemporaryFolder } from './temp-repository.ts'

/** A folder that everybody may write to and that is not on the disk of temporary folders. */
const other = [memory, '/var/tmp'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
)

/** Whether this machine has a disk beside the one of temporary folders. */
export const hasOtherDisk = other !== undefined

/**
 * A temporary folder on another disk than all others, from where nothing can be renamed to them.
 */
export async function folderOnOtherDisk(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(other ?? '', 'session-notes-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
