import type { ContentFile, FileChange } from '../../platform/content-files.ts'
import { readCommit } from './commit.ts'
import type { ObjectReader } from './objects.ts'
import {
  decodeName,
  entriesIn,
  entryName,
  fileOf,
  isFolder,
  kindOfMode,
  type TreeFile,
} from './tree-entries.ts'

/**
 * The id of the tree at `prefix` (a folder with forward slashes; by default the root) in a commit;
 * null when there is no such folder, or no commit.
 */
export async function folderAt(
  objects: ObjectReader,
  commit: string | null,
  prefix = '',
): Promise<string | null> {
  if (commit === null) return null
  if (prefix === '') return (await readCommit(objects, commit)).tree
  const entry = await entryAt(objects, commit, prefix)
  return entry && isFolder(entry.mode) ? entry.id : null
}

/**
 * The entry at a path of a commit (a file, or a folder with mode `40000`), or null. Does not find
 * names that are not UTF-8.
 */
export async function entryAt(
  objects: ObjectReader,
  commit: string,
  path: string,
): Promise<TreeFile | null> {
  let entry: TreeFile = { mode: '40000', id: (await readCommit(objects, commit)).tree }
  for (const name of path.split('/')) {
    if (!isFolder(entry.mode)) return null
    const found = entriesIn(await objects.read(entry.id, 'tree')).get(entryName(name))
    if (found === undefined) return null
    entry = fileOf(found)
  }
  return entry
}

/** Every file under a folder of a commit, in path order, with paths relative to that folder. */
export async function listFolder(
  objects: ObjectReader,
  commit: string,
  prefix: string,
): Promise<Array<ContentFile>> {
  return filesIn(objects, await folderAt(objects, commit, prefix))
}

/** Every file in a tree, in path order. */
export async function filesIn(
  objects: ObjectReader,
  tree: string | null,
): Promise<Array<ContentFile>> {
  return (await compareTrees(objects, null, tree)).map(({ path, after }) => ({
    path,
    blob: after!.id,
    kind: kindOfMode(after!.mode),
  }))
}

/** The differences under a folder between two commits, in path order. */
export async function diffFolder(
  objects: ObjectReader,
  prefix: string,
  from: string,
  to: string,
): Promise<Array<FileChange>> {
  return differencesOf(await changesUnder(objects, prefix, from, to))
}

/** The changes of contents and kinds, not of the executable bit alone. */
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

/** The differences under a folder between two commits (null: none), with the modes. */
export async function changesUnder(
  objects: ObjectReader,
  prefix: string,
  from: string | null,
  to: string,
): Promise<Array<TreeChange>> {
  const before = await folderAt(objects, from, prefix)
  return compareTrees(objects, before, await folderAt(objects, to, prefix))
}

/**
 * The paths that differ between two trees (mode or id), in path order; null stands for an empty
 * tree. Equal subtrees are not read.
 */
export async function compareTrees(
  objects: Pick<ObjectReader, 'read'>,
  before: string | null,
  after: string | null,
): Promise<Array<TreeChange>> {
  const found: Array<Difference> = []
  await findDifferences(objects, before, after, '', found)
  return found
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, was, is }) => ({
      path: decodeName(Buffer.from(path, 'latin1')),
      before: was === null ? null : fileOf(was),
      after: is === null ? null : fileOf(is),
    }))
}

/** A path that differs, and its entries. */
interface Difference {
  path: string
  was: string | null
  is: string | null
}

async function findDifferences(
  objects: Pick<ObjectReader, 'read'>,
  before: string | null,
  after: string | null,
  folder: string,
  found: Array<Difference>,
): Promise<void> {
  if (before === after) return
  const read = async (tree: string | null) =>
    tree === null ? new Map<string, string>() : entriesIn(await objects.read(tree, 'tree'))
  const [old, now] = await Promise.all([read(before), read(after)])
  const names = [...now.keys()].filter((name) => now.get(name) !== old.get(name))
  for (const name of old.keys()) if (!now.has(name)) names.push(name)
  for (const name of names) {
    const entries = [old.get(name), now.get(name)]
    const [from = null, to = null] = entries.map((one) =>
      one && isFolder(one) ? fileOf(one).id : null,
    )
    const [was = null, is = null] = entries.map((one) => (one && !isFolder(one) ? one : null))
    const path = folder + name
    await findDifferences(objects, from, to, `${path}/`, found)
    if (was !== is) found.push({ path, was, is })
  }
}
