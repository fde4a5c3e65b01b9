import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What a site computes from bytes alone, and keeps under their hash: most sites of a run have the sample content. */
const computed = ['bodies', 'media', 'packs', 'share', 'sounds']

/** Makes the folder that the sites of a run share. For Vitest's `globalSetup`. */
export default function setUp(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'session-notes-cache-'))
  process.env.TEST_CACHE = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Lets a new data folder take what other sites of this run have computed. */
export async function shareCache(dataDir: string): Promise<void> {
  const shared = process.env.TEST_CACHE
  if (!shared) return
  await mkdir(path.join(dataDir, 'cache'), { recursive: true })
  for (const name of computed) {
    await mkdir(path.join(shared, name), { recursive: true })
    await symlink(path.join(shared, name), path.join(dataDir, 'cache', name))
  }
}
