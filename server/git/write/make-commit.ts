import { dirname, join } from 'node:path'
import { stampOf, statOf } from '../../platform/disk-reads.ts'
import { allDone, type DiskWrites } from '../../platform/disk-writes.ts'
import type { WarningLog } from '../../platform/log.ts'
import type { ProcessIdentity } from '../../platform/process-identity.ts'
import { createTurns, shortSlice } from '../../platform/turns.ts'
import { type IndexState, readIndex } from '../index/index-write.ts'
import { type createConfigReader, isTrue } from '../read/config.ts'
import type { Repository } from '../read/open-repository.ts'
import { checkedOutBranch, headCommit } from '../read/refs.ts'
import { refuseGoneBranch, shapeError, writableBranch } from '../shape/repository-shape.ts'
import type { createLineEnds, LineEndsOf } from './attributes.ts'
import { repairEdits, undoneFiles } from './index-repair.ts'
import { acquireLock, dropLock, type GitPlaces, gitPlaces } from './locks.ts'
import type { ObjectGuard } from './object-guard.ts'
import type { CommitRequest, PreparedCommit, PreparedFile } from './prepare-commit.ts'
import { publish, stageCommit } from './publish.ts'
import { recoverCommit } from './recover-commit.ts'
import { type CleanFile, checkClean, type WorkTree } from './work-file.ts'
import { BranchMovedError } from './write-errors.ts'
import {
  removeTemporaryFiles,
  stagingOf,
  type TemporaryFiles,
  temporaryFilesOf,
  type WritePlan,
} from './write-journal.ts'

export interface CommitParts {
  repository: Repository
  disk: DiskWrites
  config: ReturnType<typeof createConfigReader>
  lineEnds: ReturnType<typeof createLineEnds>
  identity: ProcessIdentity
  log: WarningLog
  /** Stems of commits of this process that must be recovered. */
  pending: Set<string>
  /** How long to wait for the locks of others, in milliseconds. */
  patience: number
  /** Restores the commit's objects on the disk when git deletes them. */
  objectGuard: ObjectGuard
  /** The last known commit of the branch; null while it never had one. */
  lastHead: () => string | null
  /** Recent commits, oldest first. */
  recent: () => ReadonlyArray<WritePlan>
  /** The prefix of the commit's temporary files. */
  stem: string
}

export interface PrepareSettings {
  disk: DiskWrites
  lineEndsOf: LineEndsOf
  /**
   * Called before objects are made. Rejects when the files have uncommitted work, so that a refused
   * save leaves nothing behind.
   */
  checkClean(files: ReadonlyArray<PreparedFile>): Promise<void>
}

/**
 * Prepares a commit on top of `head` and writes its objects. Called again when the branch has moved
 * or the paths must be checked again: `before` is the last result, if it is still valid.
 */
export type Prepare = (
  head: string | null,
  settings: PrepareSettings,
  before: PreparedCommit | null,
) => PreparedCommit | Promise<PreparedCommit>

export interface MadeCommit extends PreparedCommit {
  /** The changes; null for none. */
  plan: WritePlan | null
  /** The index as the commit left it; changes when somebody writes it. */
  stamp: string | null
}

/**
 * The state of the repository at one moment, without uncommitted work at the paths of the commit.
 */
interface CommitState {
  branch: string
  prepared: PreparedCommit
  clean: ReadonlyArray<CleanFile>
  index: IndexState
  logs: ReadonlyArray<string>
}

/**
 * Makes one commit as `WriteLane.commit` describes; throws a BranchMovedError, without any change,
 * when another program has moved the branch. Objects are written, and `willCommit` records the id
 * of the commit, before the locks are taken, which last for a few milliseconds.
 */
export async function makeCommit(
  parts: CommitParts,
  prepare: Prepare,
  {
    willCommit = async () => {},
    committed: notify = () => {},
  }: Pick<CommitRequest, 'willCommit' | 'committed'> = {},
): Promise<MadeCommit> {
  const { repository, disk, objectGuard } = parts
  let current = await checkState(parts, prepare, null).catch((error) => {
    throw asShapeError(error, repository.gitDir)
  })
  if (current.prepared.commit === current.prepared.head)
    return { ...current.prepared, plan: null, stamp: null }
  const temporary = temporaryFilesOf(repository.gitDir, parts.stem)
  const places = gitPlaces(repository, current.branch)
  const stage = async (state: CommitState): Promise<WritePlan> => {
    objectGuard.hold(state.prepared.commit!, state.prepared.objects)
    const staged = stageCommit(parts, temporary, state)
    await allDone([staged.then(() => undefined), willCommit(state.prepared.commit!)])
    return staged
  }
  let plan: WritePlan | null = null
  let committed = false
  let stamp: string | null = null
  try {
    plan = await stage(current)
    await acquireLock(disk, temporary.seeds.index, places.indexLock, parts.patience)
    current = await checkState(parts, prepare, current)
    if (current.prepared.commit !== plan.after) {
      objectGuard.release(plan.after)
      plan = await stage(current)
    }
    if (!(await lockBranch(parts, temporary, places, current)))
      throw new BranchMovedError(places.ref, 0)
    const { workTree, contentDir } = repository
    const undone = await undoneFiles(repository, parts.recent(), current.index)
    const repairs = repairEdits(workTree, undone)
    await publish({
      repairs,
      disk,
      temporary,
      places,
      workTree,
      contentDir,
      ...current,
      complete: async () => void (await objectGuard.complete(current.prepared.commit!)),
      committed() {
        committed = true
        objectGuard.guard(current.prepared.commit!)
        notify()
      },
    })
    stamp = stampOf(places.index)
    dropLock(disk, temporary.seeds.index, places.indexLock)
    removeTemporaryFiles(disk, temporary)
  } catch (error) {
    await cleanUp(parts, temporary, plan, current.prepared)
    if (!committed) {
      objectGuard.release(current.prepared.commit!)
      throw asShapeError(error, repository.gitDir)
    }
    parts.log.warn(
      { err: error, commit: current.prepared.commit },
      'a commit was made, but a later step failed',
    )
  }
  return { ...current.prepared, plan, stamp }
}

