import { readCommit } from '../commit.ts'
import { createPause } from '../commit-walk.ts'
import type { ObjectReader } from '../objects.ts'
import { entryId, entryMode, firstEntry, isFolder, nextEntry } from '../tree-entries.ts'
import type { ObjectName } from './remote.ts'

/**
 * Names what these commits (children before parents) bring in that their parents do not have: blobs and trees, then the commits, the oldest first.
 * Costs what differs.
 */
export async function newObjects(
  objects: ObjectReader,
  commits: ReadonlyArray<string>,
  shallow: ReadonlySet<string>,
): Promise<Array<ObjectName>> {
  const pause = createPause()
  const found = new Map<string, ObjectName>()

  const add = async (tree: string, parents: ReadonlyArray<string>): Promise<void> => {
    if (found.has(tree) || parents.includes(tree)) return
    await pause()
    found.set(tree, { id: tree, type: 'tree' })
    const known = parents.map((parent) => entriesOf(objects.read(parent, 'tree')))
    for (const [name, { id, mode, folder }] of entriesOf(objects.read(tree, 'tree'))) {
      const before = known.flatMap((entries) => entries.get(name) ?? [])
      if (before.some((entry) => entry.id === id)) continue
      if (folder)
        await add(
          id,
          before.filter((entry) => entry.folder).map((entry) => entry.id),
        )
      // A nested repository's commits are its own.
      else if (!mode.startsWith('16')) found.set(id, { id, type: 'blob' })
    }
  }

  for (const commit of commits) {
    const { tree, parents } = readCommit(objects, commit)
    const known = shallow.has(commit) ? [] : parents
    await add(
      tree,
      known.map((parent) => readCommit(objects, parent).tree),
    )
    await pause()
  }
  return [...found.values(), ...[...commits].reverse().map((id): ObjectName => ({ id, type: 'commit' }))]
}

function entriesOf(data: Buffer): Map<string, { id: string; mode: string; folder: boolean }> {
  const entries = new Map<string, { id: string; mode: string; folder: boolean }>()
  for (let entry = firstEntry(data); entry !== null; entry = nextEntry(entry))
    entries.set(data.toString('latin1', entry.nameAt, entry.nameEnd), {
      id: entryId(entry),
      mode: entryMode(entry),
      folder: isFolder(entry),
    })
  return entries
}
