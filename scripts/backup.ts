import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { EnvError } from '../server/env/env-error.ts'
import { readEnv } from '../server/env.ts'
import { DatabaseUnavailable } from '../server/platform/postgres/database.ts'
import { DatabaseRefused } from '../server/platform/postgres/migrate.ts'
import { isDiskFull } from '../server/platform/storage-error.ts'
import { backUp } from './backup/create-backup.ts'
import { restore } from './backup/restore-backup.ts'
import { recordAction } from './change-accounts.ts'
import { CommandError } from './command-error.ts'
import { diskFullAt } from './run-command.ts'

// `npm run backup -- FILE` writes the content's repository and the site's data into one file, also
// while the site runs; `-- --restore FILE` restores them.
const usage = 'Usage: npm run backup -- FILE, or npm run backup -- --restore FILE.'
try {
  const args = process.argv.slice(2)
  const isRestore = args[0] === '--restore'
  const [file, ...rest] = isRestore ? args.slice(1) : args
  if (file === undefined || file.startsWith('-') || rest.length > 0) throw new CommandError(usage)
  if (existsSync('.env')) process.loadEnvFile()
  const variables = process.env
  // A new machine has no content folder yet.
  if (isRestore) mkdirSync(path.resolve(variables.CONTENT_DIR ?? 'content'), { recursive: true })
  const env = readEnv(variables, process.cwd())
  console.log(await (isRestore ? restore : backUp)(path.resolve(file), env))
  // A restore has done it itself, while nothing else can use the data.
  if (!isRestore && existsSync(env.dataDir)) await recordAction(env, 'backup-made')
} catch (error) {
  const isFull = isDiskFull(error)
  if (
    !(
      isFull ||
      error instanceof CommandError ||
      error instanceof EnvError ||
      error instanceof DatabaseRefused ||
      error instanceof DatabaseUnavailable
    )
  )
    throw error
  console.error(isFull ? diskFullAt(error as Error) : (error as Error).message)
  process.exit(1)
}
