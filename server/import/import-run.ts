import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ImportKind } from '#domain/import/mapping.ts'
import type { ImportProgress } from '#domain/import/report.ts'
import type { ImportSummary } from '#domain/import/state.ts'
import { ImportRefused } from './import-refused.ts'

/** What the process of a dry run is asked for. */
export type ImportTask =
  | { task: 'prepare'; system: ImportKind; file: string; stage: string; mapFile: string }
  | { task: 'check'; stage: string }

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

/** What the process answers: progress, then one of the others. */
export type ImportAnswer =
  | { kind: 'progress'; progress: ImportProgress }
  | { kind: 'prepared'; report: ImportSummary }
  | { kind: 'checked'; revision: string | null }
  | { kind: 'refused'; message: string }

type Result = Exclude<ImportAnswer, { kind: 'progress' | 'refused' }>

/** A process without a sign of progress for so long is ended, in milliseconds. */
const silenceMs = 10 * 60_000
/** The memory of the process, in MB: it has one text at a time. */
const memoryMb = 1024

/** Starts a process that reads an export, so that the server answers others meanwhile. `ended` rejects with ImportRefused. */
export function startImportRun(
  program: URL,
  request: ImportRequest,
  progress: (progress: ImportProgress) => void,
): { ended: Promise<Result>; cancel(): Promise<void> } {
  const child = fork(fileURLToPath(program), [], {
    execArgv: [`--max-old-space-size=${memoryMb}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let result: Result | null = null
  let fault: string | null = null
  let silence: NodeJS.Timeout
  const listen = () => {
    clearTimeout(silence)
    silence = setTimeout(() => {
      fault = 'Reading the export takes too long at one place; nothing was imported.'
      child.kill('SIGKILL')
    }, silenceMs).unref()
  }
  listen()
  child.on('message', (answer: ImportAnswer) => {
    listen()
    if (answer.kind === 'progress') progress(answer.progress)
    else if (answer.kind === 'refused') fault = answer.message
    else result = answer
  })
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      fault = `The process that reads the export can't be started: ${error.message}`
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
      throw new ImportRefused(fault ?? 'The process that reads the export ended; nothing was imported.')
    }),
    async cancel() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
