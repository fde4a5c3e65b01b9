import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing, writeWholeFile } from './whole-file.ts'

/**
 * Copies blobs of git to plain files in `folder`, so that ranges of them can be sent from the disk.
 * Each blob is written once. `wanted` lists the blobs that are still served; a new copy removes the
 * copies of all others.
 */
export function createBlobFiles(
  folder: string,
  read: (blob: string) => Promise<Uint8Array>,
  wanted: () => Iterable<string>,
) {
  const making = new Map<string, Promise<string>>()

  async function make(blob: string, size: number) {
    const file = path.join(folder, blob)
    const found = await stat(file).catch(ignoreMissing)
    // A crash may have left an incomplete file.
    if (found?.isFile() && found.size === size) return file
    await mkdir(folder, { recursive: true })
    await writeWholeFile(file, await read(blob), { stored: 'safely' })
    await sweep(blob)
    return file
  }

  async function sweep(fresh: string) {
    const current = new Set([...wanted(), ...making.keys(), fresh])
    for (const name of await readdir(folder))
      if (!current.has(name.replace(/^\./, '').split('.')[0] ?? ''))
        await rm(path.join(folder, name), { force: true })
  }

  /**
   * Path of the file with the blob's bytes; `size` in bytes. Rejects when git or the disk reports
   * an error.
   */
  return (blob: string, size: number): Promise<string> => {
    const known = making.get(blob)
    if (known) return known
    const made = make(blob, size).finally(() => making.delete(blob))
    making.set(blob, made)
    return made
  }
}
