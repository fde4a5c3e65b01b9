import { isImportMessage } from '#domain/import/commit-message.ts'
import type { LastChanges } from '../../platform/content-files.ts'
import { commitIn } from '../read/commit.ts'
import type { Repository } from '../read/open-repository.ts'
import { changesUnder, listFolder } from '../read/tree.ts'
import { commitLog, type LoggedCommit, readShallow } from './commit-log.ts'

export type HistorySource = Pick<
  Repository,
  'gitDir' | 'workTree' | 'commonDir' | 'objects' | 'prefix'
>

/**
 * Up to this many commits after a known revision are applied to its times; beyond, a walk over all
 * paths is as fast.
 */
const fewCommits = 50

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
  const ahead = known?.complete ? await commitsSince(source, revision, known.revision) : null
  if (known && ahead) return { revision, times: timesAfter(ahead, known.times), complete: true }
  const { objects, prefix } = source
  const paths = (await listFolder(objects, revision, prefix)).map((file) => file.path)
  const shallow = await readShallow(source)
  const times = new Map<string, number>()
  /** The paths whose last change is a commit or one before it. */
  const open = new Map([[revision, new Set(paths)]])
  const give = (parent: string, some: Set<string>) => {
    const there = open.get(parent)
    if (there === undefined) open.set(parent, some)
    else for (const path of some) there.add(path)
  }
  if (paths.length > 0)
    for await (const commit of commitLog(source, ['--topo-order', revision, '--'])) {
      const left = open.get(commit.id)
      open.delete(commit.id)
      if (left !== undefined) await decide(commit, left)
      if (open.size === 0) break
    }

  /** Sets the times that this commit decides and passes the other paths on to its parents. */
  async function decide(commit: LoggedCommit, left: Set<string>) {
    if (commit.id === known?.revision)
      for (const path of left) {
        const time = known.times.get(path)
        if (time === undefined) continue
        times.set(path, time)
        left.delete(path)
      }
    // Paths without a known time are walked again, because a shallow clone may have been deepened.
    if (shallow.has(commit.id)) return
    let changed = left
    for (const parent of commit.parents) {
      if (changed.size === 0) return
      const { rest, differing } = await splitAt(commit, parent, changed)
      if (rest.size > 0) give(parent, rest)
      changed = differing
    }
    const time = changeTimes(commit)
    for (const path of changed) times.set(path, time(path))
  }

  async function splitAt(
    { id, parents, changes }: LoggedCommit,
    parent: string,
    rest: Set<string>,
  ) {
    const differing = new Set<string>()
    const from = parents.length > 1 ? await changesUnder(objects, prefix, parent, id) : changes
    for (const { path } of from) if (rest.delete(path)) differing.add(path)
    return { rest, differing }
  }

  return { revision, times, complete: times.size === paths.length }
}

/**
 * The time at which a commit has changed a path. An import brings texts as they were, which is no
 * change: 0.
 */
function changeTimes({ message, time }: Change): (path: string) => number {
  if (!isImportMessage(message)) return () => time
  return (path) => (path.endsWith('.md') ? 0 : time)
}

/** What a commit changed, as `changeTimes` needs it. */
type Change = Pick<LoggedCommit, 'message' | 'time' | 'changes'>

/**
 * What the commits from a known one to a revision changed, newest first; null when there are
 * merges, too many commits, or no such path. They are read as objects: starting git for the commit
 * of a save would take longer than that commit.
 */
async function commitsSince(
  { objects, prefix }: HistorySource,
  revision: string,
  known: string,
): Promise<Array<Change> | null> {
  const commits: Array<Change> = []
  for (let id = revision; id !== known; ) {
    const data = await objects.read(id, 'commit')
    const { parents, time } = commitIn(data, id)
    const [parent] = parents
    if (parent === undefined || parents.length > 1 || commits.length === fewCommits) return null
    if (!(await objects.has(parent))) return null
    const message = data.toString('utf8', data.indexOf('\n\n') + 2)
    commits.push({ message, time, changes: await changesUnder(objects, prefix, parent, id) })
    id = parent
  }
  return commits
}

/** The known times, updated with the changes of later commits. */
function timesAfter(newestFirst: ReadonlyArray<Change>, known: LastChanges['times']) {
  const times = new Map(known)
  for (const commit of newestFirst.toReversed()) {
    const timeOf = changeTimes(commit)
    for (const { path, after } of commit.changes)
      if (after === null) times.delete(path)
      else times.set(path, timeOf(path))
  }
  return times
}
