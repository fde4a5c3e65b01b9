import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { EnvError } from '../server/env/env-error.ts'
import { readEnv } from '../server/env.ts'
import { type AccountStore, newUser } from '../server/people/accounts/account-store.ts'
import { embeddedAccounts } from '../server/people/accounts/embedded-accounts.ts'
import { createPasswords, passwordFault } from '../server/people/accounts/passwords.ts'
import { postgresAccounts } from '../server/people/accounts/postgres-accounts.ts'
import { writeUserRequest } from '../server/people/accounts/user-requests.ts'
import { claimFolder, FolderInUse } from '../server/platform/data-lock.ts'
import { DatabaseRefused } from '../server/platform/postgres/migrate.ts'
import { openDatabase } from '../server/platform/postgres/open-database.ts'

// `npm run user:create -- NAME`: creates an administrator, or sets a new password for one and ends their sessions.
const username = process.argv[2]?.trim() ?? ''
try {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{1,39}$/u.test(username))
    throw new EnvError('Usage: npm run user:create -- NAME (2 to 40 letters, digits, dots, hyphens or underscores).')
  if (existsSync('.env')) process.loadEnvFile()
  const { dataDir, databaseUrl } = readEnv(process.env, process.cwd())
  const password = await readPassword()
  const fault = passwordFault(password, username)
  if (fault) throw new EnvError(fault)
  const passwordHash = await createPasswords().hash(password)
  console.log(await (databaseUrl === null ? putUser(dataDir, passwordHash) : putUserInto(databaseUrl, passwordHash)))
} catch (error) {
  if (!(error instanceof EnvError || error instanceof DatabaseRefused)) throw error
  console.error(error.message)
  process.exit(1)
}

/** Changes the accounts here, or through the server when one is running on this folder. */
async function putUser(dataDir: string, passwordHash: string): Promise<string> {
  let release: (() => void) | null = null
  try {
    release = claimFolder('DATA_DIR', dataDir)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const file = await writeUserRequest(dataDir, { username, passwordHash })
    for (let waited = 0; waited < 15_000; waited += 100) {
      if (!existsSync(file)) return `${username} may sign in now.`
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return `The running server has not taken the request yet; ${username} may sign in as soon as it does.`
  }
  try {
    return await putUserIn(await embeddedAccounts(dataDir), passwordHash)
  } finally {
    release()
  }
}

/** Changes the accounts in a database, whether or not a server runs on it. */
async function putUserInto(url: string, passwordHash: string): Promise<string> {
  const migrations = new URL('../server/platform/postgres/migrations/', import.meta.url)
  const database = await openDatabase({ url, migrations, failed: () => {} })
  try {
    return await putUserIn(postgresAccounts(database), passwordHash)
  } finally {
    await database.close()
  }
}

async function putUserIn(store: AccountStore, passwordHash: string): Promise<string> {
  const outcome = await store.putUser(newUser(username, passwordHash, new Date()))
  return outcome === 'made' ? `${username} was made.` : `${username} has a new password.`
}

/**
 * Reads from a prompt without echo, or from the first line of standard input; never from an argument, which other
 * users could see.
 */
async function readPassword(): Promise<string> {
  const terminal = process.stdin.isTTY === true
  if (terminal) process.stderr.write(`Password for ${username}: `)
  const lines = createInterface({ input: process.stdin, terminal, ...(terminal && { output: process.stderr }) })
  // Suppresses the echo.
  if (terminal) Object.assign(lines, { _writeToOutput: () => {} })
  for await (const line of lines) {
    lines.close()
    if (terminal) process.stderr.write('\n')
    return line
  }
  return ''
}
