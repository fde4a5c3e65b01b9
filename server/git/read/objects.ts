import { createByteCache } from '../../platform/byte-cache.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { isObjectId } from '../../platform/object-id.ts'
import type { GitPlace } from '../program/git-environment.ts'
import { askGit } from '../program/local-git.ts'
import { createCatFile } from './cat-file.ts'

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag'

export interface GitObject {
  type: ObjectType
  data: Buffer
}

/** Reads objects by id with git, while git may pack, prune and add objects. */
export interface ObjectReader {
  /**
   * Bytes of an object of that type. Throws a RepositoryError with the id when it is missing,
   * damaged or of another type.
   */
  read(id: string, type: ObjectType): Promise<Buffer>
  /** Size of an object in bytes, without reading all of it. */
  size(id: string): Promise<number>
  /** Whether the object exists. */
  has(id: string): Promise<boolean>
  /**
   * Those of some objects that exist on disk now, ignoring memory and open packs that git has
   * deleted.
   */
  onDisk(ids: ReadonlyArray<string>): Promise<ReadonlySet<string>>
  /**
   * Holds these objects in memory until they are released, because a gc may delete objects that
   * were just written.
   */
  hold(objects: Iterable<GitObject & { id: string }>): void
  release(ids: Iterable<string>): void
  /** Puts objects that were held back on the disk, where a git that answers needs them. */
  restore(): Promise<unknown>
  /** Sets what `restore` does. */
  restoredBy(work: () => Promise<unknown>): void
  /** Ends git. */
  close(): void
}

/**
 * Memory for trees and commits, in bytes: comparisons of histories read them repeatedly. Blobs are
 * not cached here, because their readers cache the parsed contents.
 */
const treeCacheBytes = 8 * 1024 * 1024

export function createObjectReader(place: GitPlace): ObjectReader {
  const contents = createCatFile(place, '--batch')
  const sizes = createCatFile(place, '--batch-check')
  const trees = createByteCache<string, GitObject>(treeCacheBytes, treeCacheBytes / 4)
  const pinned = new Map<string, GitObject>()
  let restore = async (): Promise<unknown> => undefined

  const inMemory = (id: string): GitObject | undefined => {
    if (!isObjectId(id)) throw new RepositoryError(`"${id}" is not an object id.`)
    return pinned.get(id) ?? trees.get(id)
  }

  const onDisk = async (id: string): Promise<GitObject> => {
    const answer = await contents.ask(id)
    if (answer?.data === undefined) throw missing(id)
    const object = { type: answer.type as ObjectType, data: answer.data }
    if (object.type !== 'blob') trees.set(id, object, object.data.length)
    return object
  }

  return {
    async read(id, type) {
      const object = inMemory(id) ?? (await onDisk(id))
      if (object.type !== type)
        throw new RepositoryError(`Object ${id} is a ${object.type}, not a ${type}.`)
      return object.data
    },
    async size(id) {
      const size = inMemory(id)?.data.length ?? (await sizes.ask(id))?.size
      if (size === undefined) throw missing(id)
      return size
    },
    has: async (id) =>
      isObjectId(id) && (inMemory(id) !== undefined || (await sizes.ask(id)) !== null),
    async onDisk(ids) {
      const { stdout } = await askGit(place, ['cat-file', '--batch-check'], {
        input: ids.map((id) => `${id}\n`).join(''),
      })
      const lines = stdout.split('\n')
      return new Set(ids.filter((_, at) => / \d+$/.test(lines[at] ?? '')))
    },
    hold(objects) {
      for (const { id, type, data } of objects) pinned.set(id, { type, data })
    },
    release(ids) {
      for (const id of ids) pinned.delete(id)
    },
    restore: () => restore(),
    restoredBy(work) {
      restore = work
    },
    close() {
      contents.close()
      sizes.close()
    },
  }
}

const missing = (id: string) => new RepositoryError(`The repository has no object ${id}.`)
