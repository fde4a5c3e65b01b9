/** Runs work that is repeated, on an issue or on all (null). */
export type Attempt = (issue: number | null, work: () => Promise<unknown>) => Promise<void>

/** The failures of work are reported, each outage once. */
export function reportedOnce(failed: (error: unknown, issue: number | null) => void): Attempt {
  const reported = new Set<number | null>()
  return async (issue, work) => {
    try {
      await work()
      reported.delete(issue)
    } catch (error) {
      if (!reported.has(issue)) failed(error, issue)
      reported.add(issue)
    }
  }
}
