import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

/** How long the event loop may wait for one step. */
const slice = 4

/** Commits that are still to be looked at, newest first. */
export interface CommitQueue<T> {
  add(id: string, time: number, item: T): void
  /** Takes the newest one out; what was added for one commit several times comes together. Null when there is none left. */
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

/** Returns a function to be awaited at each step of a long work: it lets others have their turn every few milliseconds. */
export function createPause(): () => Promise<void> {
  let started = performance.now()
  return async () => {
    if (performance.now() - started < slice) return
    await setImmediate()
    started = performance.now()
  }
}

/** Commits whose parents a shallow clone has left out. */
export async function readShallow(commonDir: string): Promise<ReadonlySet<string>> {
  try {
    return new Set((await readFile(join(commonDir, 'shallow'), 'utf8')).split('\n').filter((line) => line !== ''))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set()
    throw error
  }
}
