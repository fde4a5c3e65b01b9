import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTurns } from '../../platform/turns.ts'
import { ignoreMissing } from '../../platform/whole-file.ts'
import { readCommit } from '../read/commit.ts'
import type { ObjectReader } from '../read/objects.ts'
import type { Repository } from '../read/open-repository.ts'

/** The longest time that a walk through the history blocks the event loop, in milliseconds. */
export const sliceMs = 4

/**
 * A queue of commits, the newest first: then nearly every commit is visited after all of its
 * children, and only once.
 */
export interface CommitQueue<T> {
  add(id: string, time: number, item: T): void
  /**
   * Removes the newest commit with all items that were added for it. Null when the queue is empty.
   */
  next(): { id: string; items: Array<T> } | null
  isEmpty(): boolean
}

/**
 * The parents of a commit that the repository has: beyond the end of a shallow clone there are
 * none.
 */
export function parentsThere(
  objects: ObjectReader,
  shallow: ReadonlySet<string>,
  id: string,
): Array<string> {
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
  return new Set((text ?? '').split('\n').filter(Boolean))
}

/**
 * Reads at most `most` commits, newest first, without those that were `seen`. Calls `visit` with
 * each one and its parent (undefined for a first commit) until it returns true, but not for a
 * merge, whose changes were made on one of its sides, nor at the end of a shallow clone, beyond
 * which nothing is known.
 */
export async function walkChanges(
  { objects, commonDir }: Pick<Repository, 'objects' | 'commonDir'>,
  head: string,
  { most, seen }: { most: number; seen: Set<string> },
  visit: (commit: string, parent: string | undefined) => boolean,
): Promise<void> {
  const shallow = await readShallow(commonDir)
  const turns = createTurns(sliceMs)
  const queue = createCommitQueue<null>()
  queue.add(head, 0, null)
  for (let looked = 0; looked < most; looked++) {
    const next = queue.next()
    if (next === null) return
    if (seen.has(next.id)) continue
    seen.add(next.id)
    const { parents } = readCommit(objects, next.id)
    const there = parentsThere(objects, shallow, next.id)
    if (parents.length < 2 && there.length === parents.length && visit(next.id, there[0])) return
    for (const parent of there)
      if (!seen.has(parent)) queue.add(parent, readCommit(objects, parent).time, null)
    if (turns.isDue()) await turns.take()
  }
}
