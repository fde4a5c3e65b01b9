import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

/** The longest time that one step may block the event loop, in milliseconds. */
const slice = 4

/** A queue of commits, the newest first. */
export interface CommitQueue<T> {
  add(id: string, time: number, item: T): void
  /** Removes the newest commit with all items that were added for it. Null when the queue is empty. */
  next(): { id: string; items: Array<T> } | null
  isEmpty(): boolean
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

/** Returns a function to await in each step of long work; it yields to the event loop every few milliseconds. */
export function createPause(): () => Promise<void> {
  let started = performance.now()
  return async () => {
    if (performance.now() - started < slice) return
    await setImmediate()
    started = performance.now()
  }
}

/** Commits whose parents are missing in a shallow clone. */
export async function readShallow(commonDir: string): Promise<ReadonlySet<string>> {
  try {
    return new Set((await readFile(join(commonDir, 'shallow'), 'utf8')).split('\n').filter((line) => line !== ''))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set()
    throw error
  }
}
