import { join, resolve } from 'node:path'
import { createByteCache } from '../../platform/byte-cache.ts'
import { bytesOf, namesIn } from '../../platform/disk-reads.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { isObjectId } from '../../platform/object-id.ts'
import { looseObjectSize, readLooseObject } from './loose-objects.ts'
import { createBaseCache, type GitObject, type ObjectType, openPack, type Pack } from './packs.ts'
import { readLooseAside, readPackedAside } from './read-aside.ts'

/**
 * Reads objects by id from packs, loose files and alternates, while git may pack, prune and add
 * objects. Everything but `readAside` is synchronous; only node's own modules are loaded.
 */
export interface ObjectReader {
  /**
   * Bytes of an object of that type. Throws a RepositoryError with the id when it is missing,
   * damaged or of another type.
   */
  read(id: string, type: ObjectType): Buffer
  /**
   * The bytes of a blob as `read` returns them; the main thread goes on while a large one is read
   * and inflated.
   */
  readAside(id: string): Promise<Buffer>
  /** Size of an object in bytes, without inflating all of it. */
  size(id: string): number
  /** Whether the object exists. */
  has(id: string): boolean
  /** Whether the object exists on disk now, ignoring memory and open packs that git has deleted. */
  isOnDisk(id: string): boolean
  /**
   * Holds these objects in memory until they are released, because a gc may delete objects that
   * were just written.
   */
  hold(objects: Iterable<GitObject & { id: string }>): void
  release(ids: Iterable<string>): void
  /** Closes the packs. */
  close(): void
}

interface ObjectFolder {
  path: string
  packs: Map<string, Pack>
}

/**
 * Memory for trees and commits, in bytes: comparisons of histories read them repeatedly. Blobs are
 * not cached here, because their readers cache the parsed contents.
 */
const treeCacheBytes = 8 * 1024 * 1024

/**
 * Blobs of this size are read aside, in bytes; a smaller one is read in less time than a thread
 * takes.
 */
const asideFrom = 256 * 1024

/**
 * The most times that packs are listed, while git replaces them, before an object counts as
 * missing.
 */
const mostScans = 20

/**
 * Opens the objects of a repository: `commonDir` is the folder that contains `objects`. Packs are
 * listed at the first read.
 */
