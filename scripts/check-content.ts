import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { ContentProblem } from '#domain/content.ts'
import { assignIds } from '../server/content/check/assign-ids.ts'
import { checkFolder, type FolderCheck } from '../server/content/check/check-folder.ts'
import { createInspector, type Inspector } from '../server/content/check/inspect-file.ts'
import { renderLimitMs } from '../server/content/markdown/limits.ts'
import { WorkerPool } from '../server/content/markdown/worker-pool.ts'
import { EnvError } from '../server/env/env-error.ts'
import { readEnv } from '../server/env.ts'
import { createSharpLoader } from '../server/media/media-library.ts'
import { readPictureFacts } from '../server/media/picture-facts.ts'
import { soundFault } from '../server/media/sounds/plain-sound.ts'
import { runCommand } from './run-command.ts'

const usage = 'Usage: npm run content:check -- [--fix] [--format=github]'

/** Checks every file of the content folder on disk. Returns the exit code: 1 for a fault. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { fix: { type: 'boolean' }, format: { type: 'string', default: 'text' } },
  })
  if (values.format !== 'text' && values.format !== 'github') throw new EnvError(usage)
  if (existsSync('.env')) process.loadEnvFile()
  const { contentDir } = readEnv(process.env, process.cwd())
  const check = () => checkInThreads(contentDir)

  let result = await check()
  if (values.fix) {
    const ids = assignIds(contentDir, result.state)
    for (const [file, id] of ids)
      console.log(`${shownPath(contentDir, file)}: now has the id ${id}`)
    if (ids.size > 0) result = await check()
  }
  const print = values.format === 'github' ? githubLine : textLine
  // The faults are last, where a terminal and an upgrade that they stop show them.
  for (const warning of result.warnings) console.log(print('warning', contentDir, warning))
  for (const fault of result.faults) console.log(print('error', contentDir, fault))
  const [faults, warnings] = [result.faults.length, result.warnings.length]
  console.log(
    `${counted(result.files, 'file')} checked: ${counted(faults, 'fault')}, ${counted(warnings, 'warning')}`,
  )
  return faults > 0 ? 1 : 0
}

/** Up to this number of files, checking them is faster than starting threads. */
const fewFiles = 300

/**
 * Shortest time between two updates, in milliseconds: a terminal redraws its line, other streams
 * get a new line.
 */
const redrawMs = 100
const lineMs = 10_000

/** Processor time for one share of the files, in milliseconds. */
const shareLimitMs = 10 * 60_000

async function checkInThreads(folder: string): Promise<FolderCheck> {
  const progress = createProgress(process.stderr)
  const trial = new WorkerPool({
    workerUrl: new URL('./text-thread.mjs', import.meta.url),
    timeLimitMs: renderLimitMs,
  })
  const pools: Array<{ close(): Promise<void> }> = [trial]
  const folderOfBundle = await mkdtemp(path.join(tmpdir(), 'content-check-'))
  const loadSharp = createSharpLoader()
  try {
    return await checkFolder({
      folder,
      now: new Date(),
      async inspector(rules, files) {
        if (files <= fewFiles) {
          const { createMarkdownRenderer } = await import('../server/content/markdown/render.ts')
          const render = createMarkdownRenderer()
          return createInspector(folder, rules, (markdown) => render({ markdown, dimensions: {} }))
        }
        // Bundling once takes a fraction of what each thread takes to translate and load hundreds
        // of modules.
        const { bundleWorker, inspectWorkerEntry } = await import('./bundle-worker.ts')
        const bundle = path.join(folderOfBundle, 'inspect-worker.mjs')
        await bundleWorker(bundle, inspectWorkerEntry)
        const pool = new WorkerPool({
          workerUrl: pathToFileURL(bundle),
          workerData: { folder, rules },
          maxWorkers: availableParallelism(),
          timeLimitMs: shareLimitMs,
          memoryMb: 1024,
          youngMb: 128,
        })
        pools.push(pool)
        return inspectorIn(pool)
      },
      render: (markdown) => trial.run({ task: 'render', input: [{ markdown, dimensions: {} }] }),
      soundFault,
      isPicture: async (bytes) => (await readPictureFacts(bytes, loadSharp)) !== null,
      progress: progress.show,
    })
  } finally {
    progress.clear()
    for (const pool of pools) await pool.close()
    await rm(folderOfBundle, { recursive: true, force: true })
  }
}

/** An inspector whose calls run in the workers of a pool (`inspect-worker.ts`). */
function inspectorIn(pool: WorkerPool): Inspector {
  const call = async (task: keyof Inspector, input: unknown) =>
    (await pool.run({ task, input: [input] })).result as never
  return {
    facts: (files) => call('facts', files),
    references: (texts) => call('references', texts),
    anchors: (texts) => call('anchors', texts),
  }
}

/** Reports the progress of a long task on a stream; a short task reports nothing. */
function createProgress(stream: NodeJS.WriteStream) {
  let shownAt = performance.now()
  let isDrawn = false
  return {
    show(done: number, total: number) {
      const now = performance.now()
      if (now - shownAt < (stream.isTTY ? redrawMs : lineMs)) return
      shownAt = now
      isDrawn = stream.isTTY
      const text = `${Math.floor((100 * done) / Math.max(1, total))} % checked`
      stream.write(stream.isTTY ? `\r${text}` : `${text}\n`)
    },
    /** Clears the line on a terminal. */
    clear() {
      if (isDrawn) stream.write('\r\x1b[K')
      isDrawn = false
    },
  }
}

type PrintProblem = (level: 'error' | 'warning', folder: string, problem: ContentProblem) => string

const textLine: PrintProblem = (level, folder, { path: file, line, message }) =>
  `${level === 'warning' ? 'warning: ' : ''}${shownPath(folder, file)}:${line}: ${message}`

/** A GitHub workflow command, which GitHub shows beside the line. */
const githubLine: PrintProblem = (level, folder, { path: file, line, message }) => {
  const escaped = (text: string) =>
    text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
  const property = escaped(shownPath(folder, file)).replace(/:/g, '%3A').replace(/,/g, '%2C')
  return `::${level} file=${property},line=${line}::${escaped(message)}`
}

/**
 * The path as a terminal can open it: relative to the working folder if the content is inside it.
 */
function shownPath(folder: string, file: string): string {
  const full = path.join(folder, file)
  const relative = path.relative(process.cwd(), full)
  return relative.startsWith('..') ? full : relative
}

function counted(count: number, what: string) {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

await runCommand(usage, main)
