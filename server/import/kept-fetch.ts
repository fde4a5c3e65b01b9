import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createLimiter } from '../platform/limiter.ts'
import { ImportRefused } from './import-refused.ts'

/** Null: nothing is fetched from other sites. */
export type FetchPublic = ((url: string) => Promise<Uint8Array>) | null

/** Fetches from a public address; what was fetched is kept for the next runs. */
export type KeptFetch = (url: string) => Promise<Uint8Array>

/** Without `fetchPublic`, only what an earlier run has kept can be had. */
export function createKeptFetch(fetchPublic: FetchPublic, cacheDir: string): KeptFetch {
  const fetching = createLimiter({ running: 4 })
  return async (url) => {
    const file = path.join(cacheDir, createHash('sha256').update(url).digest('hex'))
    const kept = await readFile(file).catch(() => null)
    if (kept) return kept
    if (!fetchPublic) throw new ImportRefused('Nothing is fetched from other sites in this run.')
    const bytes = await fetching(() => fetchPublic(url))
    await mkdir(cacheDir, { recursive: true, mode: 0o700 })
    await writeFile(file, bytes, { mode: 0o600 })
    return bytes
  }
}
