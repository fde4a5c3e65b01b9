import { setTimeout as wait } from 'node:timers/promises'

/** Numbered jobs that several clients do at once, each the next one. */
export interface Jobs {
  /** The part of the jobs that was begun, from 0 to 1. */
  progress(): number
  /** Resolves when all are done. `mayGoOn` is asked before each. */
  run(
    clients: number,
    job: (number: number, client: number) => Promise<unknown>,
    mayGoOn?: () => boolean,
  ): Promise<void>
}

export function createJobs(count: number): Jobs {
  let begun = 0
  return {
    progress: () => begun / count,
    async run(clients, job, mayGoOn = () => true) {
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
