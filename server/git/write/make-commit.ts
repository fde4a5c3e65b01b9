import { dirname, join } from 'node:path'
import { allDone } from '../../platform/all-done.ts'
import { stampOf, statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
import type { ProcessIdentity } from '../../platform/process-identity.ts'
import { createPause } from '../history/commit-walk.ts'
import { type IndexState, readIndex } from '../index/index-write.ts'
import type { GitConfig } from '../read/config.ts'
import { effectiveConfig, isTrue } from '../read/effective-config.ts'
import type { Repository } from '../read/open-repository.ts'
import { checkedOutBranch, headCommit } from '../read/refs.ts'
import { writableBranch } from '../read/repository-shape.ts'
import { shapeError } from '../read/shape-faults.ts'
import { type GitPlaces, gitPlaces } from './git-places.ts'
import { refuseGoneBranch } from './last-head.ts'
import { dropLock, takeLock } from './lock-file.ts'
import type { ObjectGuard } from './object-guard.ts'
import type { CommitRequest, PreparedCommit } from './prepare-commit.ts'
import { publish } from './publish.ts'
import { recoverCommit } from './recover-commit.ts'
import { repairEdits, undoneFiles } from './repair-index.ts'
import { stageCommit } from './stage-commit.ts'
import { type CleanFile, checkClean, type WorkTree } from './work-file.ts'
import { BranchMovedError } from './write-errors.ts'
import { removeTemporaryFiles, type TemporaryFiles, temporaryFilesOf } from './write-journal.ts'
import type { WritePlan } from './write-plan.ts'

export interface CommitParts {
  repository: Repository
  disk: DiskWrites
  home: string | null
  identity: ProcessIdentity
  log: { warn(details: object, message: string): void }
  /** Stems of commits of this process that are still to be recovered. */
  pending: Set<string>
  /** How long locks of others are waited for, in milliseconds. */
  patience: number
  /** Keeps the commit's objects on the disk while git may delete them. */
  objectGuard: ObjectGuard
  /** The last commit that the branch is known to have had; null while it never had one. */
  lastHead: () => string | null
  /** Commits of the last moments, oldest first. */
  recent: () => ReadonlyArray<WritePlan>
  /** What the commit's own files are called while it is under way. */
  stem: string
}

/**
 * Works out what is to be committed on top of `head`. Asked again when the branch has moved or the paths have to be looked at anew: `before` is the
 * last answer. Writes nothing.
 */
export type Prepare = (
  head: string | null,
  settings: { config: GitConfig; home: string | null },
  before: PreparedCommit | null,
) => PreparedCommit

export interface MadeCommit {
  commit: string | null
  blobs: ReadonlyMap<string, string | null>
  /** What was changed; null when nothing was. */
  plan: WritePlan | null
  /** The index as the commit left it; changes when somebody writes it. */
  stamp: string | null
}

/** What is known at one moment: the branch, its commit, and that nobody's work is in the way. */
interface Look {
  branch: string
  prepared: PreparedCommit
  clean: ReadonlyArray<CleanFile>
  index: IndexState
  logs: ReadonlyArray<string>
}

/**
 * Makes one commit as `WriteLane.commit` says; throws a BranchMovedError, and has changed nothing, when another program moves the branch meanwhile. Objects are written before the locks are taken: those are held for a few milliseconds. Meanwhile
 * `willCommit` writes down which commit is about to be made.
 */
export async function makeCommit(
  parts: CommitParts,
  prepare: Prepare,
  { willCommit = async () => {}, committed: tell = () => {} }: Pick<CommitRequest, 'willCommit' | 'committed'> = {},
): Promise<MadeCommit> {
  const { repository, disk, objectGuard } = parts
  let current = await look(parts, prepare, null)
  if (current.prepared.commit === current.prepared.head) return resultOf(current, null, null)
  const temporary = temporaryFilesOf(repository.gitDir, parts.stem)
  const places = gitPlaces(repository, current.branch)
  const stage = async (look: Look): Promise<WritePlan> => {
    objectGuard.hold(look.prepared.commit!, look.prepared.objects)
    const staged = stageCommit(parts, temporary, look)
    await allDone([staged.then(() => undefined), willCommit(look.prepared.commit!)])
    return staged
  }
  let plan: WritePlan | null = null
  let committed = false
  let stamp: string | null = null
  try {
    plan = await stage(current)
    await takeLock(disk, temporary.seeds.index, places.indexLock, parts.patience)
    current = await look(parts, prepare, current)
    if (current.prepared.commit !== plan.after) {
      objectGuard.release(plan.after)
      plan = await stage(current)
    }
    if (!(await takeBranch(parts, temporary, places, current))) throw new BranchMovedError(places.ref, 0)
    const { workTree, contentDir } = repository
    const repairs = repairEdits(workTree, undoneFiles(repository, parts.recent(), current.index))
    await publish({
      ...{ repairs, disk, temporary, places, workTree, contentDir, ...current },
      complete: async () => void (await objectGuard.complete(current.prepared.commit!)),
      committed() {
        committed = true
        objectGuard.guard(current.prepared.commit!)
        tell()
      },
    })
    stamp = stampOf(places.index)
    dropLock(disk, temporary.seeds.index, places.indexLock)
    removeTemporaryFiles(disk, temporary)
  } catch (error) {
    await cleanUp(parts, temporary, plan)
    if (!committed) {
      objectGuard.release(current.prepared.commit!)
      throw asShapeError(error)
    }
    parts.log.warn({ err: error, commit: current.prepared.commit }, 'a commit was made, but not without a fault')
  }
  return resultOf(current, plan, stamp)
}

function resultOf({ prepared: { commit, blobs } }: Look, plan: WritePlan | null, stamp: string | null): MadeCommit {
  return { commit, blobs, plan, stamp }
}

/** Looks at everything that a commit depends on; what was prepared before is kept when the branch has not moved. */
async function look({ repository, home, lastHead }: CommitParts, prepare: Prepare, before: Look | null): Promise<Look> {
  const { gitDir, commonDir } = repository
  const config = effectiveConfig(gitDir, commonDir, home)
  const branch = writableBranch(repository, config)
  if (before !== null && branch !== before.branch)
    throw shapeError('otherBranch', { current: branch, branch: before.branch })
  const head = headCommit(gitDir, commonDir, branch)
  refuseGoneBranch(branch, head, lastHead())
  const prepared = prepare(head, { config, home }, before?.prepared.head === head ? before.prepared : null)
  const places = gitPlaces(repository, branch)
  const index = readIndex(places.index, before?.index)
  const workTree = { ...repository, fileMode: (config.get('core.filemode') ?? 'true').toLowerCase() !== 'false' }
  const clean = await checkFiles(workTree, index, prepared, before)
  const all = isTrue(config.get('core.logallrefupdates') ?? 'true') || config.get('core.logallrefupdates') === 'always'
  return { branch, prepared, clean, index, logs: places.logs.filter((log) => all || statOf(log) !== null) }
}

/** What was looked at before and has not been touched since is not read again: the second look happens under the lock. */
async function checkFiles(
  workTree: WorkTree,
  index: IndexState,
  { files }: PreparedCommit,
  before: Look | null,
): Promise<Array<CleanFile>> {
  const pause = createPause()
  const clean: Array<CleanFile> = []
  for (const [at, file] of files.entries()) {
    const known = before?.prepared.files === files && before.index === index ? before.clean[at]! : null
    const isSame = known !== null && stampOf(join(workTree.workTree, file.path)) === known.stamp
    clean.push(isSame ? known : checkClean(workTree, index, file))
    await pause()
  }
  return clean
}

/** Locks HEAD and the branch. False, with both free again, when the branch is not the one that was looked at any more. */
async function takeBranch(
  { repository, disk, patience }: CommitParts,
  { seeds }: TemporaryFiles,
  places: GitPlaces,
  { branch, prepared }: Look,
): Promise<boolean> {
  const { gitDir, commonDir } = repository
  await takeLock(disk, seeds.head, places.headLock, patience)
  // Git removes the folder of a branch `a/b` when it packs its refs.
  if (statOf(dirname(places.ref)) === null) disk.makeFolder(dirname(places.ref))
  await takeLock(disk, seeds.branch, places.refLock, patience)
  if (checkedOutBranch(gitDir) === branch && headCommit(gitDir, commonDir, branch) === prepared.head) return true
  dropLock(disk, seeds.branch, places.refLock)
  dropLock(disk, seeds.head, places.headLock)
  return false
}

/** Brings everything back in order; when that fails too, the next commit or start does it. */
async function cleanUp(parts: CommitParts, temporary: TemporaryFiles, plan: WritePlan | null): Promise<void> {
  const { repository, disk, log, pending, patience } = parts
  try {
    // Without a plan nothing but our own files has been touched.
    if (plan === null) removeTemporaryFiles(disk, temporary)
    else await recoverCommit(repository, disk, { temporary, plan }, patience)
  } catch (error) {
    if (plan !== null) pending.add(temporary.stem)
    log.warn({ err: error }, 'an interrupted commit could not be put in order yet')
  }
}

function asShapeError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return ['EROFS', 'EACCES', 'EPERM'].includes(code) ? Object.assign(shapeError('readOnly'), { cause: error }) : error
}
