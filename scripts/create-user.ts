import { createInterface } from 'node:readline'
import { EnvError } from '../server/env/env-error.ts'
import { newUser } from '../server/people/accounts/account-store.ts'
import { createPasswords, passwordFault } from '../server/people/accounts/passwords.ts'
import { runAccountCommand, usernameArgument } from './change-accounts.ts'

// `npm run user:create -- NAME`: creates an administrator, or sets a new password for one and ends their sessions.
await runAccountCommand(async () => {
  const username = usernameArgument('user:create')
  const password = await readPassword(username)
  const fault = passwordFault(password, username)
  if (fault) throw new EnvError(fault)
  const passwordHash = await createPasswords().hash(password)
  return {
    request: { username, passwordHash },
    done: `${username} may sign in now.`,
    async make(store) {
      const outcome = await store.putUser(newUser(username, passwordHash, new Date()))
      return outcome === 'made' ? `${username} was made.` : `${username} has a new password.`
    },
  }
})

/**
 * Reads from a prompt without echo, or from the first line of standard input; never from an argument, which other
 * users could see.
 */
async function readPassword(username: string): Promise<string> {
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
