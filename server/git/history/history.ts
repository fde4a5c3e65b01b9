import { setImmediate } from 'node:timers/promises'
import { type Commit, readCommit } from '../read/commit.ts'
import type { LastChanges } from '../read/files.ts'
import type { ObjectReader } from '../read/objects.ts'
import { compareFolders, folderAt, listFolder } from '../read/tree.ts'
import { readShallow } from './commit-walk.ts'

export interface HistorySource {
  objects: ObjectReader
  commonDir: string
  prefix: string
}

/** A commit that is still to be looked at, and the paths whose last change is that commit or one before it. */
interface Pending {
  commit: Commit
  paths: Set<string>
}

/** How long the event loop may wait for one step. */
const slice = 4

/** So many commits on top of a known revision are looked at one by one; beyond, the walk over all paths is as good. */
const fewCommits = 200

/**
 * Time of the last commit that changed each path of `revision`, as `git log -1 --format=%ct -- PATH` says it: from a merge, a path follows the
 * first parent that has it the same, and the merge itself counts only where it differs from every parent. `known` is an
 * earlier answer: where the walk meets its revision, its times stand. Where a shallow clone ends, a path whose change lies further back has no time:
 * the date of the cut would claim a change that nobody made.
 */
export async function lastChanges(source: HistorySource, revision: string, known?: LastChanges): Promise<LastChanges> {
  const { objects, prefix } = source
  const shallow = await readShallow(source.commonDir)
  const ahead = known?.complete ? commitsSince(objects, revision, known.revision) : null
  if (known && ahead) return { revision, times: timesAfter(source, ahead, known.times), complete: true }
  const times = new Map<string, number>()
  const pending = new Map<string, Pending>()

  const give = (id: string, paths: Set<string>): void => {
    const there = pending.get(id)
    if (there === undefined) pending.set(id, { commit: readCommit(objects, id), paths })
    else for (const path of paths) there.paths.add(path)
  }

  /** Settles what this commit decides and hands the other paths to its parents. */
  const step = (id: string, { commit, paths }: Pending): void => {
    if (id === known?.revision)
      for (const path of paths) {
        const time = known.times.get(path)
        if (time === undefined) continue
        times.set(path, time)
        paths.delete(path)
      }
    // Paths without a known time go on: since then a shallow clone may have been deepened.
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
    if (allParentsKnown) for (const path of open) times.set(path, commit.time)
  }

  const paths = listFolder(objects, revision, prefix).map((file) => file.path)
  if (paths.length > 0) give(revision, new Set(paths))
  let started = performance.now()
  for (let next = newest(pending); next !== null; next = newest(pending)) {
    const item = pending.get(next)!
    pending.delete(next)
    step(next, item)
    if (performance.now() - started > slice) {
      await setImmediate()
      started = performance.now()
    }
  }
  return { revision, times, complete: times.size === paths.length }
}

interface Step {
  commit: string
  parent: string
  time: number
}

/** The commits from a known one to a revision, newest first, when each has one parent; null when there are merges, too many, or no such way. */
function commitsSince(objects: ObjectReader, revision: string, known: string): Array<Step> | null {
  const steps: Array<Step> = []
  for (let commit = revision; commit !== known; ) {
    const { parents, time } = readCommit(objects, commit)
    const [parent] = parents
    if (parent === undefined || parents.length > 1 || steps.length === fewCommits || !objects.has(parent)) return null
    steps.push({ commit, parent, time })
    commit = parent
  }
  return steps
}

/** The known times with what some commits in a row changed. Costs what they changed, and a copy. */
function timesAfter({ objects, prefix }: HistorySource, newestFirst: ReadonlyArray<Step>, known: LastChanges['times']) {
  const times = new Map(known)
  for (const { commit, parent, time } of [...newestFirst].reverse())
    compareFolders(objects, folderAt(objects, parent, prefix), folderAt(objects, commit, prefix), (path, _, after) => {
      if (after === null) times.delete(path)
      else times.set(path, time)
    })
  return times
}

/** Newest first: then nearly every commit is met after all those that can hand it paths. (Met earlier it is only looked at twice.) */
function newest(pending: ReadonlyMap<string, Pending>): string | null {
  let best: string | null = null
  let time = Number.NEGATIVE_INFINITY
  for (const [id, { commit }] of pending)
    if (commit.time > time) {
      best = id
      time = commit.time
    }
  return best
}
