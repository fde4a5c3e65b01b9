import type { Log } from './log.ts'

/** A part of the site that has data of its own. */
export type DataPart = 'accounts' | 'subscribers' | 'downloads' | 'folder'

/** What of `DATA_DIR` is out of order, a sentence for each part. */
export interface DataProblems {
  /** Notes what is wrong with a part, and tells the log once; null when nothing is any more. */
  note(part: DataPart, problem: { error: unknown; message: string } | null): void
  list(): Array<string>
}

/** Keeps what is out of order, for the log, the dashboard and the health of the site. */
export function createDataProblems(log: Log): DataProblems {
  const known = new Map<DataPart, string>()
  return {
    note(part, problem) {
      if (problem === null) return void known.delete(part)
      const { error, message } = problem
      const reason = error instanceof Error ? error.message : String(error)
      const whole = `${message}: ${reason}`
      if (known.get(part) !== whole) log.error({ err: error }, message)
      known.set(part, whole)
    },
    list: () => [...known.values()],
  }
}
