import type { BigIntStats } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { stampOf, statOf } from '../../platform/disk-reads.ts'
import { allDone, type DiskWrites, type Permissions } from '../../platform/disk-writes.ts'
import type { ProcessIdentity } from '../../platform/process-identity.ts'
import { type IndexEdit, type IndexState, keepLock, replaceIndex } from '../index/index-write.ts'
import type { Repository } from '../read/open-repository.ts'
import type { GitPlaces } from './locks.ts'
import type { PreparedCommit, PreparedFile } from './prepare-commit.ts'
import { type CleanFile, diskBytes, permissionsOf } from './work-file.ts'
import { UncommittedWorkError } from './write-errors.ts'
import { stagingOf, type TemporaryFiles, type WritePlan, writeJournal } from './write-journal.ts'

export interface Publication {
  disk: DiskWrites
  temporary: TemporaryFiles
  places: GitPlaces
  workTree: string
  contentDir: string
  prepared: PreparedCommit
  clean: ReadonlyArray<CleanFile>
  index: IndexState
  /** Index entries of earlier commits that are repaired at the same time. */
  repairs: ReadonlyMap<string, IndexEdit>
  /** The reflogs to write. */
  logs: ReadonlyArray<string>
  /** Called when the branch points at the commit. From then on, the commit is final. */
  committed(): void
  /** Restores objects of the commit that a gc has deleted since they were written. */
  complete(): Promise<void>
}

/**
 * Makes a prepared commit visible while all locks are ours: files, then the index, then the branch,
 * each by a rename. `recoverCommit` reverts a failure before `committed`, and completes one after
 * it.
 */
export async function publish(publication: Publication): Promise<void> {
  const { disk, temporary, places, workTree, contentDir, prepared, clean, index } = publication
  const stagedPath = stagingOf(temporary, workTree)
  const folders = new Set<string>()
  const written = new Map<string, BigIntStats | null>()
  for (const [at, file] of prepared.files.entries()) {
    const target = join(workTree, file.path)
    // The last check for edits by others before the file is replaced.
    if (stampOf(target) !== clean[at]!.stamp)
      throw new UncommittedWorkError(file.contentPath, 'edited')
    if (file.stored === null) {
      disk.remove(target)
      folders.add(
        removeEmptyFolders(
          disk,
          dirname(target),
          isInside(contentDir, target) ? contentDir : workTree,
        ),
      )
    } else {
      for (let folder = dirname(target); statOf(folder) === null; folder = dirname(folder))
        folders.add(dirname(folder))
      disk.makeFolder(dirname(target))
      const staged = stagedPath(file.path, at)
      written.set(file.path, statOf(staged))
      disk.rename(staged, target)
      folders.add(dirname(target))
    }
  }
  const edits = new Map(publication.repairs)
  for (const file of prepared.files)
    edits.set(file.path, indexEdit(workTree, file, written.get(file.path) ?? null))
  const putIndex = await replaceIndex(disk, temporary.index, places.index, index, edits)
  for (const log of publication.logs) {
    if (statOf(dirname(log)) === null) disk.makeFolder(dirname(log))
    disk.append(log, prepared.reflog)
  }
  await publication.complete()
  // The index comes first, as with git's own commands: a reader of the new commit must not find an
  // older index. Until the branch has moved, its lock prevents that others commit our changes.
  putIndex()
  const locked = setTimeout(keepLock(index))
  disk.rename(places.refLock, places.ref)
  publication.committed()
  disk.remove(places.headLock)
  for (const path of [places.ref, places.index, ...publication.logs]) folders.add(dirname(path))
  // Checked again: a gc that listed the objects in use before this commit may delete them only now.
  await allDone([disk.syncFolders(folders), publication.complete()])
  await locked
}

function indexEdit(workTree: string, file: PreparedFile, written: BigIntStats | null): IndexEdit {
  if (file.after === null) return null
  const stat = statOf(join(workTree, file.path))
  const isOurs =
    stat !== null &&
    stat.ino === written?.ino &&
    stat.mtimeNs === written.mtimeNs &&
    stat.size === written.size
  // Another program has written the file already: a size of zero makes git compare its bytes.
  return {
    id: file.after,
    mode: indexMode(file.mode),
    stat: isOurs ? stat : { ...written!, size: 0n },
  }
}

/** The mode of a plain file in the index, which has only two. */
export function indexMode(mode: string): number {
  return (Number.parseInt(mode, 8) & 0o100) === 0 ? 0o100644 : 0o100755
}

/** Whether a path lies below a folder. */
export function isInside(folder: string, path: string): boolean {
  return path.startsWith(folder + sep)
}

/**
 * Removes a folder and those above it while they are empty. Returns the first one that remains.
 */
export function removeEmptyFolders(disk: DiskWrites, folder: string, last: string): string {
  let current = folder
  while (current !== last && current.startsWith(last)) {
    disk.removeFolder(current)
    if (statOf(current) !== null) break
    current = dirname(current)
  }
  return current
}

/** The most files that are written at once. */
const parallelWrites = 16

/**
 * Writes everything else that is not visible yet: new files, the files that become locks, and the
 * plan.
 */
export async function stageCommit(
  {
    repository,
    disk,
    identity,
  }: { repository: Repository; disk: DiskWrites; identity: ProcessIdentity },
  temporary: TemporaryFiles,
  {
    branch,
    prepared,
    clean,
  }: { branch: string; prepared: PreparedCommit; clean: ReadonlyArray<CleanFile> },
): Promise<WritePlan> {
  const plan: WritePlan = {
    branch,
    before: prepared.head,
    after: prepared.commit!,
    text:
      prepared.objects.find(({ id }) => id === prepared.commit)?.bytes.toString('base64') ?? null,
    files: prepared.files.map(({ path, before, after, mode, lineEnds }, at) => ({
      path,
      before,
      after,
      mode,
      lineEnds,
      crlf: clean[at]!.crlf,
      permissions: clean[at]!.permissions,
    })),
  }
  disk.makeFolder(temporary.folder)
  const { head, branch: branchSeed, index } = temporary.seeds
  if (statOf(index) === null) disk.createEmpty(index)
  if (statOf(head) === null) disk.createEmpty(head)
  const place = async (path: string, bytes: Buffer, permissions?: Permissions): Promise<void> => {
    disk.remove(path)
    await disk.create(path, bytes, permissions)
  }
  const stagedPath = stagingOf(temporary, repository.workTree)
  const staging = prepared.files.map(({ stored, path, mode }, at) => {
    const { crlf, permissions } = clean[at]!
    const staged = stagedPath(path, at)
    const put = async () => {
      if (stored !== null)
        await place(staged, diskBytes(await stored(), crlf), permissionsOf({ permissions, mode }))
    }
    return { staged, put }
  })
  // The plan is the only record of files outside of the temporary folder, so it is written before
  // them.
  const atOnce =
    staging.length <= parallelWrites &&
    staging.every(({ staged }) => dirname(staged) === temporary.folder)
  const writeTemporaryFiles = async () => {
    await allDone([
      writeJournal(disk, temporary, identity, plan),
      place(branchSeed, Buffer.from(`${plan.after}\n`)),
      ...(atOnce ? staging.map(({ put }) => put()) : []),
    ])
    // A few at a time: a pull may bring thousands of files, and pictures among them.
    for (let at = 0; at < staging.length && !atOnce; at += parallelWrites)
      await allDone(staging.slice(at, at + parallelWrites).map(({ put }) => put()))
    await disk.syncFolders([temporary.folder])
  }
  // The disk syncs several files at once faster than one after the other.
  await allDone([writeTemporaryFiles(), prepared.written])
  return plan
}
