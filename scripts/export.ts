import { existsSync } from 'node:fs'
import path from 'node:path'
import { EnvError } from '../server/env/env-error.ts'
import { readEnv } from '../server/env.ts'
import { UnreadableFile } from '../server/platform/errors.ts'
import { DatabaseUnavailable } from '../server/platform/postgres/database.ts'
import { DatabaseRefused } from '../server/platform/postgres/migrate.ts'
import { BackupError } from './backup/backup-error.ts'
import { readCommittedContent } from './export/committed-content.ts'
import { writeData } from './export/data-files.ts'
import { replaceFolder } from './export/target-folder.ts'
import { runCommand } from './run-command.ts'

const usage = 'Usage: npm run export -- data DIR'

/** Writes subscribers, counts and redirects in open formats (docs/export.md). Returns the exit code. */
async function main(): Promise<number> {
  const [what, folder, ...more] = process.argv.slice(2)
  if (what !== 'data' || folder === undefined || folder.startsWith('-') || more.length > 0) throw new EnvError(usage)
  if (existsSync('.env')) process.loadEnvFile()
  const env = readEnv(process.env, process.cwd())
  const target = path.resolve(folder)
  if (isInside(target, env.dataDir) || isInside(target, env.contentDir))
    throw new EnvError(`${target} is inside of CONTENT_DIR or DATA_DIR; choose another folder.`)
  const content = await readCommittedContent(env, new Date())
  try {
    const siteUrl = env.siteUrl ?? `http://localhost:${env.port}`
    await replaceFolder(target, async (stage) => {
      const { subscribers, downloads, mails, redirects } = await writeData(stage, { env, content, siteUrl })
      console.log(
        `${target}: ${subscribers} subscribers, counts of ${downloads} downloads and ${mails} mails, ${redirects} redirects`,
      )
    })
    console.log('It holds the addresses of subscribers: keep it where nobody else reads.')
    return 0
  } catch (error) {
    const isForOperator =
      error instanceof BackupError ||
      error instanceof UnreadableFile ||
      error instanceof DatabaseRefused ||
      error instanceof DatabaseUnavailable
    throw isForOperator ? new EnvError(error.message) : error
  } finally {
    content.close()
  }
}

function isInside(folder: string, other: string): boolean {
  const way = path.relative(other, folder)
  return !way.startsWith('..') && !path.isAbsolute(way)
}

await runCommand(usage, main)
