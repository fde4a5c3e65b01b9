import type { BigIntStats } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { allDone } from '../../platform/all-done.ts'
import { stampOf, statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
import type { IndexEdit } from '../index/index-splice.ts'
import { type IndexState, keepLock, replaceIndex } from '../index/index-write.ts'
import type { GitPlaces } from './git-places.ts'
import type { PreparedCommit, PreparedFile } from './prepare-commit.ts'
import type { CleanFile } from './work-file.ts'
import { UncommittedWorkError } from './write-errors.ts'
import { stagedPath, type TemporaryFiles } from './write-journal.ts'

export interface Publication {
  disk: DiskWrites
  temporary: TemporaryFiles
  places: GitPlaces
  workTree: string
  contentDir: string
  prepared: PreparedCommit
  clean: ReadonlyArray<CleanFile>
  index: IndexState
  /** Entries that are put right by the way. */
  repairs: ReadonlyMap<string, IndexEdit>
  /** Logs that are to be written. */
  logs: ReadonlyArray<string>
  /** Called when the branch points at the commit: from here on it is made. */
  committed(): void
  /** Writes objects of the commit again that a gc has deleted since they were written. */
  complete(): Promise<void>
}

/**
 * Makes a prepared commit visible, with all locks held: files, then the index, then the branch, each by a rename. What fails before `committed` is
 * to be taken back by `recoverCommit`, what fails behind it to be completed by it.
 */
export async function publish(publication: Publication): Promise<void> {
  const { disk, temporary, places, workTree, contentDir, prepared, clean, index } = publication
  const folders = new Set<string>()
  const written = new Map<string, BigIntStats | null>()
  for (const [at, file] of prepared.files.entries()) {
    const target = join(workTree, file.path)
    // The last look before a writer's file is replaced.
    if (stampOf(target) !== clean[at]!.stamp) throw new UncommittedWorkError(file.contentPath, 'edited')
    if (file.stored === null) {
      disk.remove(target)
      folders.add(removeEmptyFolders(disk, dirname(target), isInside(contentDir, target) ? contentDir : workTree))
    } else {
      for (let folder = dirname(target); statOf(folder) === null; folder = dirname(folder)) folders.add(dirname(folder))
      disk.makeFolder(dirname(target))
      const staged = stagedPath(temporary, target, at)
      written.set(file.path, statOf(staged))
      disk.rename(staged, target)
      folders.add(dirname(target))
    }
  }
  const edits = new Map(publication.repairs)
  for (const file of prepared.files) edits.set(file.path, indexEdit(workTree, file, written.get(file.path) ?? null))
  const putIndex = await replaceIndex(disk, temporary.index, places.index, index, edits)
  for (const log of publication.logs) {
    if (statOf(dirname(log)) === null) disk.makeFolder(dirname(log))
    disk.append(log, prepared.reflog)
  }
  await publication.complete()
  // The index goes first, as with git's own commands: who sees the new commit must not find an index from before it. Until the branch follows,
  // its locks keep everybody from a commit that would sweep ours in.
  putIndex()
  const kept = setTimeout(keepLock(index))
  disk.rename(places.refLock, places.ref)
  publication.committed()
  disk.remove(places.headLock)
  for (const path of [places.ref, places.index, ...publication.logs]) folders.add(dirname(path))
  // A gc may have found out before what is in use, and delete only now.
  await allDone([disk.syncFolders(folders), publication.complete()])
  await kept
}

function indexEdit(workTree: string, file: PreparedFile, written: BigIntStats | null): IndexEdit {
  if (file.after === null) return null
  const stat = statOf(join(workTree, file.path))
  const isOurs =
    stat !== null && stat.ino === written?.ino && stat.mtimeNs === written.mtimeNs && stat.size === written.size
  // Somebody has written over the file already: git shall compare its bytes. A size of zero says so.
  return { id: file.after, mode: indexMode(file.mode), stat: isOurs ? stat : { ...written!, size: 0n } }
}

/** The index knows two kinds of plain files only. */
export function indexMode(mode: string): number {
  return (Number.parseInt(mode, 8) & 0o100) === 0 ? 0o100644 : 0o100755
}

/** Whether a path lies below a folder. */
export function isInside(folder: string, path: string): boolean {
  return path.startsWith(folder + sep)
}

/** Removes a folder and those above it as long as they are empty, as git does. Returns the first that stays. */
export function removeEmptyFolders(disk: DiskWrites, folder: string, last: string): string {
  let current = folder
  while (current !== last && current.startsWith(last)) {
    disk.removeFolder(current)
    if (statOf(current) !== null) break
    current = dirname(current)
  }
  return current
}
