import { messageOf } from './errors.ts'
import type { Log } from './log.ts'
import { openFolder } from './open-folder.ts'

/** A part of `DATA_DIR` that can fail on its own. */
export type DataPart = 'accounts' | 'subscribers' | 'downloads' | 'folder'

/** The problems of `DATA_DIR`: one sentence for each part that cannot be read or written. */
export interface DataProblems {
  /** Sets the problem of a part and logs it once; null clears it. */
  note(part: DataPart, problem: { error: unknown; message: string } | null): void
  /** Checks the folder, then returns the sentence of every part with a problem. */
  list(): Promise<Array<string>>
  /** Closes the descriptor of the folder. */
  release(): void
}

/** Collects the problems of `DATA_DIR` for the log, the dashboard and the health call. */
export function createDataProblems(dataDir: string, log: Log): DataProblems {
  const folder = openFolder(dataDir)
  const known = new Map<DataPart, string>()

  function note(part: DataPart, problem: { error: unknown; message: string } | null): void {
    if (problem === null) return void known.delete(part)
    const { error, message } = problem
    const whole = `${message}: ${messageOf(error)}`
    if (known.get(part) !== whole) log.error({ err: error }, message)
    known.set(part, whole)
  }

  return {
    note,
    async list() {
      await folder.check().then(
        () => note('folder', null),
        (error: unknown) => note('folder', { error, message: 'nothing can be stored in the folder of the data' }),
      )
      return [...known.values()]
    },
    release: folder.release,
  }
}
