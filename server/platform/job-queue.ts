/** Creates a function that runs jobs in order, at most `limit` at once. */
export function createJobQueue(limit: number) {
  const waiting: Array<() => void> = []
  let running = 0

  return async function run<Result>(job: () => Promise<Result>): Promise<Result> {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await job()
    } finally {
      // The place is handed on, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
