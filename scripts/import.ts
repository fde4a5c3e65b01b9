import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { counted } from '#domain/count-words.ts'
import { type ImportKind, importKinds } from '#domain/import/mapping.ts'
import type { ImportProgress } from '#domain/import/report.ts'
import { EnvError } from '../server/env/env-error.ts'
import { readEnv } from '../server/env.ts'
import { keepMapping, readMapping } from '../server/import/map-file.ts'
import { prove } from '../server/import/prove.ts'
import { reportLines } from '../server/import/report-lines.ts'
import { commentsFile } from '../server/import/stored-report.ts'
import { importHere } from '../server/import-here.ts'
import { RefusedError } from '../server/platform/errors.ts'
import { writeWholeFile } from '../server/platform/whole-file.ts'
import { recordAction } from './change-accounts.ts'
import { runCommand } from './run-command.ts'

const usage = `Usage: npm run import -- ${importKinds.join('|')} FILE|URL [--confirm] [--map FILE] [--add-categories] [--sitemap FILE|URL] [--no-fetch]
       npm run import -- prove URLS.txt|sitemap.xml --site ADDRESS [--from KIND --export FILE]
       npm run import -- undo COMMIT`

const options = {
  confirm: { type: 'boolean' },
  map: { type: 'string' },
  sitemap: { type: 'string' },
  'no-fetch': { type: 'boolean' },
  'add-categories': { type: 'boolean' },
  site: { type: 'string' },
  from: { type: 'string' },
  export: { type: 'string' },
} as const

/**
 * Imports an export after a dry run, proves that old addresses work, or takes an import back.
 * Returns the exit code.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [what = '', file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new EnvError(usage)
  if (existsSync('.env')) process.loadEnvFile()
  const env = readEnv(process.env, process.cwd())
  const stage = await mkdtemp(path.join(tmpdir(), 'import-'))
  const here = await importHere({ env, author: null, fetches: !values['no-fetch'] })
  const progress = progressLine(process.stderr)
  try {
    if (what === 'undo') {
      console.log(`Taken back with the commit ${await here.undo(file)}.`)
      await recordAction(env, 'import-undone')
      return 0
    }
    if (what === 'prove') {
      const from = values.from === undefined ? null : kindNamed(values.from)
      if ((from === null) !== (values.export === undefined)) throw new EnvError(usage)
      const entries =
        from && values.export ? here.entries({ system: from, file: values.export, stage }) : null
      return await prove({
        list: file,
        site: values.site ?? env.siteUrl ?? `http://127.0.0.1:${env.port}`,
        entries,
        print: console.log,
      })
    }
    const system = kindNamed(what)
    const mapFile = path.resolve(values.map ?? path.join(env.dataDir, 'import-map.yaml'))
    const mapping = {
      ...(await readMapping(mapFile)),
      ...(values['add-categories'] && { addCategories: true }),
    }
    const { sitemap } = values
    const report = await here.prepare({
      system,
      file,
      stage,
      mapping,
      progress: progress.show,
      sitemap,
    })
    progress.clear()
    await keepMapping(mapFile, mapping, report)
    const { summary, whole } = reportLines(report)
    const reportFile = path.join(env.dataDir, 'import-report.txt')
    await writeWholeFile(reportFile, `${whole.join('\n')}\n`, { stored: 'safely' })
    for (const line of summary) console.log(line)
    console.log(`Mapping: ${mapFile}\nWhole report: ${reportFile}`)
    if (report.comments > 0)
      await keepComments(stage, path.join(env.dataDir, 'import-comments.json'))
    if (report.fresh === 0) {
      console.log('Nothing is new; nothing was written.')
      return report.refused > 0 ? 1 : 0
    }
    const lost = report.old.missing.length
    if (lost > 0)
      console.log(
        `${counted(lost, 'old address', 'old addresses')} would lead nowhere. Decide about them first; see 'Old addresses'.`,
      )
    if (!values.confirm && !(await isConfirmed(report.fresh))) {
      console.log(
        lost > 0
          ? 'Nothing was written. Run the same command with --confirm to import nevertheless.'
          : 'Nothing was written. Run the same command with --confirm to import.',
      )
      return 0
    }
    const commit = await here.commit(stage, progress.show)
    progress.clear()
    await recordAction(env, 'texts-imported')
    console.log(
      `Imported ${report.fresh} texts with the commit ${commit}. Take it back: npm run import -- undo ${commit}`,
    )
    return report.refused > 0 ? 1 : 0
  } catch (error) {
    if (error instanceof RefusedError) throw new EnvError(error.message)
    throw error
  } finally {
    progress.clear()
    await here.close()
    await rm(stage, { recursive: true, force: true })
  }
}

/** Keeps the comments of readers. */
async function keepComments(stage: string, file: string) {
  const comments = await readFile(path.join(stage, commentsFile), 'utf8')
  await writeWholeFile(file, comments, { stored: 'safely' })
  console.log(`Comments of readers: ${file}`)
}

function kindNamed(name: string): ImportKind {
  const kind = importKinds.find((one) => one === name)
  if (!kind) throw new EnvError(usage)
  return kind
}

async function isConfirmed(count: number): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(?:es)?$/i.test(
      (await prompt.question(`Import these ${count} texts in one commit? [y/N] `)).trim(),
    )
  } finally {
    prompt.close()
  }
}

/** Shows progress on one line of a terminal, and as a line every few seconds elsewhere. */
function progressLine(stream: NodeJS.WriteStream) {
  let shownAt = performance.now()
  let isDrawn = false
  return {
    show({ step, done, total }: ImportProgress) {
      const now = performance.now()
      if (now - shownAt < (stream.isTTY ? 100 : 10_000)) return
      shownAt = now
      isDrawn = stream.isTTY
      const text = `${step}: ${done}${total === null ? '' : ` of ${total}`}`
      stream.write(stream.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
    },
    clear() {
      if (isDrawn) stream.write('\r\x1b[K')
      isDrawn = false
    },
  }
}

await runCommand(usage, main)
