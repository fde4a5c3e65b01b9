import { mkdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { ImportProgress } from '#domain/import/report.ts'
import type { ImportAnswer, ImportRequest } from './import/import-run.ts'
import { keepMapping, readMapping } from './import/map-file.ts'
import { writeReport } from './import/stored-report.ts'
import { dryRunsHere } from './import-here.ts'
import { messageOf, RefusedError } from './platform/errors.ts'
import { diskFull, isDiskFull } from './platform/storage-error.ts'

/** Entry of the process that makes dry runs for the server. It ends with the server. */
process.once('disconnect', () => process.exit(1))
process.once('message', (request: ImportRequest) => {
  // Visitors come first.
  setPriority(10)
  run(request)
    .catch((error: unknown): ImportAnswer => {
      if (isDiskFull(error)) return { kind: 'refused', message: diskFull }
      if (!(error instanceof RefusedError)) console.error(error)
      return { kind: 'refused', message: messageOf(error) }
    })
    .then((answer) => process.send?.(answer, () => process.exit(0)))
})

async function run({ places, task }: ImportRequest): Promise<ImportAnswer> {
  const here = await dryRunsHere({ env: places, fetches: true })
  try {
    if (task.task === 'check') return { kind: 'checked', revision: await here.check(task.stage) }
    const { system, file, stage, mapFile } = task
    await mkdir(stage, { recursive: true, mode: 0o700 })
    const mapping = await readMapping(mapFile)
    const report = await here.prepare({ system, file, stage, mapping, progress: sometimes() })
    await keepMapping(mapFile, mapping, report)
    return { kind: 'prepared', report: await writeReport(stage, report) }
  } finally {
    here.close()
  }
}

/** Sends progress a few times a second. */
function sometimes(): (progress: ImportProgress) => void {
  let sent = { step: '', at: 0 }
  return (progress) => {
    const at = performance.now()
    if (progress.step === sent.step && at - sent.at < 250) return
    sent = { step: progress.step, at }
    process.send?.({ kind: 'progress', progress } satisfies ImportAnswer)
  }
}
