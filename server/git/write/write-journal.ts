import { randomBytes } from 'node:crypto'
import { readdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bytesOf, statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
import { isGone, type ProcessIdentity } from '../../platform/process-identity.ts'
import { journalSchema, type WritePlan } from './write-plan.ts'

/** Names of everything that one commit leaves beside git's own files until it is finished; they all begin with `stem`. */
export interface TemporaryFiles {
  stem: string
  folder: string
  journal: string
  /** The new index, until it takes the old one's place. */
  index: string
  /** Own names of the files that become git's locks. */
  seeds: { index: string; head: string; branch: string }
}

const isJournal = /^\d+-[0-9a-f]+-\d+\.(json|claim-[0-9a-f]+)$/

const stemOf = (name: string): string => name.split('.', 1)[0]!

/** The folder for the temporary files of commits that are under way: git passes over it. */
export function temporaryFolder(gitDir: string): string {
  return join(gitDir, 'session-notes')
}

/** `stem` begins with the number of the process that it belongs to. */
export function temporaryFilesOf(gitDir: string, stem: string): TemporaryFiles {
  const folder = temporaryFolder(gitDir)
  const own = (name: string) => join(folder, `${stem}.${name}`)
  return {
    stem,
    folder,
    journal: own('json'),
    index: own('new-index'),
    seeds: { index: own('index'), head: own('head'), branch: own('branch') },
  }
}

/**
 * Where the new bytes of a file wait for their turn: in the temporary folder, or beside the file when that lies on another disk (a rename must be enough
 * to put them in their place).
 */
export function stagedPath(temporary: TemporaryFiles, target: string, number: number): string {
  let parent = dirname(target)
  while (statOf(parent) === null && dirname(parent) !== parent) parent = dirname(parent)
  if (statOf(parent)?.dev === statOf(temporary.folder)?.dev)
    return join(temporary.folder, `${temporary.stem}.${number}`)
  return join(parent, `.session-notes-${temporary.stem}.${number}`)
}

/** Writes the plan down, in place of an earlier one, and waits until it is on the disk (its name in the folder excepted). */
export async function writeJournal(
  disk: DiskWrites,
  { journal }: TemporaryFiles,
  owner: ProcessIdentity,
  plan: WritePlan,
): Promise<void> {
  const text = JSON.stringify({ owner, plan })
  disk.remove(`${journal}.new`)
  await disk.create(`${journal}.new`, Buffer.from(text))
  disk.rename(`${journal}.new`, journal)
}

/** Removes everything of a commit that is finished, the journal last. */
export function removeTemporaryFiles(disk: DiskWrites, { stem, folder, journal }: TemporaryFiles): void {
  for (const name of namesIn(folder))
    if (name.startsWith(`${stem}.`) && join(folder, name) !== journal) disk.remove(join(folder, name))
  disk.remove(journal)
}

export interface Leftover {
  temporary: TemporaryFiles
  plan: WritePlan
}

/**
 * Takes over the commits that processes which are certainly gone have left unfinished, and those whose stem `isOurs`. Each is taken by one process
 * only, also when several try.
 */
export async function claimLeftovers(
  disk: DiskWrites,
  gitDir: string,
  owner: ProcessIdentity,
  isOurs: (stem: string) => boolean,
): Promise<Array<Leftover>> {
  const claimed: Array<Leftover> = []
  const folder = temporaryFolder(gitDir)
  for (const name of namesIn(folder)) {
    if (!isJournal.test(name)) continue
    const stem = stemOf(name)
    const journal = readJournal(join(folder, name))
    if (journal === null || !(isOurs(stem) || isGone(journal.owner))) continue
    const temporary = temporaryFilesOf(gitDir, stem)
    const claim = join(folder, `${stem}.claim-${randomBytes(4).toString('hex')}`)
    if (!renameIfThere(join(folder, name), claim)) continue
    await writeJournal(disk, temporary, owner, journal.plan)
    disk.remove(claim)
    claimed.push({ temporary, plan: journal.plan })
  }
  return claimed
}

/**
 * Removes what was left before there was a plan, of processes that are gone, of stems that are `ours`, and what is older than a time: nothing can
 * depend on it.
 */
export function sweepTemporaryFiles(
  disk: DiskWrites,
  gitDir: string,
  isOurs: (stem: string) => boolean,
  olderThan: number,
): void {
  const folder = temporaryFolder(gitDir)
  const names = namesIn(folder)
  const planned = new Set(names.filter((name) => isJournal.test(name)).map(stemOf))
  for (const name of names) {
    const stem = stemOf(name)
    if (planned.has(stem)) continue
    const stat = statOf(join(folder, name))
    const isOld = stat !== null && Number(stat.ctimeMs) < olderThan
    if (isOld || isOurs(stem) || isGone({ pid: Number.parseInt(stem, 10), started: '' }))
      disk.remove(join(folder, name))
  }
}

function readJournal(path: string): { owner: ProcessIdentity; plan: WritePlan } | null {
  const text = bytesOf(path)
  if (text === null) return null
  try {
    return journalSchema.parse(JSON.parse(text.toString('utf8')))
  } catch {
    // Journals appear whole; another version of the program wrote this one. It is left for that version.
    return null
  }
}

function renameIfThere(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function namesIn(folder: string): Array<string> {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
