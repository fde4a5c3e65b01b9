import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statOf } from '../../platform/disk-reads.ts'
import { findEntry, type IndexFile } from '../index/index-file.ts'
import type { Repository } from '../read/open-repository.ts'
import { entryAt } from '../read/tree.ts'
import { isBlob } from './work-file.ts'
import type { PlannedFile } from './write-plan.ts'

/**
 * What the file shall be: what the branch has, when that is one of the two states that we know. Otherwise somebody has moved the branch past this
 * work tree, and the file is left where it was, or taken where our commit has brought it.
 */
export function wantedBlob(
  { objects }: Repository,
  file: PlannedFile,
  { head, committed }: { head: string | null; committed: boolean },
): string | null {
  const now = head === null ? null : (entryAt(objects, head, file.path)?.id ?? null)
  if (now === file.before || now === file.after) return now
  return committed ? file.after : file.before
}

/** Whether the file on the disk is the one of before or after the commit, and not the wanted one. */
export function diskIsOff({ objects, workTree }: Repository, file: PlannedFile, want: string | null): boolean {
  const path = join(workTree, file.path)
  const stat = statOf(path)
  if (stat !== null && !stat.isFile()) return false
  const bytes = stat === null ? null : readFileSync(path)
  const is = (blob: string | null) => isBlob(objects, file, bytes, blob)
  return !is(want) && (is(file.before) || is(file.after))
}

/** The same for the index. */
export function indexIsOff(index: IndexFile, file: PlannedFile, want: string | null): boolean {
  const id = findEntry(index, Buffer.from(file.path))?.id ?? null
  return id !== want && (id === file.before || id === file.after)
}
