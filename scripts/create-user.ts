import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { EnvError, readEnv } from '../server/env.ts'
import { openAccounts } from '../server/people/accounts/accounts.ts'
import { createPasswords, passwordFault } from '../server/people/accounts/passwords.ts'
import { leaveUserRequest } from '../server/people/accounts/user-requests.ts'
import { claimDataDir, DataDirInUse } from '../server/platform/data-lock.ts'

// `npm run user:create -- NAME`: creates an administrator, or sets a new password for one and ends their sessions.
const username = process.argv[2]?.trim() ?? ''
try {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{1,39}$/u.test(username))
    throw new EnvError('Usage: npm run user:create -- NAME (2 to 40 letters, digits, dots, hyphens or underscores).')
  if (existsSync('.env')) process.loadEnvFile()
  const { dataDir } = readEnv(process.env, process.cwd())
  const password = await readPassword()
  const fault = passwordFault(password, username)
  if (fault) throw new EnvError(fault)
  console.log(await putUser(dataDir, await createPasswords().hash(password)))
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  console.error(error.message)
  process.exit(1)
}

/** Changes the accounts here, or through the server when one is running on this folder. */
async function putUser(dataDir: string, passwordHash: string): Promise<string> {
  let release: (() => void) | null = null
  try {
    release = claimDataDir(dataDir)
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    const file = await leaveUserRequest(dataDir, { username, passwordHash })
    for (let waited = 0; waited < 15_000; waited += 100) {
      if (!existsSync(file)) return `${username} may sign in now.`
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return `The running server has not taken the request yet; ${username} may sign in as soon as it does.`
  }
  try {
    const accounts = await openAccounts(
      dataDir,
      () => new Date(),
      () => {},
    )
    const outcome = await accounts.putUser(username, passwordHash)
    return outcome === 'made' ? `${username} was made.` : `${username} has a new password.`
  } finally {
    release()
  }
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
