import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { EnvError } from '../server/env/env-error.ts'
import { type Env, readEnv } from '../server/env.ts'
import { UnreadableFile } from '../server/platform/errors.ts'
import { DatabaseUnavailable } from '../server/platform/postgres/database.ts'
import { DatabaseRefused } from '../server/platform/postgres/migrate.ts'
import { recordAction } from './change-accounts.ts'
import { CommandError } from './command-error.ts'
import { readCommittedContent } from './export/committed-content.ts'
import { writeData } from './export/data-files.ts'
import { createProgress } from './export/progress.ts'
import { writeStaticSite } from './export/static-site.ts'
import { replaceFolder } from './export/target-folder.ts'
import { runCommand } from './run-command.ts'
import { builtSite } from './sources.mjs'

const usage = `Usage: npm run export -- data DIR
       npm run export -- static DIR [--site ADDRESS] [--forms ADDRESS]`

const options = { site: { type: 'string' }, forms: { type: 'string' } } as const

/**
 * Writes the data of the site in open formats, or its public pages as plain files (docs/export.md).
 * Returns the exit code.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [what, folder, ...more] = positionals
  if (folder === undefined || more.length > 0 || (what !== 'static' && what !== 'data'))
    throw new EnvError(usage)
  if (what === 'data' && (values.site !== undefined || values.forms !== undefined))
    throw new EnvError(usage)
  if (existsSync('.env')) process.loadEnvFile()
  const variables =
    values.site === undefined ? process.env : { ...process.env, SITE_URL: values.site }
  const env = readEnv(variables, process.cwd())
  const target = path.resolve(folder)
  if (isInside(target, env.dataDir) || isInside(target, env.contentDir))
    throw new EnvError(`${target} is inside of CONTENT_DIR or DATA_DIR; choose another folder.`)
  try {
    return await (what === 'data'
      ? exportData(target, env)
      : exportStatic(target, env, values.forms))
  } catch (error) {
    const isForOperator =
      error instanceof CommandError ||
      error instanceof UnreadableFile ||
      error instanceof DatabaseRefused ||
      error instanceof DatabaseUnavailable
    throw isForOperator ? new EnvError(error.message) : error
  }
}

async function exportData(target: string, env: Env): Promise<number> {
  const content = await readCommittedContent(env, new Date())
  try {
    const siteUrl = env.siteUrl ?? `http://localhost:${env.port}`
    await replaceFolder(target, 'data', async (stage) => {
      const { subscribers, downloads, mails, redirects } = await writeData(stage, {
        env,
        content,
        siteUrl,
      })
      console.log(
        `${target}: ${subscribers} subscribers, counts of ${downloads} downloads and ${mails} mails, ${redirects} redirects`,
      )
    })
    console.log('It holds the addresses of subscribers: keep it where nobody else reads.')
    await recordAction(env, 'data-exported')
    return 0
  } finally {
    content.close()
  }
}

async function exportStatic(
  target: string,
  env: Env,
  formsOption: string | undefined,
): Promise<number> {
  if (env.gitWrite === 'through')
    throw new EnvError(
      'With GIT_WRITE=through, export the site in a clone of the repository, without that variable.',
    )
  const siteUrl = publicAddress(env.siteUrl)
  const forms = formsOption === undefined ? null : formsAddress(formsOption)
  const entry = builtSite()
  // The build has printed what failed.
  if (entry === null) return 1
  const content = await readCommittedContent(env, new Date())
  const progress = createProgress(process.stderr)
  try {
    const report = await replaceFolder(target, 'static', (stage) =>
      writeStaticSite(stage, { env, content, siteUrl, forms, entry, progress: progress.show }),
    )
    progress.end()
    for (const { address, from } of report.missing)
      console.log(`${from}: leads nowhere: ${address}`)
    const { pages, files, redirects } = report
    console.log(`${target}: ${pages} pages, ${files} files, ${redirects} redirects, for ${siteUrl}`)
    if (forms === null) console.log('Without --forms ADDRESS, the pages have no forms.')
    return 0
  } finally {
    progress.end()
    content.close()
  }
}

function isInside(folder: string, other: string): boolean {
  const way = path.relative(other, folder)
  return !way.startsWith('..') && !path.isAbsolute(way)
}

function publicAddress(siteUrl: string | null): string {
  if (
    siteUrl !== null &&
    !/^(?:localhost|.+\.localhost|127\..+|\[::1\]|0\.0\.0\.0)$/.test(new URL(siteUrl).hostname)
  )
    return siteUrl
  throw new EnvError(
    'SITE_URL must be the public address of the exported site, such as https://example.org; set it, or give --site ADDRESS.',
  )
}

function formsAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.username === '') return url.href
  throw new EnvError(
    `--forms must be an http or https address that takes forms, and '${text}' is not.`,
  )
}

await runCommand(usage, main)