/**
 * Checks everything that a commit depends on; the prepared commit is reused when the branch has not
 * moved.
 */
async function checkState(
  { repository, disk, config: readConfig, lineEnds, lastHead }: CommitParts,
  prepare: Prepare,
  before: CommitState | null,
): Promise<CommitState> {
  const config = await readConfig()
  const branch = writableBranch(repository, config)
  if (before !== null && branch !== before.branch)
    throw shapeError('otherBranch', { current: branch, branch: before.branch })
  const head = headCommit(repository, branch)
  refuseGoneBranch(branch, head, lastHead())
  const places = gitPlaces(repository, branch)
  const index = readIndex(places.index, before?.index)
  const workTree = {
    ...repository,
    fileMode: (config.get('core.filemode') ?? 'true').toLowerCase() !== 'false',
  }
  const checked = new Map<ReadonlyArray<PreparedFile>, ReadonlyArray<CleanFile>>()
  const checkClean = async (files: ReadonlyArray<PreparedFile>) => {
    checked.set(files, await checkFiles(workTree, index, files, before))
  }
  const prepared = await prepare(
    head,
    { disk, lineEndsOf: (paths) => lineEnds(paths, config), checkClean },
    before?.prepared.head === head ? before.prepared : null,
  )
  const { files } = prepared
  if (!checked.has(files)) await checkClean(files)
  const all =
    isTrue(config.get('core.logallrefupdates') ?? 'true') ||
    config.get('core.logallrefupdates') === 'always'
  return {
    branch,
    prepared,
    clean: checked.get(files)!,
    index,
    logs: places.logs.filter((log) => all || statOf(log) !== null),
  }
}

/**
 * Files that were checked before and have not changed since are not read again: the second check
 * happens under the lock.
 */
async function checkFiles(
  workTree: WorkTree,
  index: IndexState,
  files: ReadonlyArray<PreparedFile>,
  before: CommitState | null,
): Promise<Array<CleanFile>> {
  const turns = createTurns(shortSlice)
  const clean: Array<CleanFile> = []
  for (const [at, file] of files.entries()) {
    const known =
      before?.prepared.files === files && before.index === index ? before.clean[at]! : null
    const isSame = known !== null && stampOf(join(workTree.workTree, file.path)) === known.stamp
    clean.push(isSame ? known : await checkClean(workTree, index, file))
    if (turns.isDue()) await turns.take()
  }
  return clean
}

/**
 * Locks HEAD and the branch. False, with both unlocked, when the branch has moved since it was
 * read.
 */
async function lockBranch(
  { repository, disk, patience }: CommitParts,
  { seeds }: TemporaryFiles,
  places: GitPlaces,
  { branch, prepared }: CommitState,
): Promise<boolean> {
  const { gitDir } = repository
  await acquireLock(disk, seeds.head, places.headLock, patience)
  // Git removes the folder of a branch `a/b` when it packs its refs.
  if (statOf(dirname(places.ref)) === null) disk.makeFolder(dirname(places.ref))
  await acquireLock(disk, seeds.branch, places.refLock, patience)
  if (checkedOutBranch(gitDir) === branch && headCommit(repository, branch) === prepared.head)
    return true
  dropLock(disk, seeds.branch, places.refLock)
  dropLock(disk, seeds.head, places.headLock)
  return false
}

/** Completes or reverts a failed commit; when that fails too, the next commit or start does it. */
async function cleanUp(
  parts: CommitParts,
  temporary: TemporaryFiles,
  plan: WritePlan | null,
  { files }: PreparedCommit,
): Promise<void> {
  const { repository, disk, log, pending, patience } = parts
  try {
    if (plan !== null)
      return void (await recoverCommit(repository, disk, { temporary, plan }, patience))
    // Only our own files exist, some of them perhaps outside of the temporary folder.
    const stagedPath = stagingOf(temporary, repository.workTree)
    for (const [at, { path }] of files.entries()) disk.remove(stagedPath(path, at))
    removeTemporaryFiles(disk, temporary)
  } catch (error) {
    if (plan !== null) pending.add(temporary.stem)
    log.warn({ err: error }, 'an interrupted commit could be neither completed nor reverted yet')
  }
}

/**
 * The refusal of a save that could not be written, with the folder where; other errors as they are.
 */
function asShapeError(error: unknown, gitDir: string): unknown {
  const {
    code = '',
    path = gitDir,
    dest = path,
  } = error as NodeJS.ErrnoException & { dest?: string }
  if (!['EROFS', 'EACCES', 'EPERM', 'ENOTDIR'].includes(code)) return error
  const folder = dirname(dest)
  return Object.assign(shapeError('readOnly', { folder }), { cause: error, folder })
}
