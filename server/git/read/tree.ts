import type { ContentFile, FileChange } from '../../platform/content-files.ts'
import { readCommit } from './commit.ts'
import type { ObjectReader } from './objects.ts'
import {
  compareEntries,
  entryId,
  entryMode,
  entryName,
  firstEntry,
  isFolder,
  kindOfMode,
  nextEntry,
  skipEqual,
  type TreeCursor,
} from './tree-entries.ts'

/** A file, symbolic link or nested repository in a tree. */
export interface TreeFile {
  mode: string
  id: string
}

/**
 * The id of the tree at `prefix` (a folder with forward slashes, or '' for the root) in a commit;
 * null when there is no such folder.
 */
export function folderAt(objects: ObjectReader, commit: string, prefix: string): string | null {
  let tree = readCommit(objects, commit).tree
  for (const name of prefix === '' ? [] : prefix.split('/')) {
    let entry = firstEntry(objects.read(tree, 'tree'))
    while (entry !== null && !(isFolder(entry) && entryName(entry) === name))
      entry = nextEntry(entry)
    if (entry === null) return null
    tree = entryId(entry)
  }
  return tree
}

/**
 * The entry at a path of a commit (a file, or a folder with mode `40000`), or null. Does not find
 * names that are not UTF-8.
 */
export function entryAt(objects: ObjectReader, commit: string, path: string): TreeFile | null {
  let tree = readCommit(objects, commit).tree
  const names = path.split('/')
  for (const [depth, name] of names.entries()) {
    const entry = findNamed(objects.read(tree, 'tree'), Buffer.from(name))
    if (entry === null) return null
    if (depth === names.length - 1) return fileOf(entry)
    if (!isFolder(entry)) return null
    tree = entryId(entry)
  }
  return null
}

function findNamed(data: Buffer, name: Buffer): TreeCursor | null {
  let entry = firstEntry(data)
  while (entry !== null && !name.equals(data.subarray(entry.nameAt, entry.nameEnd)))
    entry = nextEntry(entry)
  return entry
}

/** Every file under a folder of a commit, in path order, with paths relative to that folder. */
export function listFolder(
  objects: ObjectReader,
  commit: string,
  prefix: string,
): Array<ContentFile> {
  return filesIn(objects, folderAt(objects, commit, prefix))
}

/** Every file in a tree, in path order. */
export function filesIn(objects: ObjectReader, tree: string | null): Array<ContentFile> {
  return compareTrees(objects, null, tree).map(({ path, after }) => ({
    path,
    blob: after!.id,
    kind: kindOfMode(after!.mode),
  }))
}

/** The differences under a folder between two commits, in path order. */
export function diffFolder(
  objects: ObjectReader,
  prefix: string,
  from: string,
  to: string,
): Array<FileChange> {
  return differencesOf(changesUnder(objects, prefix, from, to))
}

/** The changes of contents and kinds; one of the executable bit alone is ignored. */
export function differencesOf(changes: ReadonlyArray<TreeChange>): Array<FileChange> {
  return changes.flatMap(({ path, before, after }) => {
    const kind = kindOfMode((after ?? before!).mode)
    const isSame = before?.id === after?.id && before !== null && kindOfMode(before.mode) === kind
    return isSame ? [] : [{ path, kind, before: before?.id ?? null, after: after?.id ?? null }]
  })
}

/** A path that differs between two trees; null where it does not exist. */
export interface TreeChange {
  path: string
  before: TreeFile | null
  after: TreeFile | null
}

/** The differences under a folder between two commits, with the modes. */
export function changesUnder(
  objects: ObjectReader,
  prefix: string,
  from: string,
  to: string,
): Array<TreeChange> {
  if (from === to) return []
  return compareTrees(objects, folderAt(objects, from, prefix), folderAt(objects, to, prefix))
}

/**
 * The paths that differ between two trees (mode or id), in path order; null stands for an empty
 * tree. Equal subtrees are not read.
 */
export function compareTrees(
  objects: Pick<ObjectReader, 'read'>,
  before: string | null,
  after: string | null,
  folder = '',
): Array<TreeChange> {
  if (before === after) return []
  const changes: Array<TreeChange> = []
  let left = before === null ? null : firstEntry(objects.read(before, 'tree'))
  let right = after === null ? null : firstEntry(objects.read(after, 'tree'))
  for (;;) {
    if (left !== null && right !== null) ({ before: left, after: right } = skipEqual(left, right))
    if (left === null && right === null) return changes
    // A file and a folder of the same name never compare as equal, so equal entries are two files
    // or two folders.
    const order = left === null ? 1 : right === null ? -1 : compareEntries(left, right)
    const [gone, come] = [order <= 0 ? left : null, order >= 0 ? right : null]
    const entry = (come ?? gone)!
    const path = folder + entryName(entry)
    if (isFolder(entry))
      for (const change of compareTrees(
        objects,
        gone && entryId(gone),
        come && entryId(come),
        `${path}/`,
      ))
        changes.push(change)
    else changes.push({ path, before: gone && fileOf(gone), after: come && fileOf(come) })
    if (order <= 0) left = nextEntry(left!)
    if (order >= 0) right = nextEntry(right!)
  }
}

const fileOf = (entry: TreeCursor): TreeFile => ({ mode: entryMode(entry), id: entryId(entry) })
