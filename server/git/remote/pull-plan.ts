import { createDiskWrites } from '../../platform/disk-writes.ts'
import { readCommit } from '../read/commit.ts'
import type { Repository } from '../read/open-repository.ts'
import { compareTrees, type TreeChange } from '../read/tree.ts'
import { type Person, reflogLine } from '../write/commit-text.ts'
import { checkParents, checkTreePath } from '../write/content-path.ts'
import type { LineEnds } from '../write/line-ends.ts'
import type { Prepare } from '../write/make-commit.ts'
import { makeObjects } from '../write/object-maker.ts'
import type { PreparedCommit, PreparedFile } from '../write/prepare-commit.ts'
import { indexMode } from '../write/publish.ts'
import { type NewObject, rewriteTree } from '../write/rewrite-tree.ts'
import { UnfitChange } from './sync-faults.ts'

/** How the commits of the remote are added to the local branch. */
export type PullPlan =
  /** A fast-forward: the local branch has no commits of its own. */
  | { kind: 'forward'; ours: string | null; theirs: string }
  | { kind: 'merge'; ours: string; theirs: string; tree: string; objects: ReadonlyArray<NewObject> }

/** The branch has moved since the plan was made. */
export class BranchMoved extends Error {
  override name = 'BranchMoved'
}

/**
 * Converts the plan to a change for the write lane. Throws an UnfitChange or an error of the lane
 * for a file that only git can check out, and BranchMoved.
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
  const { message, author, time } = details
  const signed = { message, author, committer: author, time }
  const written = plan.kind === 'merge' ? plan.objects : []
  const tree = plan.kind === 'merge' ? plan.tree : (await readCommit(objects, plan.theirs)).tree
  const reader = withNew(repository, written)
  const ours = plan.ours === null ? null : (await readCommit(objects, plan.ours)).tree
  const changes = await compareTrees(reader, ours, tree)
  for (const change of changes) refuseUnfit(change)
  const lineEnds = await lineEndsOf(changes.map(({ path }) => path))
  const files = changes.map((change) => prepareFile(reader, change, lineEnds))
  refuseSwaps(files)
  await checkClean(files)
  const merge =
    plan.kind === 'merge'
      ? await makeObjects(repository.commonDir, disk, (maker) =>
          maker.commit({ ...signed, tree: plan.tree, parents: [plan.ours, plan.theirs] }),
        )
      : null
  const commit = merge?.result ?? plan.theirs
  return {
    head: plan.ours,
    commit,
    files,
    objects: merge === null ? [] : [...written, ...merge.objects],
    written: Promise.resolve(merge?.written),
    blobs: new Map(files.map(({ path, after }) => [path, after])),
    reflog: reflogLine(plan.ours, commit, signed, merge === null ? 'pull' : 'commit (merge)'),
  }
}

type Reader = Pick<Repository['objects'], 'read'>

/** An object reader that also finds the objects of a merge that a gc has deleted. */
function withNew(
  { objects }: Repository,
  written: ReadonlyArray<NewObject>,
): Repository['objects'] {
  const fresh = new Map(written.map((object) => [object.id, object.bytes]))
  return { ...objects, read: async (id, type) => fresh.get(id) ?? objects.read(id, type) }
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
  objects: Reader,
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
    stored: after === null ? null : () => objects.read(after.id, 'blob'),
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

/** Makes the tree of a merge and all new objects in it. */
export async function mergedTree(
  repository: Repository,
  ours: string,
  edits: Parameters<typeof rewriteTree>[2],
  blobs: ReadonlyArray<NewObject>,
  disk = createDiskWrites(),
): Promise<{ tree: string; objects: ReadonlyArray<NewObject> }> {
  const { tree } = await readCommit(repository.objects, ours)
  if (edits.size === 0) return { tree, objects: [] }
  const made = await makeObjects(repository.commonDir, disk, async (maker) => {
    for (const { bytes } of blobs) await maker.blob(bytes)
    return rewriteTree(repository.objects, tree, edits, maker.tree)
  })
  await made.written
  return { tree: made.result, objects: made.objects }
}
