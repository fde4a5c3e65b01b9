import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { inflateSync } from 'node:zlib'
import type { TreeEntry } from 'isomorphic-git'
import { bytesOf, ifThere } from '../../platform/disk-reads.ts'
import { allDone, type DiskWrites } from '../../platform/disk-writes.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { createLimiter } from '../../platform/limiter.ts'
import type { NewObject } from '../read/objects.ts'
import { fileOf, nameIn, type TreeEntries, treeBytes } from '../read/tree-entries.ts'
import { type CommitText, commitObject } from './commit-text.ts'

/** The most attempts to write an object while a gc removes its file or folder. */
const attempts = 20
/** The most objects that are written at once, so that requests have their turn between them. */
const parallelWrites = 64

/** Makes objects with isomorphic-git. Each method returns the id. */
export interface ObjectMaker {
  blob(bytes: Buffer): Promise<string>
  tree(entries: TreeEntries): Promise<string>
  commit(text: CommitText): Promise<string>
  /** Makes an object again, from its own bytes. */
  again(object: NewObject): Promise<string>
}

/** What `makeObjects` has made. */
export interface Made<Result> {
  result: Result
  objects: ReadonlyArray<NewObject>
  /** Resolves when all of them are on the disk. */
  written: Promise<void>
}

/**
 * Makes objects, whose files may still wait for the disk when it resolves. An existing intact
 * object only gets a new time, as git does; a damaged one is replaced. Throws a RepositoryError
 * when the repository has no folder of objects.
 */
export async function makeObjects<Result>(
  commonDir: string,
  disk: DiskWrites,
  make: (maker: ObjectMaker) => Promise<Result>,
): Promise<Made<Result>> {
  const folder = join(commonDir, 'objects')
  // A repository that was removed is not created again.
  if (!fs.existsSync(folder)) throw new RepositoryError(`${folder} is missing.`)
  const { default: git } = await import('isomorphic-git')
  const files = createDurableFiles(disk)
  const place = { fs: { promises: files.promises }, gitdir: commonDir }
  const objects: Array<NewObject> = []

  /** `known` are the bytes of the object, if they are at hand. */
  async function add(
    type: NewObject['type'],
    write: () => Promise<string>,
    known?: Buffer,
  ): Promise<string> {
    const id = await write()
    const path = looseObjectPath(commonDir, id)
    const written = files.written.get(path)
    const bytes = written === undefined ? soundContent(path, id) : (known ?? contentOf(written))
    if (bytes !== null && (written !== undefined || markUsed(disk, path))) {
      objects.push({ type, id, bytes })
      return id
    }
    // isomorphic-git leaves a file that exists as it is.
    disk.remove(path)
    return add(type, write, known)
  }

  const again = ({ type, bytes }: Omit<NewObject, 'id'>): Promise<string> =>
    add(type, () => git.writeObject({ ...place, type, object: bytes, format: 'content' }), bytes)

  const maker: ObjectMaker = {
    blob: (bytes) => add('blob', () => git.writeBlob({ ...place, blob: bytes }), bytes),
    tree(entries) {
      const tree = parsedTree(entries)
      if (tree === null) return again({ type: 'tree', bytes: treeBytes(entries) })
      return add('tree', () => git.writeTree({ ...place, tree }))
    },
    commit: (text) =>
      add('commit', () => git.writeCommit({ ...place, commit: commitObject(text) })),
    again,
  }
  const result = await make(maker).catch(async (error) => {
    await files.done()
    throw error
  })
  const written = files.done()
  // The caller awaits it after other work; until then its error is not an unhandled one.
  written.catch(() => undefined)
  return { result, objects, written }
}

/** Makes objects again that are missing. */
export async function restoreObjects(
  commonDir: string,
  disk: DiskWrites,
  objects: ReadonlyArray<NewObject>,
): Promise<void> {
  const { written } = await makeObjects(commonDir, disk, async (maker) => {
    for (const object of objects) await maker.again(object)
  })
  await written
}

