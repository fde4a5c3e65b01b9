import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '../../platform/whole-file.ts'
import { readCommit } from '../read/commit.ts'
import type { ObjectReader } from '../read/objects.ts'

/** The longest time that a walk through the history blocks the event loop, in milliseconds. */
export const sliceMs = 4

/** A queue of commits, the newest first: then nearly every commit is visited after all of its children, and only once. */
export interface CommitQueue<T> {
  add(id: string, time: number, item: T): void
  /** Removes the newest commit with all items that were added for it. Null when the queue is empty. */
  next(): { id: string; items: Array<T> } | null
  isEmpty(): boolean
}

/** The parents of a commit that the repository has: beyond the end of a shallow clone there are none. */
export function parentsThere(objects: ObjectReader, shallow: ReadonlySet<string>, id: string): Array<string> {
  return readCommit(objects, id).parents.filter((parent) => !shallow.has(id) && objects.has(parent))
}

export function createCommitQueue<T>(): CommitQueue<T> {
  const waiting = new Map<string, { time: number; items: Array<T> }>()
  return {
    add(id, time, item) {
      const there = waiting.get(id)
      if (there === undefined) waiting.set(id, { time, items: [item] })
      else there.items.push(item)
    },
    next() {
      let newest: string | null = null
      let best = Number.NEGATIVE_INFINITY
      for (const [id, { time }] of waiting)
        if (time > best) {
          newest = id
          best = time
        }
      if (newest === null) return null
      const { items } = waiting.get(newest)!
      waiting.delete(newest)
      return { id: newest, items }
    },
    isEmpty: () => waiting.size === 0,
  }
}

/** Commits whose parents are missing in a shallow clone. */
export async function readShallow(commonDir: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(commonDir, 'shallow'), 'utf8').catch(ignoreMissing)
  return new Set((text ?? '').split('\n').filter((line) => line !== ''))
}
