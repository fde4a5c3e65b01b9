import type { BulkProgress } from '#domain/bulk-change.ts'

/** How far the changes of several items are that this server makes, by person and Idempotency-Key. */
export function createBulkRuns() {
  const running = new Map<string, BulkProgress>()
  const nameOf = (person: number, key: string | undefined) => `${person} ${key ?? ''}`

  return {
    /** Makes a change of `of` items; `make` says how many are planned. */
    async run<Result>(
      { person, key, of }: { person: number; key: string | undefined; of: number },
      make: (onProgress: (done: number) => void) => Promise<Result>,
    ): Promise<Result> {
      const name = nameOf(person, key)
      const onProgress = (done: number) => void running.set(name, { done, of })
      onProgress(0)
      return make(onProgress).finally(() => running.delete(name))
    },

    /** Null when the change is over, or made by another server. */
    progress: (person: number, key: string): BulkProgress | null =>
      running.get(nameOf(person, key)) ?? null,
  }
}
