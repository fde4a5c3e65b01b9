import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createByteCache } from '../../platform/byte-cache.ts'
import { looseObjectSize, readLooseObject } from './loose-objects.ts'
import { isObjectId } from './object-id.ts'
import { createBaseCache, type GitObject, type ObjectType, openPack, type Pack } from './packs.ts'
import { RepositoryError } from './repository-error.ts'

/**
 * Reads objects by id from packs, loose files and alternates, while git may pack, prune and add to them. Everything is read at once
 * (synchronously); nothing but node's own modules is loaded.
 */
export interface ObjectReader {
  /** Bytes of an object of that type. Throws a RepositoryError that names the id when it is missing, damaged or of another type. */
  read(id: string, type: ObjectType): Buffer
  /** Size in bytes of an object, without inflating it whole. */
  size(id: string): number
  /** Whether the object is there. */
  has(id: string): boolean
  /** Whether the disk itself holds the object now: neither memory nor a pack that git has deleted counts. */
  isOnDisk(id: string): boolean
  /** Answers these from memory, too, until they are released: a gc may delete objects that were written a moment ago. */
  hold(objects: Iterable<GitObject & { id: string }>): void
  release(ids: Iterable<string>): void
  /** Closes the packs. */
  close(): void
}

interface ObjectFolder {
  path: string
  packs: Map<string, Pack>
}

/** Trees and commits are asked for again and again while histories are compared; blobs are read once by those who keep what they made of them. */
const keptTrees = 8 * 1024 * 1024

/** How often packs are listed at most, while git replaces them, before an object counts as missing. */
const mostScans = 20

/** Opens the objects of a repository: `commonDir` is the folder that holds `objects`. Packs are found at the first read. */
export function createObjectReader(commonDir: string): ObjectReader {
  const trees = createByteCache<string, GitObject>(keptTrees)
  const bases = createBaseCache()
  const held = new Map<string, GitObject>()
  let folders: Array<ObjectFolder> = []
  /** Why packs could not be opened; told when an object is found nowhere else. */
  let unusable: Array<unknown> = []

  /** Finds new packs, lets go of the ones that are gone. Says whether git may have moved objects since the last time. */
  const scan = (): boolean => {
    const before = new Map(folders.flatMap((folder) => [...folder.packs]))
    let isMoving = false
    unusable = []
    folders = objectFolders(resolve(commonDir, 'objects')).map((path) => ({ path, packs: new Map() }))
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
      // Between listing and opening it a gc may have replaced this pack by another one.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone'
      unusable.push(error)
      return 'damaged'
    }
  }

  /** Asks packs, then loose files of every folder. A damaged copy is passed over when there is a sound one, as git does. */
  const look = <T>(
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
   * Looks for an object, and lists the packs again when it was not found: a gc moves objects between packs and files. One that is found nowhere is missing only when
   * no pack has come or gone meanwhile; a listing during a gc may name a pack that is deleted before it is opened, and not yet the one that replaces it.
   */
  const lookAgain = <T>(...what: Parameters<typeof look<T>>): ReturnType<typeof look<T>> => {
    let answer = look(...what)
    for (let scans = 0, isMoving = true; 'failure' in answer && isMoving && scans < mostScans; scans++) {
      isMoving = scan()
      answer = look(...what)
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
    const answer = lookAgain(id, inPack, loose)
    if ('found' in answer) return answer.found
    const own = held.get(id)
    if (own !== undefined) return inMemory(own)
    if (answer.failure === null) throw new RepositoryError(`The repository has no object ${id}.`)
    const reason = answer.failure instanceof Error ? answer.failure.message : String(answer.failure)
    throw new RepositoryError(`Object ${id} cannot be read: ${reason.replace(/\.$/, '')}.`, { cause: answer.failure })
  }

  const readPacked = (pack: Pack, offset: number): GitObject => pack.read(offset)

  /** Base of a delta in another pack. It does not scan: that could close the pack whose delta is being read. */
  const readBase = (bytes: Buffer): GitObject => {
    const id = bytes.toString('hex')
    const answer = look(id, readPacked, (folder) => readLooseObject(folder, id))
    if ('found' in answer) return answer.found
    throw new Error(`its delta needs object ${id}, which cannot be read`)
  }

  const there = () => true as const
  const looseIsThere = (id: string) => (folder: string) => (looseObjectSize(folder, id) === null ? null : there())

  return {
    read(id, type) {
      const object =
        trees.get(id) ??
        find(
          id,
          readPacked,
          (folder) => readLooseObject(folder, id),
          (own) => own,
        )
      if (object.type !== type) throw new RepositoryError(`Object ${id} is a ${object.type}, not a ${type}.`)
      if (type !== 'blob') trees.set(id, object, object.data.length)
      return object.data
    },
    size: (id) =>
      find(
        id,
        (pack, offset) => pack.size(offset),
        (folder) => looseObjectSize(folder, id),
        (own) => own.data.length,
      ),
    has: (id) => 'found' in lookAgain<true>(id, there, looseIsThere(id)) || held.has(id),
    isOnDisk(id) {
      scan()
      return 'found' in lookAgain<true>(id, there, looseIsThere(id))
    },
    hold(objects) {
      for (const { id, type, data } of objects) held.set(id, { type, data })
    },
    release(ids) {
      for (const id of ids) held.delete(id)
    },
    close() {
      for (const folder of folders) for (const pack of folder.packs.values()) pack.close()
      folders = []
    },
  }
}

/** The repository's own folder of objects and those it borrows from, also through several steps. */
function objectFolders(first: string): Array<string> {
  const folders = [first]
  for (const folder of folders) {
    // The list grows while it is walked: each borrowed folder may borrow in turn.
    for (const line of readAlternates(folder)) {
      const path = resolve(folder, line)
      if (!folders.includes(path)) folders.push(path)
    }
  }
  return folders
}

function readAlternates(folder: string): Array<string> {
  let text: string
  try {
    text = readFileSync(join(folder, 'info', 'alternates'), 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

function packNames(folder: string): Array<string> {
  let names: Array<string>
  try {
    names = readdirSync(join(folder, 'pack'))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
  return names.filter((name) => name.endsWith('.idx')).map((name) => name.slice(0, -'.idx'.length))
}
