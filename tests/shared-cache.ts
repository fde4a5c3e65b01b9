import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hasMemoryFolder, memory } from './memory-folder.ts'

/**
 * What a site computes from bytes alone, and keeps under their hash: most sites of a run have the
 * sample content.
 */
const computed = ['bodies', 'media', 'packs', 'share', 'sounds']

const servers = 'servers'

/**
 * Makes the folder of the temporary files of a run, in memory where that is possible, and in it the
 * one that its sites share. For Vitest's `globalSetup`. `TMPDIR` in the environment is respected.
 */
export default function setUp(): () => void {
  // Each project of a run calls this; they have one folder.
  if (process.env.TEST_CACHE !== undefined) return () => {}
  const parent = process.env.TMPDIR === undefined && hasMemoryFolder() ? memory : tmpdir()
  const folder = mkdtempSync(path.join(parent, 'session-notes-tests-'))
  const shared = path.join(folder, 'shared')
  mkdirSync(path.join(shared, servers), { recursive: true })
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.env.TEST_CACHE = shared
  return () => {
    endServers(path.join(shared, servers))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
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

/** Where the workers of this run start PostgreSQL (`postgres.ts`), if it has a shared folder. */
export function foldersOfServers(): string | undefined {
  const shared = process.env.TEST_CACHE
  return shared && path.join(shared, servers)
}

/** Ends the servers that workers have left running. */
function endServers(folder: string): void {
  for (const name of readdirSync(folder))
    try {
      const [pid] = readFileSync(path.join(folder, name, 'data', 'postmaster.pid'), 'utf8').split(
        '\n',
      )
      process.kill(Number(pid), 'SIGQUIT')
    } catch {
      // It has ended already.
    }
}
