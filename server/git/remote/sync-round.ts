import { setTimeout } from 'node:timers/promises'
import { renamesBetween, type SameItem } from '../history/renames.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import type { TreeChange } from '../read/tree.ts'
import type { TreeFile } from '../read/tree-entries.ts'
import type { Person } from '../write/commit-text.ts'
import { newObject } from '../write/rewrite-tree.ts'
import type { WriteLane } from '../write/write-lane.ts'
import { type MergeFile, type Moves, mergeTrees, type TreeMerge } from './merge-trees.ts'
import { BranchMoved, mergedTree, type PullPlan, preparePull } from './pull-plan.ts'
import { mergeBases, type Relation, relationOf } from './relation.ts'
import type { Remote } from './remote.ts'
import { lostCommits, RemoteError, SyncConflict } from './sync-faults.ts'
import type { TrackingRef } from './tracking-ref.ts'

/** A file in one side of a merge; null where it does not exist before or after. */
export interface FileOfSide {
  path: string
  before: Buffer | null
  after: Buffer | null
}

/**
 * Called when two sides have merged without a conflict. Returns new bytes for files that only our
 * side has changed, by path, so that changes in different files stay consistent.
 */
export type AfterMerge = (
  ours: ReadonlyArray<FileOfSide>,
  theirs: ReadonlyArray<FileOfSide>,
) => Promise<ReadonlyMap<string, Buffer>>

export interface RoundParts {
  repository: Repository
  lane: Pick<WriteLane, 'advance'>
  remote: Remote
  branch: string
  tracking: TrackingRef
  mergeFile: MergeFile
  isSame: SameItem
  afterMerge: AfterMerge
  /** The author of merge commits. */
  author: Person
  now: () => Date
  /** Called for each event of a round. */
  pulled(): Promise<void>
  pushed(): void
  rewound(message: string): void
}

/** The most attempts of a round when another push was faster. */
const attempts = 8

/**
 * The most attempts while another process holds a lock of the remote; then the lock is reported.
 */
const busyAttempts = 5

/**
 * Brings both sides to the same commit: fetches, merges, pushes. Resolves with it. Throws a
 * RemoteError, a SyncConflict, an UnfitChange, or one of the write lane's errors; every completed
 * step stays valid.
 */
export async function syncOnce(parts: RoundParts): Promise<string | null> {
  let busy = 0
  for (let attempt = 1; ; attempt++) {
    const done = await attemptRound(parts).catch((error: unknown) => {
      if (error instanceof RemoteError && error.fault === 'busy' && ++busy < busyAttempts)
        return null
      throw error
    })
    if (done !== null) return done.head
    if (attempt === attempts)
      throw new RemoteError(
        'refused',
        'Others are pushing to the remote all the time; the site tries again soon.',
      )
    await setTimeout(attempt * (20 + 60 * Math.random()))
  }
}

/** One attempt of a round. Null when another push was faster. */
async function attemptRound(parts: RoundParts): Promise<{ head: string | null } | null> {
  const { repository, remote, branch, tracking } = parts
  const { objects } = repository
  const branches = await remote.branches()
  const theirs = branches.get(branch) ?? null
  const ours = headCommit(repository, branch)
  if (theirs === null && branches.size > 0) throw noSuchBranch(branch, branches.keys())
  const known = tracking.read()
  if (theirs !== null && known !== theirs) {
    // Fetches even when the commit exists here: an aborted fetch may have left out some of its
    // objects. git transfers only missing ones.
    if (theirs !== ours) await remote.fetch(branch)
    if (!(await objects.has(theirs))) return null
    if (known !== null && (await objects.has(known))) {
      const { ahead } = await relationOf(repository, known, theirs)
      if (ahead > 0) parts.rewound(lostCommits(branch, known, 'pushed again'))
    }
    await tracking.write(theirs)
  }
  if (ours === theirs) return { head: ours }
  const relation = await relationOf(repository, ours, theirs)
  let head = ours
  if (theirs !== null && relation.behind > 0) {
    head = await pull(parts, { ours, theirs, relation })
    if (head === null) return null
  }
  if (head === null || head === theirs) return { head }
  if (!(await remote.push(branch, theirs, head))) return null
  parts.pushed()
  await tracking.write(head)
  return { head }
}

