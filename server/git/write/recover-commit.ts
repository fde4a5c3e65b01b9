import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { bytesOf, statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
import { blobId } from '../../platform/object-id.ts'
import { reaches } from '../history/reaches.ts'
import { findEntry, type IndexFile } from '../index/index-file.ts'
import { type IndexEdit, readIndex, replaceIndex } from '../index/index-write.ts'
import { commitIn } from '../read/commit.ts'
import type { Repository } from '../read/open-repository.ts'
import { checkedOutBranch, headCommit } from '../read/refs.ts'
import { entryAt, folderAt } from '../read/tree.ts'
import { RepositoryShapeError } from '../shape/repository-shape.ts'
import { toStored } from './line-ends.ts'
import { acquireLock, dropLock, gitPlaces, isOurLock } from './locks.ts'
import { makeObjects } from './object-maker.ts'
import { indexMode, isInside, removeEmptyFolders } from './publish.ts'
import { newObject, rewriteTree, type TreeEdit } from './rewrite-tree.ts'
import { diskBytes, isBlob, permissionsOf } from './work-file.ts'
import {
  type Leftover,
  type PlannedFile,
  removeTemporaryFiles,
  type StagedPath,
  stagingOf,
  type TemporaryFiles,
  type WritePlan,
} from './write-journal.ts'

/**
 * Completes an interrupted commit if the branch has it, otherwise reverts it, and removes its
 * temporary files. Files and index entries in the state before or after the commit get the state of
 * the branch; later changes by writers stay. Locks are removed only when they are provably ours;
 * the index stays locked for `hold` milliseconds after its change. Can be repeated after another
 * interruption at any point. Returns whether the commit was made.
 */
export async function recoverCommit(
  repository: Repository,
  disk: DiskWrites,
  { temporary, plan }: Leftover,
  patience: number,
  hold = 0,
): Promise<boolean> {
  const places = gitPlaces(repository, plan.branch)
  const stagedPath = stagingOf(temporary, repository.workTree)
  if (headCommit(repository, plan.branch) === plan.after)
    await rebuildCommit(repository, disk, stagedPath, plan)
  const { committed } = await stateOf(repository, plan)
  if (!committed && isOurLock(temporary.seeds.branch, places.refLock))
    for (const log of places.logs) dropLastLine(disk, log, plan.after)
  // When another branch is checked out now, its files do not belong to this commit.
  if (checkedOutBranch(repository.gitDir) === plan.branch)
    try {
      await repair(repository, disk, { temporary, stagedPath }, plan, patience, hold)
    } catch (error) {
      // A writer has started a merge or similar since. They resolve the rest, and need the locks.
      if (!(error instanceof RepositoryShapeError)) throw error
    }
  dropLock(disk, temporary.seeds.branch, places.refLock)
  dropLock(disk, temporary.seeds.head, places.headLock)
  dropLock(disk, temporary.seeds.index, places.indexLock)
  for (const [at, file] of plan.files.entries()) disk.remove(stagedPath(file.path, at))
  removeTemporaryFiles(disk, temporary)
  return committed
}

/** Whether the branch contains the commit. */
async function stateOf(
  repository: Repository,
  plan: WritePlan,
): Promise<{ head: string | null; committed: boolean }> {
  const head = headCommit(repository, plan.branch)
  return { head, committed: head !== null && (await reaches(repository, head, plan.after)) }
}

function dropLastLine(disk: DiskWrites, log: string, commit: string): void {
  const text = bytesOf(log)?.toString('latin1') ?? ''
  const start = text.lastIndexOf('\n', text.length - 2) + 1
  if (text.slice(start).includes(` ${commit} `)) disk.cut(log, start)
}

async function repair(
  repository: Repository,
  disk: DiskWrites,
  { temporary, stagedPath }: { temporary: TemporaryFiles; stagedPath: StagedPath },
  plan: WritePlan,
  patience: number,
  hold: number,
): Promise<void> {
  const places = gitPlaces(repository, plan.branch)
  const wantedNow = async (): Promise<Array<string | null>> => {
    const state = await stateOf(repository, plan)
    return Promise.all(plan.files.map((file) => wantedBlob(repository, file, state)))
  }
  const first = { index: readIndex(places.index), wanted: await wantedNow() }
  const isOff = async (file: PlannedFile, at: number): Promise<boolean> =>
    indexIsOff(first.index, file, first.wanted[at]!) ||
    diskIsOff(repository, file, first.wanted[at]!)
  if (!(await Promise.all(plan.files.map(isOff))).includes(true)) return
  if (!isOurLock(temporary.seeds.index, places.indexLock)) {
    disk.remove(temporary.seeds.index)
    disk.createEmpty(temporary.seeds.index)
    await acquireLock(disk, temporary.seeds.index, places.indexLock, patience)
  }
  // Read again under the lock.
  const wanted = await wantedNow()
  const index = readIndex(places.index)
  const edits = new Map<string, IndexEdit>()
  const folders = new Set([dirname(places.index)])
  for (const [at, file] of plan.files.entries()) {
    const want = wanted[at]!
    const rewritten = await diskIsOff(repository, file, want)
    if (rewritten)
      folders.add(await writeFile(repository, disk, stagedPath(file.path, at), file, want))
    const stat = statOf(join(repository.workTree, file.path))
    const entry = findEntry(index, Buffer.from(file.path))?.id ?? null
    if (indexIsOff(index, file, want) || (rewritten && entry === want))
      edits.set(
        file.path,
        want === null || stat === null ? null : { id: want, mode: indexMode(file.mode), stat },
      )
  }
  const putIndex = await replaceIndex(disk, temporary.index, places.index, index, edits)
  putIndex()
  const lockHeld = setTimeout(hold)
  await disk.syncFolders(folders)
  await lockHeld
}

/**
 * Gives the file on the disk the wanted state. Returns the folder in which an entry was added or
 * removed.
 */
async function writeFile(
  { objects, workTree, contentDir }: Repository,
  disk: DiskWrites,
  staged: string,
  file: PlannedFile,
  want: string | null,
): Promise<string> {
  const target = join(workTree, file.path)
  if (want === null) {
    disk.remove(target)
    return removeEmptyFolders(
      disk,
      dirname(target),
      isInside(contentDir, target) ? contentDir : workTree,
    )
  }
  disk.remove(staged)
  await disk.create(
    staged,
    diskBytes(await objects.read(want, 'blob'), file.crlf),
    permissionsOf(file),
  )
  disk.makeFolder(dirname(target))
  disk.rename(staged, target)
  return dirname(target)
}

/**
 * The blob that the file must have: that of the branch if it is one of the two states of the plan.
 * Otherwise the branch has moved on without this work tree, and the file gets the state after a
 * completed commit, or before a reverted one.
 */
async function wantedBlob(
  { objects }: Repository,
  file: PlannedFile,
  { head, committed }: { head: string | null; committed: boolean },
): Promise<string | null> {
  const now = head && ((await entryAt(objects, head, file.path))?.id ?? null)
  if (now === file.before || now === file.after) return now
  return committed ? file.after : file.before
}

/**
 * Whether the file on the disk has the state before or after the commit, and not the wanted one.
 */
export async function diskIsOff(
  { objects, workTree }: Repository,
  file: PlannedFile,
  want: string | null,
): Promise<boolean> {
  const path = join(workTree, file.path)
  const stat = statOf(path)
  if (stat !== null && !stat.isFile()) return false
  const bytes = stat === null ? null : readFileSync(path)
  const is = (blob: string | null) => isBlob(objects, file, bytes, blob)
  return !(await is(want)) && ((await is(file.before)) || is(file.after))
}

/** The same for the index. */
function indexIsOff(index: IndexFile, file: PlannedFile, want: string | null): boolean {
  const id = findEntry(index, Buffer.from(file.path))?.id ?? null
  return id !== want && (id === file.before || id === file.after)
}

/**
 * Writes missing objects of a planned commit again: a gc may have deleted them before the process
 * died. The commit is in the plan, the trees follow from its parent, the blobs are in the work
 * tree. Objects that cannot be rebuilt are left out.
 */
async function rebuildCommit(
  repository: Repository,
  disk: DiskWrites,
  stagedPath: StagedPath,
  plan: WritePlan,
): Promise<void> {
  if (plan.text === null) return
  const commit = newObject('commit', Buffer.from(plan.text, 'base64'))
  const { tree } = commitIn(commit.bytes, commit.id)
  const { objects } = repository
  const blobs = plan.files.flatMap(({ after }) => (after === null ? [] : [after]))
  const there = await objects.onDisk(blobs)
  const before = await folderAt(objects, plan.before)
  const { written } = await makeObjects(repository.commonDir, disk, async (maker) => {
    const edits = new Map<string, TreeEdit>()
    for (const [at, file] of plan.files.entries()) {
      edits.set(file.path, file.after === null ? null : { mode: file.mode, id: file.after })
      if (file.after === null || there.has(file.after)) continue
      const bytes = await storedBytes(repository, file, stagedPath(file.path, at))
      if (bytes !== null) await maker.blob(bytes)
    }
    if ((await rewriteTree(objects, before, edits, maker.tree)) === tree) await maker.again(commit)
  })
  await written
}

/** The blob's bytes from the staged file or from the work tree; null when neither has them. */
async function storedBytes(
  { objects, workTree }: Repository,
  file: PlannedFile,
  staged: string,
): Promise<Buffer | null> {
  for (const path of [staged, join(workTree, file.path)]) {
    const bytes = bytesOf(path)
    if (bytes === null) continue
    const before =
      file.before === null || file.lineEnds === 'keep'
        ? null
        : await objects.read(file.before, 'blob')
    for (const stored of [bytes, toStored(bytes, file.lineEnds, before)])
      if (blobId(stored) === file.after) return stored
  }
  return null
}
