import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing, writeWholeFile } from './whole-file.ts'

/**
 * Files of git as plain files in `folder`, so that they can be sent from the disk in parts. Each is written once per version; `wanted` names the blobs
 * that are still handed out, all others go when a new one comes.
 */
export function createBlobFiles(folder: string, read: (blob: string) => Uint8Array, wanted: () => Iterable<string>) {
  const making = new Map<string, Promise<string>>()

  async function make(blob: string, size: number): Promise<string> {
    const file = path.join(folder, blob)
    const kept = await stat(file).catch(ignoreMissing)
    // A crash may have left a file without its bytes.
    if (kept?.isFile() && kept.size === size) return file
    await mkdir(folder, { recursive: true })
    await writeWholeFile(file, read(blob), { stored: 'safely' })
    await sweep(blob)
    return file
  }

  async function sweep(fresh: string): Promise<void> {
    const kept = new Set([...wanted(), ...making.keys(), fresh])
    for (const name of await readdir(folder))
      if (!kept.has(name.replace(/^\./, '').split('.')[0] ?? '')) await rm(path.join(folder, name), { force: true })
  }

  /** Where the bytes of a blob lie. Rejects when git or the disk refuses. */
  return (blob: string, size: number): Promise<string> => {
    const known = making.get(blob)
    if (known) return known
    const made = make(blob, size).finally(() => making.delete(blob))
    making.set(blob, made)
    return made
  }
}
