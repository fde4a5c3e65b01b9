import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { DurableFile } from './durable-file.ts'
import { UnreadableFile } from './errors.ts'

/** The secrets that seal sign-in cookies: those of the environment, or else the stored one. `replaced` as for the stored one. */
export async function sessionSecrets(
  { sessionSecrets: given, dataDir }: { sessionSecrets: ReadonlyArray<string>; dataDir: string },
  replaced: (message: string) => void,
): Promise<ReadonlyArray<string>> {
  return given.length > 0 ? given : [await storedSessionSecret(dataDir, replaced)]
}

/**
 * The secret that seals sign-in cookies when none is set: `DATA_DIR/session-secret`, made when it is missing. A damaged one is moved aside. A new one signs
 * everybody out; `replaced` gets a message if somebody could sign in before.
 */
async function storedSessionSecret(dataDir: string, replaced: (message: string) => void): Promise<string> {
  const file = path.join(dataDir, 'session-secret')
  const found = await readSecret(file)
  if (found.kind === 'good') return found.secret
  if (found.kind === 'damaged') {
    await rename(file, `${file}.unreadable`)
    replaced(`${file} was damaged and is kept as ${file}.unreadable; everybody has to sign in again`)
  } else if (existsSync(path.join(dataDir, 'accounts.made')))
    replaced(`${file} was missing and is made anew; everybody has to sign in again`)
  return makeSecret(file)
}

/**
 * The secret of a list of subscribers, `DATA_DIR/link-secret`: it signs their links and is the key of the hashes of erased addresses. `hash` is the hash of the secret in the list, null for
 * a list of an older version; a new secret is made only for a list that is not `isUsed` yet. Throws UnreadableFile when the secret is not the list's own: with another one the
 * links in mails that were sent would be void, and an import could bring back people who were erased.
 */
export async function storedLinkSecret(dataDir: string, list: { hash: string | null; isUsed: boolean }) {
  const file = path.join(dataDir, 'link-secret')
  const found = await readSecret(file)
  const refuse = (what: string) => new UnreadableFile(`${file} ${what}; restore it from a backup.`)
  if (found.kind === 'good') {
    const hash = hashOf(found.secret)
    if (list.hash !== null && list.hash !== hash) throw refuse('is not the secret of this list of subscribers')
    return { secret: found.secret, hash }
  }
  if (list.hash !== null || list.isUsed) throw refuse(found.kind === 'missing' ? 'is missing' : 'is damaged')
  const secret = await makeSecret(file)
  return { secret, hash: hashOf(secret) }
}

type Found = { kind: 'good'; secret: string } | { kind: 'missing' } | { kind: 'damaged' }

async function readSecret(file: string): Promise<Found> {
  try {
    const secret = (await readFile(file, 'latin1')).trim()
    return /^[!-~]{32,}$/.test(secret) ? { kind: 'good', secret } : { kind: 'damaged' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'missing' }
    throw error
  }
}

/** 32 random bytes in a file that is there as a whole or not at all. */
async function makeSecret(file: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await new DurableFile<string>(file, String, (text) => [`${text}\n`]).write(secret)
  return secret
}

function hashOf(secret: string): string {
  return createHash('sha256').update(`link-secret ${secret}`).digest('base64url')
}
