import { accessSync, constants, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file system in memory, which Linux has; other systems have none for everybody. */
export const memory = '/dev/shm'

/** The most bytes that the tests of a run have had there at once, several times over. */
const needed = 4 * 1024 ** 3

/**
 * Whether temporary folders may lie in memory: there is room, and programs run there. A run makes
 * and deletes hundreds of thousands of files, and a sixth of its processor time goes to the disk.
 */
export function hasMemoryFolder(): boolean {
  const file = join(memory, `session-notes-${process.pid}`)
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < needed) return false
    writeFileSync(file, '', { mode: 0o700 })
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  } finally {
    rmSync(file, { force: true })
  }
}
