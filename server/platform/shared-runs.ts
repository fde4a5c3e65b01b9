/**
 * Runs work once at a time. Calls during a run share the next one, because the running one may have
 * started too early for them.
 */
export function createSharedRuns<Result>(work: () => Promise<Result>) {
  let running: Promise<Result> | null = null
  let following: Promise<Result> | null = null

  function run(): Promise<Result> {
    if (running === null) {
      running = work().finally(() => {
        running = null
      })
      return running
    }
    const next = () => {
      following = null
      return run()
    }
    following ??= running.then(next, next)
    return following
  }

  return {
    run,
    /** The run that has begun; null when there is none. */
    running: () => running,
    /** Resolves when no run is left. */
    async ended(): Promise<void> {
      await Promise.allSettled([running, following])
    },
  }
}
