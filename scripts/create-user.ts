import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { readSettings } from '../server/content/read/settings.ts'
import { EnvError } from '../server/env/env-error.ts'
import { newUser } from '../server/people/accounts/account-store.ts'
import { createPasswordRule } from '../server/people/accounts/password-rule.ts'
import { passwordStrength } from '../server/people/accounts/password-strength.ts'
import { createPasswords } from '../server/people/accounts/passwords.ts'
import { createOrUpdateUser } from '../server/people/accounts/user-names.ts'
import { ignoreMissing } from '../server/platform/whole-file.ts'
import { recordAction, runAccountCommand, usernameArgument } from './change-accounts.ts'

// `npm run user:create -- NAME`: creates an administrator, or sets a new password for one and ends
// their sessions.
await runAccountCommand(async (env) => {
  const username = usernameArgument('user:create')
  const password = await readPassword(username)
  const site = await siteWords(env.contentDir, env.siteUrl)
  const fault = await createPasswordRule(passwordStrength, () => site)(password, { username })
  if (fault) {
    await recordAction(env, 'user-set', 'refused')
    throw new EnvError(fault)
  }
  const passwordHash = await createPasswords().hash(password)
  return {
    request: { username, passwordHash },
    done: `${username} may sign in now.`,
    async make(store) {
      const outcome = await createOrUpdateUser(store, newUser(username, passwordHash, new Date()))
      return outcome === 'made' ? `${username} was made.` : `${username} has a new password.`
    },
  }
})

/** The name of the site, where its content is on this machine, and the host of its address. */
async function siteWords(contentDir: string, siteUrl: string | null): Promise<Array<string>> {
  const file = await readFile(path.join(contentDir, 'site.yaml')).catch(ignoreMissing)
  return [
    readSettings(file).settings.name,
    ...(siteUrl === null ? [] : [new URL(siteUrl).hostname]),
  ]
}

/**
 * Reads from a prompt without echo, or from the first line of standard input; never from an
 * argument, which other users could see.
 */
async function readPassword(username: string): Promise<string> {
  const terminal = process.stdin.isTTY === true
  if (terminal) process.stderr.write(`Password for ${username}: `)
  const lines = createInterface({
    input: process.stdin,
    terminal,
    ...(terminal && { output: process.stderr }),
  })
  // Suppresses the echo.
  if (terminal) Object.assign(lines, { _writeToOutput: () => {} })
  for await (const line of lines) {
    lines.close()
    if (terminal) process.stderr.write('\n')
    return line
  }
  return ''
}