export function createObjectReader(commonDir: string): ObjectReader {
  const trees = createByteCache<string, GitObject>(treeCacheBytes, treeCacheBytes / 4)
  const bases = createBaseCache()
  const pinned = new Map<string, GitObject>()
  let folders: Array<ObjectFolder> = []
  /**
   * The errors of packs that could not be opened; reported when an object is found nowhere else.
   */
  let unusable: Array<unknown> = []

  /**
   * Opens new packs and closes deleted ones. Returns whether git may have moved objects since the
   * last time.
   */
  const scan = (): boolean => {
    const before = new Map(folders.flatMap((folder) => [...folder.packs]))
    let isMoving = false
    unusable = []
    folders = objectFolders(resolve(commonDir, 'objects')).map((path) => ({
      path,
      packs: new Map(),
    }))
    for (const folder of folders)
      for (const name of packNames(folder.path)) {
        const path = join(folder.path, 'pack', name)
        const open = before.get(path)
        const pack = open ?? openIfThere(path)
        before.delete(path)
        if (open === undefined && pack !== 'damaged') isMoving = true
        if (typeof pack === 'object') folder.packs.set(path, pack)
      }
    for (const [, pack] of before) pack.close()
    return isMoving || before.size > 0
  }

  const openIfThere = (path: string): Pack | 'gone' | 'damaged' => {
    try {
      return openPack(path, readBase, bases)
    } catch (error) {
      // A gc may have replaced this pack since it was listed.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone'
      unusable.push(error)
      return 'damaged'
    }
  }

  /**
   * Searches packs, then loose files of every folder. Ignores a damaged copy when there is an
   * intact one, as git does.
   */
  const searchObject = <T>(
    id: string,
    inPack: (pack: Pack, offset: number) => T,
    loose: (folder: string) => T | null,
  ): { found: T } | { failure: unknown } => {
    const bytes = Buffer.from(id, 'hex')
    let failure: unknown = null
    const attempt = (read: () => T | null): T | null => {
      try {
        return read()
      } catch (error) {
        failure ??= error
        return null
      }
    }
    for (const folder of folders)
      for (const pack of folder.packs.values()) {
        const found = attempt(() => {
          const offset = pack.find(bytes)
          return offset === null ? null : inPack(pack, offset)
        })
        if (found !== null) return { found }
      }
    for (const folder of folders) {
      const found = attempt(() => loose(folder.path))
      if (found !== null) return { found }
    }
    return { failure: failure ?? unusable[0] ?? null }
  }

  /**
   * Searches for an object, and lists the packs again when it was not found, because a gc moves
   * objects between packs and files. An object is missing only when no pack was added or removed
   * meanwhile: during a gc, a listing may contain a pack that is deleted before it is opened, and
   * not yet its replacement.
   */
  const searchObjectAgain = <T>(
    ...what: Parameters<typeof searchObject<T>>
  ): ReturnType<typeof searchObject<T>> => {
    let answer = searchObject(...what)
    for (
      let scans = 0, isMoving = true;
      'failure' in answer && isMoving && scans < mostScans;
      scans++
    ) {
      isMoving = scan()
      answer = searchObject(...what)
    }
    return answer
  }

  const find = <T>(
    id: string,
    inPack: (pack: Pack, offset: number) => T,
    loose: (folder: string) => T | null,
    inMemory: (object: GitObject) => T,
  ): T => {
    if (!isObjectId(id)) throw new RepositoryError(`"${id}" is not an object id.`)
    const answer = searchObjectAgain(id, inPack, loose)
    if ('found' in answer) return answer.found
    const own = pinned.get(id)
    if (own !== undefined) return inMemory(own)
    if (answer.failure === null) throw new RepositoryError(`The repository has no object ${id}.`)
    const reason = answer.failure instanceof Error ? answer.failure.message : String(answer.failure)
    throw new RepositoryError(`Object ${id} cannot be read: ${reason.replace(/\.$/, '')}.`, {
      cause: answer.failure,
    })
  }

  const readPacked = (pack: Pack, offset: number): GitObject => pack.read(offset)

  /**
   * Reads the base of a delta in another pack. It does not scan, which could close the pack whose
   * delta is being read.
   */
  const readBase = (bytes: Buffer): GitObject => {
    const id = bytes.toString('hex')
    const answer = searchObject(id, readPacked, (folder) => readLooseObject(folder, id))
    if ('found' in answer) return answer.found
    throw new Error(`its delta needs object ${id}, which cannot be read`)
  }

  const there = () => true as const
  const looseIsThere = (id: string) => (folder: string) =>
    looseObjectSize(folder, id) === null ? null : there()

  const read = (id: string, type: ObjectType): Buffer => {
    const object =
      trees.get(id) ??
      find(
        id,
        readPacked,
        (folder) => readLooseObject(folder, id),
        (own) => own,
      )
    if (object.type !== type)
      throw new RepositoryError(`Object ${id} is a ${object.type}, not a ${type}.`)
    if (type !== 'blob') trees.set(id, object, object.data.length)
    return object.data
  }

  return {
    read,
    async readAside(id) {
      const inTurn = async () => read(id, 'blob')
      const start = find<() => Promise<Buffer>>(
        id,
        (pack, offset) => {
          const place = pack.place(offset)
          return place && place.size >= asideFrom ? () => readPackedAside(place) : inTurn
        },
        (folder) => {
          const size = looseObjectSize(folder, id)
          if (size === null) return null
          return size >= asideFrom ? () => readLooseAside(folder, id, size) : inTurn
        },
        () => inTurn,
      )
      // A gc may have moved it meanwhile: the ordinary way finds it again, or names the damage.
      return start().catch(inTurn)
    },
    size: (id) =>
      find(
        id,
        (pack, offset) => pack.size(offset),
        (folder) => looseObjectSize(folder, id),
        (own) => own.data.length,
      ),
    has: (id) => 'found' in searchObjectAgain<true>(id, there, looseIsThere(id)) || pinned.has(id),
    isOnDisk(id) {
      scan()
      return 'found' in searchObjectAgain<true>(id, there, looseIsThere(id))
    },
    hold(objects) {
      for (const { id, type, data } of objects) pinned.set(id, { type, data })
    },
    release(ids) {
      for (const id of ids) pinned.delete(id)
    },
    close() {
      for (const folder of folders) for (const pack of folder.packs.values()) pack.close()
      folders = []
    },
  }
}

/** The repository's own object folder and its alternates, recursively. */
function objectFolders(first: string): Array<string> {
  const folders = [first]
  for (const folder of folders) {
    // The loop also visits the folders added on the way, because an alternate may have alternates.
    for (const line of readAlternates(folder)) {
      const path = resolve(folder, line)
      if (!folders.includes(path)) folders.push(path)
    }
  }
  return folders
}

function readAlternates(folder: string): Array<string> {
  const text = bytesOf(join(folder, 'info', 'alternates'))?.toString('utf8') ?? ''
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

function packNames(folder: string): Array<string> {
  const names = namesIn(join(folder, 'pack'))
  return names.filter((name) => name.endsWith('.idx')).map((name) => name.slice(0, -'.idx'.length))
}
