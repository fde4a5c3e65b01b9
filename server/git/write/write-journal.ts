import { randomBytes } from 'node:crypto'
import { renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { bytesOf, ifThere, namesIn, statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
import { readMounts } from '../../platform/mounts.ts'
import { isGone, type ProcessIdentity } from '../../platform/process-identity.ts'

const id = z.string().regex(/^[0-9a-f]{40}$/)

const plannedFile = z.object({
  /** From the root of the work tree. */
  path: z.string(),
  /** Blob before and after; null where there is no file. */
  before: id.nullable(),
  after: id.nullable(),
  mode: z.string(),
  lineEnds: z.enum(['keep', 'store-lf', 'checkout-crlf']),
  /** The file on the disk has CRLF line ends where the blob has LF. */
  crlf: z.boolean(),
  /** Permission bits of the file before; null where there was none. */
  permissions: z.number().nullable(),
})

const writePlan = z.object({
  branch: z.string(),
  before: id.nullable(),
  after: id,
  files: z.array(plannedFile),
  /**
   * The bytes of the new commit, in base64; null for a fetched commit, whose objects exist, and in
   * the plans of an earlier version.
   */
  text: z.string().nullable().default(null),
})

/** One file of a running commit. */
export type PlannedFile = z.infer<typeof plannedFile>

/**
 * The changes of a commit, written to the disk before it begins. They suffice to complete or revert
 * it.
 */
export type WritePlan = z.infer<typeof writePlan>

const journalSchema = z.object({
  owner: z.object({ pid: z.number(), started: z.string() }),
  plan: writePlan,
})

export type TemporaryFiles = ReturnType<typeof temporaryFilesOf>

const isJournal = /^\d+-[0-9a-f]+-\d+\.(json|claim-[0-9a-f]+)$/

const stemOf = (name: string): string => name.split('.', 1)[0]!

/** The folder for the temporary files of running commits; git ignores it. */
export function temporaryFolder(gitDir: string): string {
  return join(gitDir, 'session-notes')
}

/**
 * The temporary files of one commit; all names begin with `stem`, and that with the id of its
 * process.
 */
export function temporaryFilesOf(gitDir: string, stem: string) {
  const folder = temporaryFolder(gitDir)
  const own = (name: string) => join(folder, `${stem}.${name}`)
  return {
    stem,
    folder,
    journal: own('json'),
    /** The new index, until it replaces the old one. */
    index: own('new-index'),
    /** The files that are linked to git's locks. */
    seeds: { index: own('index'), head: own('head'), branch: own('branch') },
  }
}

/**
 * The path of the new bytes of a commit's file, which has a path from the root of the work tree and
 * a number, until the commit is published.
 */
export type StagedPath = (path: string, number: number) => string

/**
 * Where a commit stages its files: in the temporary folder, or in the work tree when a file's place
 * is on another disk or mount, because a rename must suffice to publish it.
 */
export function stagingOf(temporary: TemporaryFiles, workTree: string): StagedPath {
  const mountOf = readMounts()
  const here = mountOf(temporary.folder)
  return (path, number) => {
    let folder = dirname(join(workTree, path))
    while (statOf(folder) === null && folder !== workTree) folder = dirname(folder)
    const mount = mountOf(folder)
    if (mount === here) return join(temporary.folder, `${temporary.stem}.${number}`)
    // The topmost folder of its mount, which is the same before and after the commit has made or
    // removed folders.
    while (folder !== workTree && mountOf(dirname(folder)) === mount) folder = dirname(folder)
    return join(folder, `.session-notes-${temporary.stem}.${number}`)
  }
}

/**
 * Writes the plan, replacing an earlier one, and waits until its bytes are on the disk. Does not
 * sync the folder.
 */
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

/** Removes the temporary files of a finished commit, the journal last. */
export function removeTemporaryFiles(
  disk: DiskWrites,
  { stem, folder, journal }: TemporaryFiles,
): void {
  for (const name of namesIn(folder))
    if (name.startsWith(`${stem}.`) && join(folder, name) !== journal)
      disk.remove(join(folder, name))
  disk.remove(journal)
}

export interface Leftover {
  temporary: TemporaryFiles
  plan: WritePlan
}

/**
 * Claims the unfinished commits of processes that have certainly ended, and those whose stem
 * `isOurs`. When several processes try, only one claims each commit.
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
    // Another process may have claimed it.
    if (ifThere(() => renameSync(join(folder, name), claim)) === null) continue
    await writeJournal(disk, temporary, owner, journal.plan)
    disk.remove(claim)
    claimed.push({ temporary, plan: journal.plan })
  }
  return claimed
}

/**
 * Removes temporary files without a plan that no running commit uses: those of ended processes,
 * those whose stem `isOurs`, and those older than `olderThan`.
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

function readJournal(path: string): z.infer<typeof journalSchema> | null {
  const text = bytesOf(path)
  if (text === null) return null
  try {
    return journalSchema.parse(JSON.parse(text.toString('utf8')))
  } catch {
    // Journals are renamed when complete, so another version of the program has written this one.
    // It stays for that version.
    return null
  }
}
