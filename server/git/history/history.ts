import { isImportMessage } from '#domain/import/commit-message.ts'
import type { LastChanges } from '../../platform/content-files.ts'
import { createTurns } from '../../platform/turns.ts'
import { readCommit, readCommitDetails } from '../read/commit.ts'
import type { ObjectReader } from '../read/objects.ts'
import { compareFolders, folderAt, listFolder } from '../read/tree.ts'
import { createCommitQueue, readShallow, sliceMs } from './commit-walk.ts'

export interface HistorySource {
  objects: ObjectReader
  commonDir: string
  prefix: string
}

/**
 * Up to this many commits after a known revision are compared one by one; beyond, a walk over all
 * paths is as fast.
 */
const fewCommits = 200

/**
 * Time of the last commit that changed each path of `revision`, as in `git log -1 --format=%ct --
 * PATH`: after a merge, a path follows the first parent with the same file, and the merge itself
 * counts only where it differs from every parent. `known` is an earlier result; the walk ends at
 * its revision and uses its times. Beyond the end of a shallow clone a path has no time: the date
 * of the cut would be wrong. A text that came with an import has 0.
 */
export async function lastChanges(
  source: HistorySource,
  revision: string,
  known?: LastChanges,
): Promise<LastChanges> {
  const { objects, prefix } = source
  const shallow = await readShallow(source.commonDir)
  const ahead = known?.complete ? commitsSince(objects, revision, known.revision) : null
  if (known && ahead)
    return { revision, times: timesAfter(source, ahead, known.times), complete: true }
  const times = new Map<string, number>()
  /** Commits with the paths whose last change is that commit or an earlier one. */
  const queue = createCommitQueue<Set<string>>()
  const give = (id: string, paths: Set<string>) =>
    queue.add(id, readCommit(objects, id).time, paths)

  /** Sets the times that this commit decides and passes the other paths on to its parents. */
  const step = (id: string, paths: Set<string>) => {
    const commit = readCommit(objects, id)
    if (id === known?.revision)
      for (const path of paths) {
        const time = known.times.get(path)
        if (time === undefined) continue
        times.set(path, time)
        paths.delete(path)
      }
    // Paths without a known time are walked again, because a shallow clone may have been deepened.
    if (paths.size === 0 || shallow.has(id)) return
    const tree = folderAt(objects, id, prefix)
    let open = paths
    let allParentsKnown = true
    for (const parent of commit.parents) {
      if (open.size === 0) break
      if (!objects.has(parent)) {
        allParentsKnown = false
        continue
      }
      const changed = new Set<string>()
      compareFolders(objects, folderAt(objects, parent, prefix), tree, (path) => {
        if (open.delete(path)) changed.add(path)
      })
      if (open.size > 0) give(parent, open)
      open = changed
    }
    if (!allParentsKnown || open.size === 0) return
    const time = changeTimes(objects, id, commit.time)
    for (const path of open) times.set(path, time(path))
  }

  const paths = listFolder(objects, revision, prefix).map((file) => file.path)
  if (paths.length > 0) give(revision, new Set(paths))
  const turns = createTurns(sliceMs)
  for (let next = queue.next(); next !== null; next = queue.next()) {
    step(
      next.id,
      next.items.length === 1 ? next.items[0]! : new Set(next.items.flatMap((some) => [...some])),
    )
    if (turns.isDue()) await turns.take()
  }
  return { revision, times, complete: times.size === paths.length }
}

/**
 * The time at which a commit has changed a path. An import brings texts as they were, which is no
 * change: 0.
 */
function changeTimes(objects: ObjectReader, id: string, time: number): (path: string) => number {
  if (!isImportMessage(readCommitDetails(objects, id).message)) return () => time
  return (path) => (path.endsWith('.md') ? 0 : time)
}

interface Step {
  commit: string
  parent: string
  time: number
}

/**
 * The commits from a known one to a revision, newest first, when each has one parent; null when
 * there are merges, too many commits, or no such path.
 */
function commitsSince(objects: ObjectReader, revision: string, known: string): Array<Step> | null {
  const steps: Array<Step> = []
  for (let commit = revision; commit !== known; ) {
    const { parents, time } = readCommit(objects, commit)
    const [parent] = parents
    if (
      parent === undefined ||
      parents.length > 1 ||
      steps.length === fewCommits ||
      !objects.has(parent)
    )
      return null
    steps.push({ commit, parent, time })
    commit = parent
  }
  return steps
}

/**
 * The known times, updated with the changes of some consecutive commits. Costs their changes and
 * one copy.
 */
function timesAfter(
  { objects, prefix }: HistorySource,
  newestFirst: ReadonlyArray<Step>,
  known: LastChanges['times'],
) {
  const times = new Map(known)
  for (const { commit, parent, time } of [...newestFirst].reverse()) {
    const timeOf = changeTimes(objects, commit, time)
    compareFolders(
      objects,
      folderAt(objects, parent, prefix),
      folderAt(objects, commit, prefix),
      (path, _, after) => {
        if (after === null) times.delete(path)
        else times.set(path, timeOf(path))
      },
    )
  }
  return times
}
