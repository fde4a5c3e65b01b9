import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { ImportProgress } from '#domain/import/report.ts'
import type { ImportAnswer, ImportPlaces, ImportRequest, ImportTask } from './import/import-run.ts'
import { keepMapping, readMapping } from './import/map-file.ts'
import { writeReport } from './import/stored-report.ts'
import { dryRunsHere, importHere } from './import-here.ts'
import { messageOf, RefusedError } from './platform/errors.ts'
import { diskFull, isDiskFull } from './platform/storage-error.ts'

type TaskOf<Kind extends ImportTask['task']> = Extract<ImportTask, { task: Kind }>

/**
 * Entry of the process that makes dry runs and commits of imports for the server. It ends with the
 * server.
 */
process.once('disconnect', () => process.exit(1))
process.once('message', (request: ImportRequest) => {
  run(request)
    .catch((error: unknown): ImportAnswer => {
      if (isDiskFull(error)) return { kind: 'refused', message: diskFull, why: 'disk-full' }
      if (!(error instanceof RefusedError)) console.error(error)
      return {
        kind: 'refused',
        message: messageOf(error),
        why: error instanceof RefusedError ? error.kind : 'failed',
      }
    })
    .then((answer) => process.send?.(answer, () => process.exit(0)))
})

function run({ places, task }: ImportRequest): Promise<ImportAnswer> {
  return task.task === 'commit' ? commit(places, task) : prepare(places, task)
}

async function commit(
  places: ImportPlaces,
  { stage, author }: TaskOf<'commit'>,
): Promise<ImportAnswer> {
  const here = await importHere({
    env: { ...places, gitWrite: 'checkout' },
    author,
    fetches: false,
  })
  try {
    return { kind: 'committed', commit: await here.commit(stage, sometimes(), announce) }
  } finally {
    await here.close()
  }
}

/** Tells the server the commit, and waits until it has recorded it. */
async function announce(commit: string) {
  const heard = once(process, 'message')
  process.send?.({ kind: 'announced', commit } satisfies ImportAnswer)
  await heard
}

async function prepare(
  places: ImportPlaces,
  { system, file, stage, mapFile, sitemap }: TaskOf<'prepare'>,
): Promise<ImportAnswer> {
  // Visitors come first. A commit would hold the locks of git for longer.
  setPriority(10)
  const here = await dryRunsHere({ env: places, fetches: true })
  try {
    await mkdir(stage, { recursive: true, mode: 0o700 })
    const mapping = await readMapping(mapFile)
    const report = await here.prepare({
      system,
      file,
      stage,
      mapping,
      progress: sometimes(),
      sitemap,
    })
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
