import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { bytesOf, statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
import { findEntry } from '../index/index-file.ts'
import type { IndexEdit } from '../index/index-splice.ts'
import { readIndex, replaceIndex } from '../index/index-write.ts'
import { readCommit } from '../read/commit.ts'
import type { Repository } from '../read/open-repository.ts'
import { checkedOutBranch, headCommit } from '../read/refs.ts'
import { RepositoryShapeError } from '../read/shape-faults.ts'
import { gitPlaces } from './git-places.ts'
import { diskIsOff, indexIsOff, wantedBlob } from './interrupted-file.ts'
import { dropLock, isOurLock, takeLock } from './lock-file.ts'
import { indexMode, isInside, removeEmptyFolders } from './publish.ts'
import { rebuildCommit } from './rebuild-commit.ts'
import { diskBytes, permissionsOf } from './work-file.ts'
import { type Leftover, removeTemporaryFiles, stagedPath, type TemporaryFiles } from './write-journal.ts'
import type { PlannedFile, WritePlan } from './write-plan.ts'

/** So far back a commit of ours is looked for behind the newest one. */
const farBack = 1000

/**
 * Completes a commit that was interrupted, or takes it back, and removes what it left: the branch decides. Files and index entries that hold the
 * state before or after the commit get the one of the two that the branch has; what a writer has changed since stays. Locks are removed only when they are
 * provably ours; that of the index is kept for `hold` milliseconds after it was changed. May be repeated after another interruption at any point. Returns whether the commit was made.
 */
export async function recoverCommit(
  repository: Repository,
  disk: DiskWrites,
  { temporary, plan }: Leftover,
  patience: number,
  hold = 0,
): Promise<boolean> {
  const places = gitPlaces(repository, plan.branch)
  if (headCommit(repository.gitDir, repository.commonDir, plan.branch) === plan.after)
    await rebuildCommit(repository, disk, temporary, plan)
  const { committed } = stateOf(repository, plan)
  if (!committed && isOurLock(temporary.seeds.branch, places.refLock))
    for (const log of places.logs) dropLastLine(disk, log, plan.after)
  // Another branch is checked out meanwhile: its files are no business of this commit.
  if (checkedOutBranch(repository.gitDir) === plan.branch)
    try {
      await repair(repository, disk, temporary, plan, patience, hold)
    } catch (error) {
      // A writer has begun a merge or the like since: the rest is up to them, and they need the locks.
      if (!(error instanceof RepositoryShapeError)) throw error
    }
  dropLock(disk, temporary.seeds.branch, places.refLock)
  dropLock(disk, temporary.seeds.head, places.headLock)
  dropLock(disk, temporary.seeds.index, places.indexLock)
  for (const [at, file] of plan.files.entries())
    disk.remove(stagedPath(temporary, join(repository.workTree, file.path), at))
  removeTemporaryFiles(disk, temporary)
  return committed
}

/** What the branch says of the commit. */
function stateOf(repository: Repository, plan: WritePlan): { head: string | null; committed: boolean } {
  const head = headCommit(repository.gitDir, repository.commonDir, plan.branch)
  return { head, committed: head !== null && reaches(repository, head, plan.after) }
}

/** Whether a commit is `from` or one before it, as far as `most` commits tell. */
export function reaches({ objects }: Repository, from: string, commit: string, most = farBack): boolean {
  const seen = new Set([from])
  for (const id of seen) {
    if (id === commit) return true
    if (seen.size > most || !objects.has(id)) return false
    for (const parent of readCommit(objects, id).parents) seen.add(parent)
  }
  return false
}

function dropLastLine(disk: DiskWrites, log: string, commit: string): void {
  const text = bytesOf(log)?.toString('latin1') ?? ''
  const start = text.lastIndexOf('\n', text.length - 2) + 1
  if (text.slice(start).includes(` ${commit} `)) disk.cut(log, start)
}

async function repair(
  repository: Repository,
  disk: DiskWrites,
  temporary: TemporaryFiles,
  plan: WritePlan,
  patience: number,
  hold: number,
): Promise<void> {
  const places = gitPlaces(repository, plan.branch)
  const wantedNow = (): Array<string | null> => {
    const state = stateOf(repository, plan)
    return plan.files.map((file) => wantedBlob(repository, file, state))
  }
  const first = { index: readIndex(places.index), wanted: wantedNow() }
  const isOff = (file: PlannedFile, at: number): boolean =>
    diskIsOff(repository, file, first.wanted[at]!) || indexIsOff(first.index, file, first.wanted[at]!)
  if (!plan.files.some(isOff)) return
  if (!isOurLock(temporary.seeds.index, places.indexLock)) {
    disk.remove(temporary.seeds.index)
    disk.createEmpty(temporary.seeds.index)
    await takeLock(disk, temporary.seeds.index, places.indexLock, patience)
  }
  // Only now nobody else changes anything any more.
  const wanted = wantedNow()
  const index = readIndex(places.index)
  const edits = new Map<string, IndexEdit>()
  const folders = new Set([dirname(places.index)])
  for (const [at, file] of plan.files.entries()) {
    const want = wanted[at]!
    const rewritten = diskIsOff(repository, file, want)
    if (rewritten) folders.add(await writeFile(repository, disk, temporary, file, at, want))
    const stat = statOf(join(repository.workTree, file.path))
    const entry = findEntry(index, Buffer.from(file.path))?.id ?? null
    if (indexIsOff(index, file, want) || (rewritten && entry === want))
      edits.set(file.path, want === null || stat === null ? null : { id: want, mode: indexMode(file.mode), stat })
  }
  const putIndex = await replaceIndex(disk, temporary.index, places.index, index, edits)
  putIndex()
  const held = setTimeout(hold)
  await disk.syncFolders(folders)
  await held
}

/** Returns the folder in which a name has come or gone. */
async function writeFile(
  { objects, workTree, contentDir }: Repository,
  disk: DiskWrites,
  temporary: TemporaryFiles,
  file: PlannedFile,
  number: number,
  want: string | null,
): Promise<string> {
  const target = join(workTree, file.path)
  if (want === null) {
    disk.remove(target)
    return removeEmptyFolders(disk, dirname(target), isInside(contentDir, target) ? contentDir : workTree)
  }
  const staged = stagedPath(temporary, target, number)
  disk.remove(staged)
  await disk.create(staged, diskBytes(objects.read(want, 'blob'), file.crlf), permissionsOf(file))
  disk.makeFolder(dirname(target))
  disk.rename(staged, target)
  return dirname(target)
}
