import { setTimeout as wait } from 'node:timers/promises'

/** Numbered jobs that several clients do at once, each the next one. */
export function createJobs(count: number) {
  let begun = 0
  return {
    /** The part of the jobs that was begun, from 0 to 1. */
    progress: () => begun / count,
    /** Resolves when all are done. `mayGoOn` is asked before each. */
    async run(
      clients: number,
      job: (number: number, client: number) => Promise<unknown>,
      mayGoOn = () => true,
    ): Promise<void> {
      const work = async (client: number) => {
        while (begun < count)
          if (mayGoOn()) await job(begun++, client)
          else await wait(50)
      }
      await Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
    },
  }
}

/** How often each value is there. */
export function countEach<Value>(values: Iterable<Value>): Map<Value, number> {
  const times = new Map<Value, number>()
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1)
  return times
}
