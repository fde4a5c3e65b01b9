import { isForAWhile, messageOf } from './errors.ts'
import type { Log } from './log.ts'
import { openFolder } from './open-folder.ts'
import { within } from './within.ts'

/** A part of `DATA_DIR` that can fail on its own. */
export type DataPart = 'accounts' | 'record' | 'subscribers' | 'downloads' | 'folder'

/** The problems of `DATA_DIR`: one sentence for each part that cannot be read or written. */
export interface DataProblems {
  /** Sets the problem of a part and logs it once; null clears it. */
  note(part: DataPart, problem: { error: unknown; message: string } | null): void
  /** Makes `list` wait for the first reading of a part, which must never reject. */
  reading(work: Promise<unknown>): void
  /** Checks the folder, then returns the sentence of every part with a problem. */
  list(): Promise<Array<string>>
  /** Closes the descriptor of the folder. */
  release(): void
}

/** The longest that a list waits for first readings, in milliseconds. */
const longestReadingMs = 3000

/** Collects the problems of `DATA_DIR` for the log, the dashboard and the health call. */
export function createDataProblems(dataDir: string, log: Log): DataProblems {
  const folder = openFolder(dataDir)
  const known = new Map<DataPart, string>()
  const readings = new Set<Promise<unknown>>()

  function note(part: DataPart, problem: { error: unknown; message: string } | null) {
    if (problem === null) return void known.delete(part)
    const { error, message } = problem
    const whole = `${message}: ${messageOf(error)}`
    if (known.get(part) !== whole)
      log[isForAWhile(error) ? 'warn' : 'error']({ err: error }, message)
    known.set(part, whole)
  }

  return {
    note,
    reading(work) {
      const reading: Promise<unknown> = work.finally(() => readings.delete(reading))
      readings.add(reading)
    },
    async list() {
      await within(longestReadingMs, Promise.all(readings))
      await folder.check().then(
        () => note('folder', null),
        (error: unknown) =>
          note('folder', { error, message: 'nothing can be stored in the folder of the data' }),
      )
      return [...known.values()]
    },
    release: folder.release,
  }
}
