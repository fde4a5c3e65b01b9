import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'

/** The secret that seals sign-in cookies when none is set: `DATA_DIR/session-secret`. */
export function keptSessionSecret(dataDir: string): Promise<string> {
  return keptSecret(dataDir, 'session-secret')
}

/** 32 random bytes in a file of `DATA_DIR`, made when it is asked for first. */
export async function keptSecret(dataDir: string, name: string): Promise<string> {
  const file = path.join(dataDir, name)
  try {
    const kept = readFileSync(file, 'utf8').trim()
    if (kept.length >= 32) return kept
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const secret = randomBytes(32).toString('base64url')
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(`${secret}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return secret
}