/** Merges their commits into our branch. Null when the branch has moved meanwhile. */
async function pull(
  parts: RoundParts,
  { ours, theirs, relation }: { ours: string | null; theirs: string; relation: Relation },
): Promise<string | null> {
  const { repository, lane, remote, branch, author, now } = parts
  const plan =
    ours === null || relation.ahead === 0
      ? ({ kind: 'forward', ours, theirs } satisfies PullPlan)
      : await planMerge(parts, ours, theirs)
  const message =
    plan.kind === 'forward' ? 'Fast-forward' : `Merge branch '${branch}' of ${remote.shown}`
  try {
    const head = await lane.advance(preparePull(repository, plan, { message, author, time: now() }))
    await parts.pulled()
    return head
  } catch (error) {
    if (error instanceof BranchMoved) return null
    throw error
  }
}

async function planMerge(
  { repository, mergeFile, isSame, afterMerge, branch, tracking }: RoundParts,
  ours: string,
  theirs: string,
): Promise<PullPlan> {
  const bases = await mergeBases(repository, ours, theirs)
  const [first, second] = bases
  if (first === undefined)
    throw new RemoteError(
      'refused',
      `The remote has another history on ${branch}, without any commit of this one; clone it for CONTENT_DIR, or use an empty remote.`,
    )
  const older =
    second === undefined ? null : ((await mergeBases(repository, first, second))[0] ?? null)
  // In criss-cross histories, each side may have moved a file earlier.
  const moves =
    second === undefined
      ? await Promise.all(
          [ours, theirs].map((side) => movesBetween(repository, first, side, isSame)),
        )
      : []
  const merged = await mergeTrees(
    repository.objects,
    { bases, older, ours, theirs },
    mergeFile,
    moves,
  )
  if (merged.conflicts.length > 0)
    throw new SyncConflict(merged.conflicts, { branch, tracking: tracking.name })
  const edits = new Map(merged.edits)
  const blobs = [...merged.blobs]
  const files = await filesOfSides(repository, merged)
  for (const [path, bytes] of await afterMerge(files.ours, files.theirs)) {
    const blob = newObject('blob', bytes)
    blobs.push(blob)
    edits.set(path, { mode: files.modes.get(path)!, id: blob.id })
  }
  return { kind: 'merge', ours, theirs, ...(await mergedTree(repository, ours, edits, blobs)) }
}

/**
 * The Markdown files that each side has changed, with their bytes. Of our side, only those that the
 * merge does not change.
 */
async function filesOfSides({ objects }: Repository, { ours, theirs, edits }: TreeMerge) {
  const bytes = async (file: TreeFile | null) =>
    file?.mode.startsWith('100') ? objects.read(file.id, 'blob') : null
  const read = async ({ path, before, after }: TreeChange): Promise<FileOfSide> => ({
    path,
    before: await bytes(before),
    after: await bytes(after),
  })
  const own = ours.filter((file) => isMarkdown(file) && !edits.has(file.path))
  return {
    ours: await Promise.all(own.map(read)),
    // Without changes of ours, nothing of theirs can conflict.
    theirs: own.length === 0 ? [] : await Promise.all(theirs.filter(isMarkdown).map(read)),
    modes: new Map(own.map(({ path, after }) => [path, after?.mode ?? '100644'])),
  }
}

const isMarkdown = ({ path }: TreeChange) => path.endsWith('.md')

/** The files of the content folder that a side has moved, by their paths in the repository. */
async function movesBetween(
  repository: Repository,
  base: string,
  side: string,
  isSame: SameItem,
): Promise<Moves> {
  const path = (name: string) => (repository.prefix === '' ? name : `${repository.prefix}/${name}`)
  const { renames } = await renamesBetween(repository, base, side, isSame)
  return new Map([...renames].map(([to, from]) => [path(to), path(from)]))
}

function noSuchBranch(branch: string, names: Iterable<string>): RemoteError {
  const some = [...names].slice(0, 5).join(', ')
  return new RemoteError(
    'missing',
    `The remote has no branch ${branch} (it has ${some}); push it there once, or set GIT_BRANCH.`,
  )
}
