import { setTimeout } from 'node:timers/promises'
import { reaches } from '../history/reaches.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import type { TreeChange } from '../read/tree.ts'
import type { TreeFile } from '../read/tree-entries.ts'
import type { Person } from '../write/commit-text.ts'
import { newObject } from '../write/rewrite-tree.ts'
import type { WriteLane } from '../write/write-lane.ts'
import { type MergeRules, mergeCommits } from './merge-trees.ts'
import { BranchMoved, type PullPlan, preparePull } from './pull-plan.ts'
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
 * Called after a merge without a conflict. Returns new bytes for files that only our side has
 * changed, by path, so that changes in different files stay consistent.
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
  rules: MergeRules
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
 * Brings both sides to the same commit and resolves with it. Throws a RemoteError, a SyncConflict,
 * an UnfitChange, or one of the write lane's errors; every completed step stays valid.
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
    const isKnown = known !== null && (await objects.has(known))
    if (isKnown && !(await reaches(repository, theirs, known)))
      parts.rewound(lostCommits(branch, known, 'pushed again'))
    await tracking.write(theirs)
  }
  if (ours === theirs) return { head: ours }
  let head = ours
  if (theirs !== null && (ours === null || !(await reaches(repository, ours, theirs)))) {
    head = await pull(parts, ours, theirs)
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
  ours: string | null,
  theirs: string,
): Promise<string | null> {
  const { repository, lane, remote, branch, author, now } = parts
  const plan =
    ours === null || (await reaches(repository, theirs, ours))
      ? { ours, theirs, merge: null }
      : await planMerge(parts, ours, theirs)
  const message =
    plan.merge === null ? 'Fast-forward' : `Merge branch '${branch}' of ${remote.shown}`
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
  { repository, rules, afterMerge, branch, tracking }: RoundParts,
  ours: string,
  theirs: string,
): Promise<PullPlan> {
  const merge = await mergeCommits(repository, ours, theirs, rules)
  if (merge === null)
    throw new RemoteError(
      'refused',
      `The remote has another history on ${branch}, without any commit of this one; clone it for CONTENT_DIR, or use an empty remote.`,
    )
  if (merge.conflicts.length > 0)
    throw new SyncConflict(merge.conflicts, { branch, tracking: tracking.name })
  const merged = new Set(merge.changes.map(({ path }) => path))
  const own = merge.ours.filter((file) => isMarkdown(file) && !merged.has(file.path))
  const again = await afterMerge(
    await Promise.all(own.map((change) => bytesOf(repository, change))),
    // Without changes of ours, nothing of theirs can conflict.
    own.length === 0
      ? []
      : await Promise.all(
          merge.theirs.filter(isMarkdown).map((change) => bytesOf(repository, change)),
        ),
  )
  const changes = [...merge.changes]
  for (const [path, bytes] of again) {
    const before = own.find((file) => file.path === path)!.after
    const blob = newObject('blob', bytes)
    merge.blobs.set(blob.id, blob)
    changes.push({ path, before, after: { mode: before!.mode, id: blob.id } })
  }
  return { ours, theirs, merge: { changes, blobs: merge.blobs } }
}

async function bytesOf(
  { objects }: Repository,
  { path, before, after }: TreeChange,
): Promise<FileOfSide> {
  const read = async (file: TreeFile | null) =>
    file?.mode.startsWith('100') ? objects.read(file.id, 'blob') : null
  return { path, before: await read(before), after: await read(after) }
}

const isMarkdown = ({ path }: TreeChange) => path.endsWith('.md')

function noSuchBranch(branch: string, names: Iterable<string>): RemoteError {
  const some = [...names].slice(0, 5).join(', ')
  return new RemoteError(
    'missing',
    `The remote has no branch ${branch} (it has ${some}); push it there once, or set GIT_BRANCH.`,
  )
}
