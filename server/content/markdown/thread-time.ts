import { readFileSync, readlinkSync } from 'node:fs'

/** Names the thread that calls this, as `/proc` lists it (`PID/task/TID`); null where there is no such list. */
export function ownThread(): string | null {
  try {
    return readlinkSync('/proc/thread-self')
  } catch {
    return null
  }
}

/**
 * Milliseconds of processor time that a thread of this process has used. Where the system does not tell that of one thread, it is that of the whole
 * process: never less than what the thread has used, and no more when other processes have kept it waiting.
 */
export function processorTime(thread: string | null): number {
  if (thread !== null) {
    try {
      // Nanoseconds on a processor are the first number (Documentation/scheduler/sched-stats.rst of Linux).
      return Number.parseInt(readFileSync(`/proc/${thread}/schedstat`, 'utf8'), 10) / 1e6
    } catch {
      // A kernel without these numbers.
    }
  }
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
