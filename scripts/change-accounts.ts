import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Outcome, RecordedAction } from '#domain/recorded-action.ts'
import { EnvError } from '../server/env/env-error.ts'
import { type Env, readEnv } from '../server/env.ts'
import type { AccountStore } from '../server/people/accounts/account-store.ts'
import { embeddedAccounts, postgresAccounts } from '../server/people/accounts/account-store.ts'
import { RequestRefused } from '../server/people/accounts/user-names.ts'
import {
  onRecord,
  refusalOfRequest,
  type UserRequest,
  writeUserRequest,
} from '../server/people/accounts/user-requests.ts'
import { journalRecord } from '../server/people/record/journal-record.ts'
import { postgresRecord } from '../server/people/record/postgres-record.ts'
import type { NewEntry, RecordStore } from '../server/people/record/record-store.ts'
import { claimFolder, FolderInUse } from '../server/platform/data-lock.ts'
import { messageOf } from '../server/platform/errors.ts'
import { DatabaseRefused } from '../server/platform/postgres/migrate.ts'
import { openDatabase } from '../server/platform/postgres/open-database.ts'

/** A change of the accounts: itself, and the request that a running server carries out instead. */
export interface AccountChange {
  request: UserRequest
  make(store: AccountStore): Promise<string>
  /** What is true once the server has carried out the request. */
  done: string
}

/**
 * Runs a command that changes the accounts of this machine: prints its sentence, or the reason why
 * not and exits with 1.
 */
export async function runAccountCommand(
  prepare: (env: Env) => Promise<AccountChange>,
): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile()
    const env = readEnv(process.env, process.cwd())
    console.log(await makeChange(env, await prepare(env)))
  } catch (error) {
    if (
      !(
        error instanceof EnvError ||
        error instanceof DatabaseRefused ||
        error instanceof RequestRefused
      )
    )
      throw error
    console.error(error.message)
    process.exit(1)
  }
}

const makeChange = (
  { dataDir, databaseUrl }: Pick<Env, 'dataDir' | 'databaseUrl'>,
  change: AccountChange,
) => (databaseUrl === null ? changeFiles(dataDir, change) : changeDatabase(databaseUrl, change))

/**
 * Puts on record what a command did on this machine, or refused to do. When that fails, it has
 * happened nevertheless, so only a line says so.
 */
export async function recordAction(
  env: Pick<Env, 'dataDir' | 'databaseUrl'>,
  action: RecordedAction,
  outcome: Outcome = 'done',
): Promise<void> {
  try {
    await makeChange(env, { request: { record: action, outcome }, done: '', make: async () => '' })
  } catch (error) {
    console.error(`This could not be put on record: ${messageOf(error)}`)
  }
}

/** An action that somebody did on this machine, as it is stored. */
export function entryHere(
  action: RecordedAction,
  whom: number | null,
  outcome: Outcome = 'done',
): NewEntry {
  return {
    at: new Date().toISOString(),
    action,
    outcome,
    by: null,
    whom,
    object: null,
    network: '',
  }
}

/** The name of a user, the first argument of a command. Throws EnvError. */
export function usernameArgument(command: string): string {
  const username = process.argv[2]?.trim() ?? ''
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{1,39}$/u.test(username))
    throw new EnvError(
      `Usage: npm run ${command} -- NAME (2 to 40 letters, digits, dots, hyphens or underscores).`,
    )
  return username
}

/** Changes the accounts here, or through the server when one is running on this folder. */
async function changeFiles(dataDir: string, change: AccountChange): Promise<string> {
  let release: (() => void) | null = null
  try {
    release = claimFolder('DATA_DIR', dataDir)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const file = await writeUserRequest(dataDir, change.request)
    for (let waited = 0; waited < 15_000; waited += 100) {
      if (!existsSync(file)) return answerTo(file, change.done)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return `The running server has not taken the request yet. As soon as it does: ${change.done}`
  }
  try {
    const record = journalRecord(path.join(dataDir, 'record'), (message) => console.error(message))
    return await changeAndRecord(await embeddedAccounts(dataDir), record, change)
  } finally {
    release()
  }
}

/** What the server made of a request. Throws EnvError with its reason when it refused it. */
async function answerTo(file: string, done: string): Promise<string> {
  const refusal = refusalOfRequest(file)
  if (!existsSync(refusal)) return done
  const reason = await readFile(refusal, 'utf8')
  await rm(refusal)
  throw new EnvError(reason)
}

/** Makes a change and puts it or its refusal on record, as the server does. */
async function changeAndRecord(
  store: AccountStore,
  record: RecordStore,
  { request, make }: AccountChange,
): Promise<string> {
  try {
    return await onRecord(
      request,
      () => make(store),
      async ({ action, outcome, username }) => {
        const user = username === null ? null : await store.findUserByName(username)
        await record.add(entryHere(action, user?.id ?? null, outcome))
      },
    )
  } finally {
    await record.close()
  }
}

/** Changes the accounts in a database, whether or not a server runs on it. */
export async function changeDatabase(url: string, change: AccountChange): Promise<string> {
  const migrations = new URL('../server/platform/postgres/migrations/', import.meta.url)
  const database = await openDatabase({ url, migrations, failed: () => {} })
  try {
    return await changeAndRecord(postgresAccounts(database), postgresRecord(database), change)
  } finally {
    await database.close()
  }
}
