import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { createDeflate, deflateSync, inflateSync } from 'node:zlib'
import { bytesOf, ifThere } from '../../platform/disk-reads.ts'
import { allDone, type DiskWrites } from '../../platform/disk-writes.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { createLimiter } from '../../platform/limiter.ts'
import type { NewObject } from './rewrite-tree.ts'

/** The most attempts to write an object while a gc removes its file or folder. */
const attempts = 20
/** git's default level for loose objects. */
const level = 1
/** In bytes: fewer results of the thread than with zlib's default of 16 KiB. */
const chunkSize = 256 * 1024
/** The most objects that are written at once, so that requests have their turn between them. */
const parallelWrites = 64
/**
 * An object up to this many bytes is compressed synchronously, which is faster than handing it to a
 * thread.
 */
const smallObject = 64 * 1024
/**
 * Larger ones are in memory twice while they are compressed, so only as many as there are threads
 * for it.
 */
const inThreads = createLimiter({ running: 4 })

/**
 * Writes objects as loose files, in parallel, and waits until they are on the disk. Each is written
 * under a temporary name first, so that no reader sees an incomplete one. An existing intact object
 * only gets a new time, as git does; a damaged one is replaced. Throws a RepositoryError when the
 * repository has no folder of objects.
 */
export async function writeObjects(
  commonDir: string,
  disk: DiskWrites,
  objects: ReadonlyArray<NewObject>,
): Promise<void> {
  const folder = join(commonDir, 'objects')
  // A repository that was removed is not created again.
  if (!fs.existsSync(folder)) throw new RepositoryError(`${folder} is missing.`)
  const folders = new Set<string>()
  const { default: git } = await import('isomorphic-git')
  const unique = [...new Map(objects.map((object) => [object.id, object])).values()]
  const write = async (object: NewObject) => {
    const path = looseObjectPath(commonDir, object.id)
    if (isSound(path, object) && markUsed(disk, path)) return
    folders.add(dirname(path))
    const madeFolder = () => folders.add(folder)
    await store(git, commonDir, object, (_, file) => createWhole(disk, path, file, madeFolder))
  }
  for (let at = 0; at < unique.length; at += parallelWrites)
    await allDone(unique.slice(at, at + parallelWrites).map(write))
  if (folders.size > 0) await disk.syncFolders(folders)
}

/** Sets the time of an object to now. False when a gc has just deleted or packed it. */
function markUsed(disk: DiskWrites, path: string): boolean {
  return ifThere(() => disk.setTime(path, BigInt(Date.now()) * 1_000_000n)) !== null
}

/**
 * Writes a file under a temporary name and renames it. The name has git's own form: git ignores
 * such files, and its next gc removes those of a crash. When a concurrent gc removes the file or
 * its empty folder, it is written again.
 */
async function createWhole(
  disk: DiskWrites,
  path: string,
  file: Uint8Array,
  madeFolder: () => unknown,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const temporary = join(dirname(path), `tmp_obj_${randomBytes(6).toString('hex')}`)
    try {
      if (!fs.existsSync(dirname(path))) {
        disk.makeFolder(dirname(path))
        madeFolder()
      }
      await disk.create(temporary, file, { masked: 0o444 })
      return disk.rename(temporary, path)
    } catch (error) {
      disk.remove(temporary)
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === attempts) throw error
    }
  }
}

/** The path of the file of one object. */
export function looseObjectPath(commonDir: string, id: string): string {
  return join(commonDir, 'objects', id.slice(0, 2), id.slice(2))
}

/** Whether the object is on the disk, in a file with exactly its bytes. */
function isSound(path: string, { type, bytes }: NewObject): boolean {
  try {
    const file = bytesOf(path)
    return file !== null && inflateSync(file).equals(Buffer.concat([headerOf(type, bytes), bytes]))
  } catch {
    return false
  }
}

const headerOf = (type: NewObject['type'], bytes: Buffer) =>
  Buffer.from(`${type} ${bytes.length}\0`)

/**
 * Writes an object with isomorphic-git, on a file system whose `writeFile` is `write`. The bytes
 * are compressed before.
 */
async function store(
  git: Pick<typeof import('isomorphic-git'), 'writeObject'>,
  commonDir: string,
  { id, type, bytes }: NewObject,
  write: (path: string, file: Uint8Array) => Promise<void>,
): Promise<void> {
  const missing = async (): Promise<never> => {
    throw Object.assign(new Error('nothing is there'), { code: 'ENOENT' })
  }
  const promises = {
    ...fs.promises,
    stat: missing,
    lstat: missing,
    readFile: missing,
    writeFile: write,
  }
  const header = headerOf(type, bytes)
  const put = (object: Buffer) =>
    git.writeObject({ fs: { promises }, gitdir: commonDir, oid: id, object, format: 'deflated' })
  if (bytes.length <= smallObject) await put(deflateSync(Buffer.concat([header, bytes]), { level }))
  else await inThreads(async () => put(await deflateInThread(header, bytes)))
}

/**
 * Compresses the two pieces as one without copying them, because that takes long for a large file.
 */
async function deflateInThread(header: Buffer, bytes: Buffer): Promise<Buffer> {
  const stream = createDeflate({ level, chunkSize })
  stream.write(header)
  stream.end(bytes)
  return Buffer.concat(await stream.toArray())
}
