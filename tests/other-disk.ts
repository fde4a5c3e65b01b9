import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TemporaryFolder } from './temp-repository.ts'

/** Linux has it in its memory; other systems have no second disk for everybody. */
const memory = '/dev/shm'

/** Whether this machine has a disk beside the one of temporary folders. */
export const hasOtherDisk = existsSync(memory) && statSync(memory).dev !== statSync(tmpdir()).dev

/**
 * A temporary folder on another disk than all others, from where nothing can be renamed to them.
 */
export async function folderOnOtherDisk(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(memory, 'session-notes-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
