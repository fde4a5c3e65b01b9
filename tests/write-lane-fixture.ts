import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openRepository, type Repository } from '../server/git/read/open-repository.ts'
import { createWriteLane, type WriteLane } from '../server/git/write/write-lane.ts'
import { createDiskWrites, type DiskWritesOptions } from '../server/platform/disk-writes.ts'
import { ownIdentity, type ProcessIdentity } from '../server/platform/process-identity.ts'
import type { TemporaryRepository } from './temp-repository.ts'

export const editor = { name: 'Ada Editor', email: 'ada@example.org' }

export interface LaneFixture extends AsyncDisposable {
  repository: Repository
  lane: WriteLane
  /** The log messages of the lane. */
  warnings: Array<string>
  /** Saves one file on top of HEAD. */
  save(path: string, text: string | null): ReturnType<WriteLane['commit']>
  /** The blob at a path of the content folder in HEAD, or null. */
  blob(path: string): Promise<string | null>
}

export interface LaneFixtureOptions extends DiskWritesOptions {
  /** The content folder inside the work tree. */
  folder?: string
  identity?: ProcessIdentity
  branch?: string
  patience?: number
}

/** A write lane on a temporary repository. */
export async function laneOn(
  temporary: TemporaryRepository,
  options: LaneFixtureOptions = {},
): Promise<LaneFixture> {
  const { folder = '', identity = ownIdentity(), branch, patience = 3000, ...disk } = options
  const repository = await openRepository({ contentDir: temporary.path(folder), branch })
  const warnings: Array<string> = []
  const lane = createWriteLane(repository, {
    now: () => new Date(Date.UTC(2026, 10, 21)),
    log: { warn: (_, message) => warnings.push(message) },
    home: null,
    disk: createDiskWrites(disk),
    identity,
    patience,
  })
  const blob = async (path: string): Promise<string | null> => {
    const full = folder === '' ? path : `${folder}/${path}`
    const printed = await temporary
      .git('rev-parse', '-q', '--verify', `HEAD:${full}`)
      .catch(() => '')
    return printed.trim() || null
  }
  return {
    repository,
    lane,
    warnings,
    blob,
    async save(path, text) {
      const bytes = text === null ? null : Buffer.from(text)
      const changes = [{ path, bytes, expected: await blob(path) }]
      return lane.commit({ changes, message: `Update article: ${path}`, author: editor })
    },
    async [Symbol.asyncDispose]() {
      await lane.close()
      repository.close()
    },
  }
}

/** Identity of a process that has ended. */
export function deadProcess(): ProcessIdentity {
  const { pid } = spawnSync('true')
  return { pid, started: 'long ago' }
}

/**
 * Expects that git finds no fault, that no lock is left, and that `git status` prints exactly these
 * lines.
 */
export async function expectSound(
  temporary: TemporaryRepository,
  status = '',
  format = ['--porcelain'],
): Promise<void> {
  expect(await temporary.git('fsck', '--strict', '--no-dangling', '--no-progress')).toBe('')
  expect(await temporary.git('status', ...format)).toBe(status)
  const files = readdirSync(temporary.path('.git'), { recursive: true, encoding: 'utf8' })
  // The remote-tracking ref is not a leftover.
  const own = files.filter((name) => !name.startsWith('refs/remotes/'))
  expect(own.filter((name) => name.endsWith('.lock') || /session-notes./.test(name))).toEqual([])
}

/** Every file of a folder with its bytes, to check that nothing changed. */
export function everyByte(root: string): Map<string, string> {
  return new Map(
    filesBelow(root)
      .sort()
      .map((file) => [file, readFileSync(file, 'latin1')]),
  )
}

/** Does not follow symbolic links; Node's `recursive` does in some versions. */
function filesBelow(folder: string): Array<string> {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    return entry.isFile() ? [path] : []
  })
}
