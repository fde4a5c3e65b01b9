import { closeSync, fstatSync, mkdirSync, openSync } from 'node:fs'
import { stat } from 'node:fs/promises'

/** A folder that has to stay where it is. */
export interface HeldFolder {
  /** Rejects when another folder, or none, is at the path: what is written there would not be found by the next start. */
  check(): Promise<void>
  release(): void
}

/** Makes the folder when it is missing, and remembers which one it is. The open descriptor keeps its inode from being given to another folder. */
export function holdFolder(folder: string): HeldFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const descriptor = openSync(folder, 'r')
  const { dev, ino } = fstatSync(descriptor)
  let isHeld = true
  return {
    async check() {
      const found = await stat(folder)
      if (found.dev !== dev || found.ino !== ino)
        throw new Error(`${folder} is not the folder that it was when the server started; start the server again.`)
    },
    release() {
      if (isHeld) closeSync(descriptor)
      isHeld = false
    },
  }
}
