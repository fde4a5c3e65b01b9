/**
 * Assigns work that only one process of a site may do. `tests/contract/replicas.test.ts` tests
 * every implementation.
 */
export interface Leases {
  /**
   * Calls `start` when this process gets the lease of a name, and the function that `start`
   * returned when it loses the lease; then it waits for the lease again. A process that was
   * suspended may still run its work for a moment after it lost the lease, so two processes must
   * not be able to do damage. Returns a function that releases the lease and resolves when the work
   * has ended.
   */
  hold(name: string, start: () => EndWork): () => Promise<void>
  /** Releases all leases. */
  close(): Promise<void>
}

/** Ends work; may return a promise that resolves when it has ended. */
export type EndWork = () => unknown

/** The leases of a site with one process, which gets each at once. */
export function processLeases(): Leases {
  const ends = new Set<() => Promise<void>>()
  return {
    hold(_name, start) {
      const endWork = start()
      const end = async () => {
        if (ends.delete(end)) await endWork()
      }
      ends.add(end)
      return end
    },
    async close() {
      await Promise.all([...ends].map((end) => end()))
    },
  }
}
