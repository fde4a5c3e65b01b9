import { closeSync, fstatSync, mkdirSync, openSync } from 'node:fs'
import { stat } from 'node:fs/promises'

/** A folder that must not be replaced while the process runs. */
export interface OpenFolder {
  /**
   * Rejects when the path is missing or leads to another folder, because the next start would not
   * find data written to it.
   */
  check(): Promise<void>
  release(): void
}

/**
 * Creates the folder when it is missing and remembers its inode. The open descriptor prevents the
 * system from reusing the inode.
 */
export function openFolder(folder: string): OpenFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const descriptor = openSync(folder, 'r')
  const { dev, ino } = fstatSync(descriptor)
  let isOpen = true
  return {
    async check() {
      const found = await stat(folder)
      if (found.dev !== dev || found.ino !== ino)
        throw new Error(
          `${folder} is not the folder that it was when the server started; start the server again.`,
        )
    },
    release() {
      if (isOpen) closeSync(descriptor)
      isOpen = false
    },
  }
}
