import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ImportKind } from '#domain/import/mapping.ts'
import type { ImportProgress, ImportSummary } from '#domain/import/report.ts'
import type { RefusalKind } from '../platform/errors.ts'
import { ImportRefused } from './import-refused.ts'

/**
 * What the process of an import is asked for: a dry run, or the commit of what one has prepared.
 */
export type ImportTask =
  | {
      task: 'prepare'
      system: ImportKind
      file: string
      stage: string
      mapFile: string
      sitemap: string | null
    }
  | { task: 'commit'; stage: string; author: { name: string; email: string } }

export interface ImportPlaces {
  contentDir: string
  dataDir: string
  gitBranch: string | null
}

/** What the process is sent, once. */
export interface ImportRequest {
  places: ImportPlaces
  task: ImportTask
}

/**
 * What the process answers: progress, then one of the others. After `announced` it waits for a
 * message, which lets the branch move.
 */
export type ImportAnswer =
  | { kind: 'progress'; progress: ImportProgress }
  | { kind: 'prepared'; report: ImportSummary }
  /** The commit is prepared, and the branch does not have it yet. */
  | { kind: 'announced'; commit: string }
  /** `commit` is null when there was nothing new. */
  | { kind: 'committed'; commit: string | null }
  | { kind: 'refused'; message: string; why: RefusalKind }

type Result = Exclude<ImportAnswer, { kind: 'progress' | 'announced' | 'refused' }>

/** A process without a sign of progress for so long is ended, in milliseconds. */
const silenceMs = 10 * 60_000
/** The memory of the process, in MB: it has one text at a time. */
const memoryMb = 1024

/**
 * Starts a process that reads an export or commits what it has prepared, so that the server answers
 * others meanwhile. `ended` rejects with ImportRefused. `willCommit` is called before the branch
 * moves, which waits for the promise.
 */
export function startImportRun(
  program: URL,
  request: ImportRequest,
  progress: (progress: ImportProgress) => void,
  willCommit: (commit: string) => Promise<void> = async () => {},
): { ended: Promise<Result>; cancel(): Promise<void> } {
  const child = fork(fileURLToPath(program), [], {
    execArgv: [`--max-old-space-size=${memoryMb}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let result: Result | null = null
  let fault: unknown = null
  let silence: NodeJS.Timeout
  const listen = () => {
    clearTimeout(silence)
    silence = setTimeout(() => {
      fault = new ImportRefused(
        'Reading the export takes too long at one place; nothing was imported.',
      )
      child.kill('SIGKILL')
    }, silenceMs).unref()
  }
  listen()
  child.on('message', (answer: ImportAnswer) => {
    listen()
    if (answer.kind === 'progress') progress(answer.progress)
    else if (answer.kind === 'refused') fault = new ImportRefused(answer.message, answer.why)
    else if (answer.kind === 'announced')
      willCommit(answer.commit).then(
        () => child.send('go'),
        (error: unknown) => {
          fault = error
          child.kill('SIGKILL')
        },
      )
    else result = answer
  })
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      fault = new ImportRefused(
        `The process that reads the export can't be started: ${error.message}`,
      )
      resolve()
    })
    child.once('exit', () => resolve())
  })
  child.send(request, (error) => {
    if (error) child.kill('SIGKILL')
  })
  return {
    ended: exited.then(() => {
      clearTimeout(silence)
      if (result !== null) return result
      throw (
        fault ?? new ImportRefused('The process that reads the export ended; nothing was imported.')
      )
    }),
    async cancel() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
