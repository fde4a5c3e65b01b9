import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '../../tests/running-site.ts'

/** Numbered jobs that several clients do at once, each the next one. */
export function createJobs(count: number) {
  let begun = 0
  let isOver = false
  return {
    /** The part of the jobs that was begun, from 0 to 1. */
    progress: () => begun / count,
    /** No more jobs are begun, and those that are under way may fail. */
    end() {
      isOver = true
    },
    /** Resolves when all are done. `mayGoOn` is asked before each. */
    async run(
      clients: number,
      job: (number: number, client: number) => Promise<unknown>,
      mayGoOn = () => true,
    ): Promise<void> {
      const work = async (client: number) => {
        while (begun < count && !isOver)
          if (mayGoOn())
            await job(begun++, client).catch((error: unknown) => {
              if (!isOver) throw error
            })
          else await wait(50)
      }
      await Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
    },
  }
}

/**
 * Repeats something that may fail for a while: git gives up at once when a commit of ours holds a
 * lock that it needs, or when an earlier prune has deleted objects that are restored in a moment.
 */
export async function untilDone(act: () => Promise<unknown>): Promise<void> {
  const isDone = () =>
    act().then(
      () => true,
      () => false,
    )
  await eventually(isDone, 120_000)
}

/** How often each value is there. */
export function countEach<Value>(values: Iterable<Value>): Map<Value, number> {
  const times = new Map<Value, number>()
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1)
  return times
}
