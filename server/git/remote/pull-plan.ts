import type { ObjectReader } from '../read/objects.ts'
import type { Repository } from '../read/open-repository.ts'
import { changesUnder, compareTrees, folderAt, type TreeChange } from '../read/tree.ts'
import { type Person, reflogLine } from '../write/commit-text.ts'
import { checkParents, checkTreePath } from '../write/content-path.ts'
import type { LineEnds } from '../write/line-ends.ts'
import type { Prepare } from '../write/make-commit.ts'
import {
  makeCommitObjects,
  type PreparedCommit,
  type PreparedFile,
} from '../write/prepare-commit.ts'
import { indexMode } from '../write/publish.ts'
import type { TreeMerge } from './merge-trees.ts'
import { UnfitChange } from './sync-faults.ts'

/** How the commits of the remote are added to the local branch. */
export interface PullPlan {
  ours: string | null
  theirs: string
  /** Null for a fast-forward: the local branch has no commits of its own. */
  merge: Pick<TreeMerge, 'changes' | 'blobs'> | null
}

/** The branch has moved since the plan was made. */
export class BranchMoved extends Error {
  override name = 'BranchMoved'
}

/**
 * Makes the plan a change for the write lane. Throws an UnfitChange or an error of the lane for a
 * file that only git can check out, and BranchMoved.
 */
export function preparePull(
  repository: Repository,
  plan: PullPlan,
  details: { message: string; author: Person; time: Date },
): Prepare {
  return async (head, settings, before) => {
    if (head !== plan.ours) throw new BranchMoved('The branch has moved.')
    const prepared = before ?? (await prepare(repository, plan, details, settings))
    for (const folder of foldersOf(prepared.files)) checkParents(repository.workTree, folder)
    return prepared
  }
}

/** One path per changed folder, because all files of a folder have the same parents. */
function foldersOf(files: ReadonlyArray<PreparedFile>): Iterable<string> {
  return new Map(files.map(({ path }) => [path.slice(0, path.lastIndexOf('/') + 1), path])).values()
}

async function prepare(
  repository: Repository,
  plan: PullPlan,
  details: { message: string; author: Person; time: Date },
  { disk, lineEndsOf, checkClean }: Parameters<Prepare>[1],
): Promise<PreparedCommit> {
  const { objects } = repository
  const { ours, theirs, merge } = plan
  const changes = merge?.changes ?? (await changesUnder(objects, '', ours, theirs))
  for (const change of changes) refuseUnfit(change)
  const lineEnds = await lineEndsOf(changes.map(({ path }) => path))
  const read = async (id: string) => merge?.blobs.get(id)?.bytes ?? objects.read(id, 'blob')
  const files = changes.map((change) => prepareFile(read, change, lineEnds))
  refuseSwaps(files)
  await checkClean(files)
  const { author } = details
  const text = { ...details, committer: author, parents: ours === null ? [] : [ours, theirs] }
  const made =
    merge && (await makeCommitObjects(repository, disk, files, merge.blobs.values(), text))
  return {
    head: ours,
    files,
    blobs: new Map(files.map(({ path, after }) => [path, after])),
    ...(made ?? {
      commit: theirs,
      objects: [],
      written: Promise.resolve(),
      reflog: reflogLine(ours, theirs, text, 'pull'),
    }),
  }
}

/** The changes of a commit (null: of nothing) that lead to a tree. */
export async function changesTo(objects: ObjectReader, commit: string | null, tree: string) {
  return compareTrees(objects, await folderAt(objects, commit), tree)
}

function refuseUnfit({ path, before, after }: TreeChange) {
  checkTreePath(path)
  const modes = [before, after].flatMap((file) => (file === null ? [] : [file.mode]))
  if (modes.some((mode) => !mode.startsWith('100')))
    throw new UnfitChange(path, 'a link or a nested repository')
  if (before !== null && after !== null && indexMode(before.mode) !== indexMode(after.mode))
    throw new UnfitChange(path, 'a changed executable bit')
}

function prepareFile(
  read: (id: string) => Promise<Buffer>,
  { path, before, after }: TreeChange,
  lineEnds: ReadonlyMap<string, LineEnds>,
): PreparedFile {
  return {
    path,
    contentPath: path,
    before: before?.id ?? null,
    after: after?.id ?? null,
    mode: (after ?? before)!.mode,
    lineEnds: lineEnds.get(path)!,
    stored: after === null ? null : () => read(after.id),
  }
}

/**
 * Refuses a folder that becomes a file, or a file that becomes a folder: renames of single files
 * cannot do that.
 */
function refuseSwaps(files: ReadonlyArray<PreparedFile>) {
  const gone = new Set(files.filter(({ after }) => after === null).map(({ path }) => path))
  const come = new Set(files.filter(({ before }) => before === null).map(({ path }) => path))
  for (const { path } of files)
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const above = path.slice(0, at)
      if (gone.has(above) || come.has(above))
        throw new UnfitChange(above, 'a file in the place of a folder')
    }
}
