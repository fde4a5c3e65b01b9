import { holdFolder } from './held-folder.ts'
import type { Log } from './log.ts'

/** A part of the site that has data of its own. */
export type DataPart = 'accounts' | 'subscribers' | 'downloads' | 'folder'

/** What of `DATA_DIR` is out of order, a sentence for each part. */
export interface DataProblems {
  /** Notes what is wrong with a part, and tells the log once; null when nothing is any more. */
  note(part: DataPart, problem: { error: unknown; message: string } | null): void
  /** The sentences, after a look at the folder itself. */
  list(): Promise<Array<string>>
  /** Lets go of the folder. */
  release(): void
}

/** Keeps what is out of order, for the log, the dashboard and the health of the site. */
export function createDataProblems(dataDir: string, log: Log): DataProblems {
  const folder = holdFolder(dataDir)
  const known = new Map<DataPart, string>()

  function note(part: DataPart, problem: { error: unknown; message: string } | null): void {
    if (problem === null) return void known.delete(part)
    const { error, message } = problem
    const reason = error instanceof Error ? error.message : String(error)
    const whole = `${message}: ${reason}`
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
