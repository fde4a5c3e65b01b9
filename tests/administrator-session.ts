import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

export const admin = { ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: 'correct horse battery staple' }

/** The files of a data folder that have the accounts, their sessions and the key of the cookies. */
const accountsFile = 'accounts.json'
const accountFiles = [accountsFile, 'session-secret']

/**
 * The account files of a site whose administrator has just signed in, for the other sites of this
 * process: to hash a password takes as long as ten tests.
 */
let known: { files: ReadonlyArray<readonly [name: string, bytes: Buffer]>; cookie: string } | null =
  null

/** What a site that has just begun does not have of its administrator. */
interface StoredUser {
  name?: string
  email?: string
}

interface AccountFolder {
  dataDir: string
  env: Readonly<Record<string, string>>
}

/**
 * Gives a new site of the administrator a session that has just begun, if one is known. Returns its
 * cookie.
 */
export async function beginWithSession({ dataDir, env }: AccountFolder): Promise<string | null> {
  if (!known || !isPlain(env)) return null
  for (const [name, bytes] of known.files)
    await writeFile(path.join(dataDir, name), name === accountsFile ? begunNow(bytes) : bytes, {
      mode: 0o600,
    })
  return known.cookie
}

/** Keeps the only session of a site for later sites. */
export async function keepSession({ dataDir, env }: AccountFolder, cookie: string): Promise<void> {
  if (known || !isPlain(env)) return
  const files = await Promise.all(
    accountFiles.map(async (name) => [name, await readFile(path.join(dataDir, name))] as const),
  )
  const { users, sessions } = JSON.parse(String(files[0]?.[1])) as {
    users: Array<StoredUser>
    sessions: Array<unknown>
  }
  const [ada] = users
  if (users.length === 1 && sessions.length === 1 && !ada?.name && !ada?.email)
    known = { files, cookie }
}

/**
 * The accounts with sessions of this moment: a sign-in of a few minutes ago no longer confirms
 * changes of who can sign in.
 */
function begunNow(bytes: Buffer): string {
  const accounts = JSON.parse(String(bytes)) as { sessions: Array<object> }
  const now = new Date().toISOString()
  const sessions = accounts.sessions.map((session) => ({
    ...session,
    createdAt: now,
    lastSeenAt: now,
  }))
  return JSON.stringify({ ...accounts, sessions })
}

/** Whether the accounts of a site depend on nothing but the administrator of the environment. */
function isPlain(env: Readonly<Record<string, string>>): boolean {
  return (
    env.ADMIN_USERNAME === admin.ADMIN_USERNAME &&
    env.ADMIN_PASSWORD === admin.ADMIN_PASSWORD &&
    !env.SESSION_SECRET &&
    !env.DATABASE_URL &&
    !env.SITE_URL?.startsWith('https:')
  )
}
