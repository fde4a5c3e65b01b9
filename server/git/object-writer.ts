import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { allDone } from './all-done.ts'
import type { DiskWrites } from './disk-writes.ts'
import { looseObjectPath, readLooseObject } from './loose-objects.ts'
import type { NewObject } from './rewrite-tree.ts'

/**
 * Writes objects as loose files, all at once, and waits until they are on the disk: each under a temporary name first, so that no reader ever sees
 * half of one. isomorphic-git makes their bytes. One that is there and sound is only marked as used, as git does; a damaged one is replaced.
 */
export async function writeObjects(
  commonDir: string,
  disk: DiskWrites,
  objects: ReadonlyArray<NewObject>,
): Promise<void> {
  const folder = join(commonDir, 'objects')
  const folders = new Set<string>()
  const unique = [...new Map(objects.map((object) => [object.id, object])).values()]
  await allDone(
    unique.map(async (object) => {
      const path = looseObjectPath(folder, object.id)
      if (isSound(folder, object)) return disk.setTime(path, BigInt(Date.now()) * 1_000_000n)
      if (!fs.existsSync(dirname(path))) {
        disk.makeFolder(dirname(path))
        folders.add(folder)
      }
      folders.add(dirname(path))
      // Git knows this name: it passes over such a file, and removes it with the next gc when a crash left it.
      const temporary = join(dirname(path), `tmp_obj_${randomBytes(6).toString('hex')}`)
      const deflated = await deflate(object)
      try {
        await disk.create(temporary, deflated, 0o444)
        disk.rename(temporary, path)
      } catch (error) {
        disk.remove(temporary)
        throw error
      }
    }),
  )
  if (folders.size > 0) await disk.syncFolders(folders)
}

function isSound(folder: string, { id, type, bytes }: NewObject): boolean {
  try {
    const there = readLooseObject(folder, id)
    return there !== null && there.type === type && there.data.equals(bytes)
  } catch {
    return false
  }
}

/** The object's file as isomorphic-git makes it. It is handed a file system that takes the bytes instead of writing them in place. */
async function deflate({ id, type, bytes }: NewObject): Promise<Uint8Array> {
  const { default: git } = await import('isomorphic-git')
  let deflated: Uint8Array | null = null
  const missing = async (): Promise<never> => {
    throw Object.assign(new Error('nothing is there'), { code: 'ENOENT' })
  }
  const taking = {
    ...fs.promises,
    stat: missing,
    lstat: missing,
    readFile: missing,
    writeFile: async (_: string, file: Uint8Array) => {
      deflated = file
    },
  }
  const made = await git.writeObject({ fs: { promises: taking }, gitdir: '/', type, object: bytes, format: 'content' })
  if (made !== id || deflated === null) throw new Error(`isomorphic-git made ${made} of object ${id}.`)
  return deflated
}