/** The path of the file of one object. */
export function looseObjectPath(commonDir: string, id: string): string {
  return join(commonDir, 'objects', id.slice(0, 2), id.slice(2))
}

/**
 * The file system for isomorphic-git: that of Node, with a `writeFile` whose files no reader and no
 * crash finds half done. The disk syncs several faster together, so it only begins, and `done`
 * waits for all.
 */
function createDurableFiles(disk: DiskWrites) {
  const written = new Map<string, Uint8Array>()
  const folders = new Set<string>()
  const writes: Array<Promise<void>> = []
  const limited = createLimiter({ running: parallelWrites })
  return {
    written,
    promises: {
      ...fs.promises,
      // A question to a thread takes longer than the answer.
      stat: async (path: string) => fs.statSync(path),
      async writeFile(path: string, file: Uint8Array): Promise<void> {
        if (written.has(path)) return
        written.set(path, file)
        const write = limited(() => createWhole(disk, path, file, folders))
        writes.push(write)
        // `done` throws the error; until then it is not an unhandled one.
        write.catch(() => undefined)
      },
    },
    async done(): Promise<void> {
      await allDone(writes)
      if (folders.size > 0) await disk.syncFolders(folders)
    },
  }
}

/**
 * Writes a file under a temporary name of git's own form, whose leftovers its next gc removes,
 * waits for the disk, and renames it; again when a concurrent gc has removed it or its folder. Adds
 * the folders with new names to `folders`.
 */
async function createWhole(
  disk: DiskWrites,
  path: string,
  file: Uint8Array,
  folders: Set<string>,
): Promise<void> {
  const folder = dirname(path)
  folders.add(folder)
  for (let attempt = 1; ; attempt++) {
    const temporary = join(folder, `tmp_obj_${randomBytes(6).toString('hex')}`)
    try {
      if (!fs.existsSync(folder)) {
        disk.makeFolder(folder)
        folders.add(dirname(folder))
      }
      await disk.create(temporary, file, { masked: 0o444 })
      return disk.rename(temporary, path)
    } catch (error) {
      disk.remove(temporary)
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === attempts) throw error
    }
  }
}

/** Sets the time of an object to now. False when a gc has just deleted or packed it. */
function markUsed(disk: DiskWrites, path: string): boolean {
  return ifThere(() => disk.setTime(path, BigInt(Date.now()) * 1_000_000n)) !== null
}

/** The content of an object on the disk; null when it is missing or damaged. */
function soundContent(path: string, id: string): Buffer | null {
  try {
    const file = bytesOf(path)
    if (file === null) return null
    const whole = inflateSync(file)
    return createHash('sha1').update(whole).digest('hex') === id ? withoutHeader(whole) : null
  } catch {
    return null
  }
}

const contentOf = (file: Uint8Array): Buffer => withoutHeader(inflateSync(file))

const withoutHeader = (object: Buffer): Buffer => object.subarray(object.indexOf(0) + 1)

const knownModes = new Set(['40000', '100644', '100755', '120000', '160000'])

/**
 * The entries as isomorphic-git takes them. Null where it would change some: it writes the modes of
 * early versions of git anew, names as UTF-8, and sorts them by UTF-16.
 */
function parsedTree(entries: TreeEntries): Array<TreeEntry> | null {
  const parsed: Array<TreeEntry> = []
  for (const [key, entry] of entries) {
    const { mode, id } = fileOf(entry)
    const path = nameIn(key)
    if (path === null || /[^\0-\uffff]/u.test(path) || !knownModes.has(mode)) return null
    parsed.push({ mode, path, oid: id, type: typeOf(mode) })
  }
  return parsed
}

function typeOf(mode: string): TreeEntry['type'] {
  if (mode === '40000') return 'tree'
  return mode === '160000' ? 'commit' : 'blob'
}
