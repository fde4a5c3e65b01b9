/** A site of this process: `logs-of-failures.ts` prints what it logged. */
export interface RunningLog {
  url: string
  output(): string
  hasEnded: boolean
}

/** The sites that run, and those that ended in the present test. */
export const runningLogs = new Set<RunningLog>()
