import { createByteCache } from '../../platform/byte-cache.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { isObjectId } from '../../platform/object-id.ts'
import type { GitPlace } from '../program/git-environment.ts'
import { askGit } from '../program/local-git.ts'
import { createCatFile } from './cat-file.ts'

export interface GitObject {
  type: 'commit' | 'tree' | 'blob' | 'tag'
  /** The content without the header. */
  bytes: Buffer
}

export interface NewObject extends GitObject {
  id: string
}

export type ObjectReader = ReturnType<typeof createObjectReader>

/**
 * Memory for trees and commits, in bytes: comparisons of histories read them repeatedly. Blobs are
 * not cached here, because their readers cache the parsed contents.
 */
const treeCacheBytes = 8 * 1024 * 1024

/** Reads objects by id with git, while git may pack, prune and add objects. */
export function createObjectReader(place: GitPlace) {
  const contents = createCatFile(place, '--batch')
  const sizes = createCatFile(place, '--batch-check')
  const trees = createByteCache<string, GitObject>(treeCacheBytes, treeCacheBytes / 4)
  const held = new Map<string, GitObject & { holders: number }>()
  let restore = async (): Promise<unknown> => undefined

  const inMemory = (id: string): GitObject | undefined => {
    if (!isObjectId(id)) throw new RepositoryError(`"${id}" is not an object id.`)
    return held.get(id) ?? trees.get(id)
  }

  const onDisk = async (id: string): Promise<GitObject> => {
    const answer = await contents.ask(id)
    if (answer?.data === undefined) throw missing(id)
    const object = { type: answer.type as GitObject['type'], bytes: answer.data }
    if (object.type !== 'blob') trees.set(id, object, object.bytes.length)
    return object
  }

  return {
    /**
     * Bytes of an object of that type. Throws a RepositoryError with the id when it is missing,
     * damaged or of another type.
     */
    async read(id: string, type: GitObject['type']): Promise<Buffer> {
      const object = inMemory(id) ?? (await onDisk(id))
      if (object.type !== type)
        throw new RepositoryError(`Object ${id} is a ${object.type}, not a ${type}.`)
      return object.bytes
    },
    /** Size of an object in bytes, without reading all of it. */
    async size(id: string): Promise<number> {
      const size = inMemory(id)?.bytes.length ?? (await sizes.ask(id))?.size
      if (size === undefined) throw missing(id)
      return size
    },
    /** Whether the object exists. */
    has: async (id: string): Promise<boolean> =>
      isObjectId(id) && (inMemory(id) !== undefined || (await sizes.ask(id)) !== null),
    /**
     * Those of some objects that exist on disk now, ignoring memory and open packs that git has
     * deleted.
     */
    async onDisk(ids: ReadonlyArray<string>): Promise<ReadonlySet<string>> {
      const { stdout } = await askGit(place, ['cat-file', '--batch-check'], {
        input: ids.map((id) => `${id}\n`).join(''),
      })
      const lines = stdout.split('\n')
      return new Set(ids.filter((_, at) => / \d+$/.test(lines[at] ?? '')))
    },
    /**
     * Holds these objects in memory until they are released as often: a gc may delete new objects.
     */
    hold(objects: Iterable<NewObject>): void {
      for (const object of objects)
        held.set(object.id, { ...object, holders: (held.get(object.id)?.holders ?? 0) + 1 })
    },
    release(objects: Iterable<NewObject>): void {
      for (const { id } of objects) {
        const object = held.get(id)
        if (object !== undefined && --object.holders === 0) held.delete(id)
      }
    },
    /** Puts objects that were held back on the disk, where a git that answers needs them. */
    restore: () => restore(),
    /** Sets what `restore` does. */
    restoredBy(work: () => Promise<unknown>): void {
      restore = work
    },
    /** Ends git. */
    close(): void {
      contents.close()
      sizes.close()
    },
  }
}

const missing = (id: string) => new RepositoryError(`The repository has no object ${id}.`)
