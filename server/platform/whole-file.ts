import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** Content of a file; pieces avoid one very long string. */
export type FileContent = string | Uint8Array | Iterable<string>

/**
 * Replaces a file atomically: a reader sees the old bytes or the new ones. With `stored: 'safely'`
 * it resolves after fsync; a file that can be recreated needs none. The file gets mode 0600.
 * Rejects with the error of the disk, and the old file stays.
 */
export async function writeWholeFile(
  file: string,
  content: FileContent,
  { stored }: { stored: 'safely' | 'soon' },
): Promise<void> {
  const temporary = path.join(
    path.dirname(file),
    `${temporaryPrefix(file)}${randomBytes(6).toString('hex')}`,
  )
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      const pieces =
        typeof content === 'string' || content instanceof Uint8Array ? [content] : content
      for (const piece of pieces) await handle.writeFile(piece)
      if (stored === 'safely') await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  if (stored === 'safely') await syncFolder(path.dirname(file))
}

/** Removes temporary files of a process that was killed while it wrote `file`. */
export async function removeLeftovers(file: string): Promise<void> {
  const folder = path.dirname(file)
  const names = await readdir(folder).catch(ignoreMissing)
  for (const name of names ?? [])
    if (name.startsWith(temporaryPrefix(file))) await rm(path.join(folder, name), { force: true })
}

/** fsync of a folder: makes created, renamed and removed names survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** For `catch`: null when the file or folder does not exist. Throws every other error. */
export function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function temporaryPrefix(file: string) {
  return `.${path.basename(file)}.`
}
