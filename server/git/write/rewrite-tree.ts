import { objectId } from '../../platform/object-id.ts'
import type { NewObject, ObjectReader } from '../read/objects.ts'
import {
  entriesIn,
  entryName,
  entryOf,
  fileOf,
  isFolder,
  type TreeEntries,
  type TreeFile,
} from '../read/tree-entries.ts'
import { RefusedPathError } from './write-errors.ts'

/** The new entry of a tree at a path; null removes it. */
export type TreeEdit = TreeFile | null

export function newObject(type: NewObject['type'], bytes: Buffer): NewObject {
  return { type, bytes, id: objectId(type, bytes) }
}

/**
 * The tree with exactly these files changed; every other entry keeps its bytes. `makeTree` makes
 * the new trees. Empty folders are removed. Throws a RefusedPathError when a file and a folder
 * would have the same name.
 */
export async function rewriteTree(
  objects: ObjectReader,
  tree: string | null,
  edits: ReadonlyMap<string, TreeEdit>,
  makeTree: MakeTree,
): Promise<string> {
  return (await rewriteFolder(objects, tree, edits, makeTree, '')) ?? makeTree(new Map())
}

/** Makes a tree and returns its id. */
type MakeTree = (entries: TreeEntries) => Promise<string>

async function rewriteFolder(
  objects: ObjectReader,
  tree: string | null,
  edits: ReadonlyMap<string, TreeEdit>,
  makeTree: MakeTree,
  folder: string,
): Promise<string | null> {
  const entries = entriesIn(tree === null ? Buffer.alloc(0) : await objects.read(tree, 'tree'))
  for (const [name, below] of firstNames(edits)) {
    const key = entryName(name)
    const path = folder + name
    const old = entries.get(key)
    let edit = below.get('')
    if (edit !== undefined) {
      if (below.size > 1 || (old !== undefined && isFolder(old)))
        throw new RefusedPathError(path, 'a folder has this name')
    } else {
      if (old !== undefined && !isFolder(old))
        throw new RefusedPathError(path, 'a file has the name that its folder needs')
      const { mode, id } = old === undefined ? { mode: '40000', id: null } : fileOf(old)
      const changed = await rewriteFolder(objects, id, below, makeTree, `${path}/`)
      edit = changed === null ? null : { mode, id: changed }
    }
    if (edit === null) entries.delete(key)
    else entries.set(key, entryOf(edit))
  }
  return entries.size === 0 ? null : makeTree(entries)
}

/**
 * The edits by the first name of their path, each with the rest of the path ('' for the file
 * itself).
 */
function firstNames(edits: ReadonlyMap<string, TreeEdit>): Map<string, Map<string, TreeEdit>> {
  const byName = new Map<string, Map<string, TreeEdit>>()
  for (const [path, edit] of edits) {
    const slash = path.indexOf('/')
    const name = slash < 0 ? path : path.slice(0, slash)
    const below = byName.get(name) ?? new Map<string, TreeEdit>()
    below.set(slash < 0 ? '' : path.slice(slash + 1), edit)
    byName.set(name, below)
  }
  return byName
}
