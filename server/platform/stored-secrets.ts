import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { DurableFile } from './durable-file.ts'
import { UnreadableFile } from './errors.ts'
import { ignoreMissing } from './whole-file.ts'

/** The keys that sign session cookies: those of the environment, otherwise the stored one. */
export async function sessionSecrets(
  given: ReadonlyArray<string>,
  stored: () => Promise<string>,
): Promise<ReadonlyArray<string>> {
  return given.length > 0 ? given : [await stored()]
}

/**
 * The key that signs session cookies when the environment sets none: `DATA_DIR/session-secret`,
 * created when missing. A damaged file is renamed. A new key signs everybody out; `replaced` gets a
 * message for the log if somebody could have been signed in.
 */
export async function storedSessionSecret(
  dataDir: string,
  replaced: (message: string) => void,
): Promise<string> {
  const file = path.join(dataDir, 'session-secret')
  const found = await readSecret(file)
  if (found.kind === 'good') return found.secret
  if (found.kind === 'damaged') {
    await rename(file, `${file}.unreadable`)
    replaced(
      `${file} was damaged and was renamed to ${file}.unreadable; everybody has to sign in again`,
    )
  } else if (existsSync(path.join(dataDir, 'accounts.made')))
    replaced(`${file} was missing and was created again; everybody has to sign in again`)
  return makeSecret(file)
}

/**
 * The secret of a subscriber list, `DATA_DIR/link-secret`: it signs the links in mails and is the
 * key of the hashes of erased addresses. `list.hash` is the hash of the secret in the list, null
 * for a list of an older version. A new secret is made only while the list is not `isUsed`. Throws
 * UnreadableFile when the secret does not belong to the list: another one would break the links in
 * sent mails, and an import could bring back erased people.
 */
export async function storedLinkSecret(
  dataDir: string,
  list: { hash: string | null; isUsed: boolean },
) {
  const file = path.join(dataDir, 'link-secret')
  const found = await readSecret(file)
  const refuse = (what: string) => new UnreadableFile(`${file} ${what}; restore it from a backup.`)
  if (found.kind === 'good') {
    const hash = hashOf(found.secret)
    if (list.hash !== null && list.hash !== hash)
      throw refuse('is not the secret of this list of subscribers')
    return { secret: found.secret, hash }
  }
  if (list.hash !== null || list.isUsed)
    throw refuse(found.kind === 'missing' ? 'is missing' : 'is damaged')
  const secret = await makeSecret(file)
  return { secret, hash: hashOf(secret) }
}

type Found = { kind: 'good'; secret: string } | { kind: 'missing' } | { kind: 'damaged' }

async function readSecret(file: string): Promise<Found> {
  const text = await readFile(file, 'latin1').catch(ignoreMissing)
  if (text === null) return { kind: 'missing' }
  const secret = text.trim()
  return /^[!-~]{32,}$/.test(secret) ? { kind: 'good', secret } : { kind: 'damaged' }
}

/** Writes 32 random bytes (base64url) to the file atomically. */
async function makeSecret(file: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await new DurableFile<string>(file, String, (text) => [`${text}\n`]).write(secret)
  return secret
}

function hashOf(secret: string) {
  return createHash('sha256').update(`link-secret ${secret}`).digest('base64url')
}
