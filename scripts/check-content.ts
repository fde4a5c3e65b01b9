import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { ContentProblem } from '#domain/content.ts'
import { assignIds } from '../server/content/check/assign-ids.ts'
import { checkFolder, type FolderCheck } from '../server/content/check/check-folder.ts'
import { createInspector } from '../server/content/check/inspect-file.ts'
import { createInspectorPool } from '../server/content/check/inspector-pool.ts'
import { renderLimitMs } from '../server/content/markdown/limits.ts'
import { createMarkdownRenderer } from '../server/content/markdown/render.ts'
import { createWorkerPool } from '../server/content/markdown/worker-pool.ts'
import { EnvError, readEnv } from '../server/env.ts'
import { createProgress } from './progress.ts'

const usage = 'Usage: npm run content:check -- [--fix] [--format=github]'

/** Checks every file of the content folder on disk. Returns the exit code: 1 for a fault. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { fix: { type: 'boolean' }, format: { type: 'string', default: 'text' } } })
  if (values.format !== 'text' && values.format !== 'github') throw new EnvError(usage)
  if (existsSync('.env')) process.loadEnvFile()
  const { contentDir } = readEnv(process.env, process.cwd())
  const check = () => checkInThreads(contentDir)

  let result = await check()
  if (values.fix) {
    const ids = assignIds(contentDir, result.state)
    for (const [file, id] of ids) console.log(`${shownPath(contentDir, file)}: now has the id ${id}`)
    if (ids.size > 0) result = await check()
  }
  const print = values.format === 'github' ? githubLine : textLine
  for (const fault of result.faults) console.log(print('error', contentDir, fault))
  for (const warning of result.warnings) console.log(print('warning', contentDir, warning))
  const [faults, warnings] = [result.faults.length, result.warnings.length]
  console.log(`${counted(result.files, 'file')} checked: ${counted(faults, 'fault')}, ${counted(warnings, 'warning')}`)
  return faults > 0 ? 1 : 0
}

/** Up to this number of files, checking them is faster than starting threads. */
const fewFiles = 300

async function checkInThreads(folder: string): Promise<FolderCheck> {
  const render = createMarkdownRenderer()
  const progress = createProgress(process.stderr)
  const trial = createWorkerPool({
    workerUrl: new URL('./text-thread.mjs', import.meta.url),
    timeLimitMs: renderLimitMs,
  })
  const pools: Array<{ close(): Promise<void> }> = [trial]
  try {
    return await checkFolder({
      folder,
      now: new Date(),
      inspector(timeZone, files) {
        if (files <= fewFiles)
          return createInspector(folder, timeZone, (markdown) => render({ markdown, dimensions: {} }))
        const pool = createInspectorPool(new URL('./inspect-thread.mjs', import.meta.url), { folder, timeZone })
        pools.push(pool)
        return pool
      },
      render: (markdown) => trial.run({ task: 'render', input: { markdown, dimensions: {} } }),
      progress: progress.show,
    })
  } finally {
    progress.clear()
    for (const pool of pools) await pool.close()
  }
}

type PrintProblem = (level: 'error' | 'warning', folder: string, problem: ContentProblem) => string

const textLine: PrintProblem = (level, folder, { path: file, line, message }) =>
  `${level === 'warning' ? 'warning: ' : ''}${shownPath(folder, file)}:${line}: ${message}`

/** A GitHub workflow command, which GitHub shows beside the line. */
const githubLine: PrintProblem = (level, folder, { path: file, line, message }) => {
  const escaped = (text: string) => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
  const property = escaped(shownPath(folder, file)).replace(/:/g, '%3A').replace(/,/g, '%2C')
  return `::${level} file=${property},line=${line}::${escaped(message)}`
}

/** The path as a terminal can open it: relative to the working folder if the content is inside it. */
function shownPath(folder: string, file: string): string {
  const full = path.join(folder, file)
  const relative = path.relative(process.cwd(), full)
  return relative.startsWith('..') ? full : relative
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

try {
  process.exitCode = await main()
} catch (error) {
  const usageError = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (!usageError && !(error instanceof EnvError)) throw error
  console.error(usageError ? `${error.message}\n${usage}` : error.message)
  process.exitCode = 2
}
