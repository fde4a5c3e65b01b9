import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { ifThere } from '../../platform/disk-reads.ts'
import { RefusedError, RepositoryError } from '../../platform/errors.ts'
import { type GitConfig, isTrue } from '../read/config.ts'
import type { RepositoryPlace } from '../read/find-repository.ts'
import type { Repository } from '../read/open-repository.ts'
import { checkedOutBranch, headCommit } from '../read/refs.ts'

/** Files and folders beside HEAD during an unfinished git operation. */
const unfinished: ReadonlyArray<readonly [name: string, fault: ShapeFault]> = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherryPick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
]

/**
 * The branch to commit to. Throws a RepositoryShapeError when the repository is in a state that
 * cannot be written to safely; the index and attributes of files are checked elsewhere.
 */
export function writableBranch(place: RepositoryPlace, config: GitConfig): string {
  const { gitDir, commonDir, branch } = place
  checkFormat(config)
  checkWorkTree(place, config)
  const current = checkedOutBranch(gitDir)
  // HEAD is also detached during a rebase and a bisect; naming the cause is more helpful.
  for (const [name, fault] of unfinished)
    if (existsSync(join(gitDir, name))) throw shapeError(fault)
  if (current === null) throw shapeError('detached')
  if (branch !== null && current !== branch) throw shapeError('otherBranch', { current, branch })
  const target = symbolicTarget(join(commonDir, 'refs', 'heads', current))
  if (target !== null) throw shapeError('symbolicBranch', { branch: current, target })
  if (isTrue(config.get('core.sparsecheckout'))) throw shapeError('sparse')
  return current
}

function checkFormat(config: GitConfig) {
  const refs = config.get('extensions.refstorage') ?? 'files'
  if (refs !== 'files') throw shapeError('format', { format: `${refs} for its refs` })
}

function checkWorkTree({ gitDir, workTree }: RepositoryPlace, config: GitConfig) {
  const named = config.get('core.worktree')
  if (named !== undefined) {
    const path = isAbsolute(named) ? named : resolve(gitDir, named)
    if (!existsSync(path) || realpathSync(path) !== workTree) throw shapeError('otherWorkTree')
  } else if (isTrue(config.get('core.bare')) && gitDir === join(workTree, '.git'))
    throw shapeError('bare')
}

function symbolicTarget(path: string): string | null {
  const text = ifThere(() => readFileSync(path, 'utf8'), 'EISDIR')
  return /^ref:\s*(?:refs\/heads\/)?(\S+)/.exec(text ?? '')?.[1] ?? null
}

/**
 * The message to the user who saves, for each state of a repository that can be read but not
 * written to. `{…}` is replaced.
 */
const shapeFaults = {
  detached:
    'The working copy is on no branch (detached HEAD); check out the branch of the site, then save again.',
  otherBranch:
    'The working copy is on branch {current}, but the site shows {branch}; check out {branch}, then save again.',
  symbolicBranch:
    'Branch {branch} is only another name of {target}; the site has to follow {target} itself.',
  branchGone:
    'Branch {branch} has no commit any more; bring it back with "git update-ref refs/heads/{branch} {commit}", then save again.',
  unreadable: 'The repository of the site cannot be read: {reason}; repair it, then save again.',
  bare: 'The repository is set up as bare (core.bare), so there is no working copy to save into.',
  otherWorkTree: 'The repository names another folder as its working copy (core.worktree).',
  format: 'The repository uses {format}, which can be read by git alone.',
  merge: 'A merge is unfinished in the working copy; commit or abort it, then save again.',
  rebase: 'A rebase is unfinished in the working copy; finish or abort it, then save again.',
  cherryPick:
    'A cherry-pick is unfinished in the working copy; commit or abort it, then save again.',
  revert: 'A revert is unfinished in the working copy; commit or abort it, then save again.',
  bisect:
    'A bisect is under way in the working copy; end it with "git bisect reset", then save again.',
  unmerged:
    'Files of the working copy have merge conflicts that are not resolved; resolve them, then save again.',
  splitIndex:
    'The index of the repository is split; run "git update-index --no-split-index", then save again.',
  sparse:
    'The working copy is a sparse checkout; run "git sparse-checkout disable", then save again.',
  indexVersion:
    'The index has format version {version}; run "git update-index --index-version 2", then save again.',
  indexExtension: 'The index of the repository uses the extension {name}, which is not known here.',
  indexDamaged: 'The index of the repository is damaged; "git status" says more.',
  attributes:
    'Git attributes ({attribute}) change {path} on its way into the repository; only git itself can commit it.',
  readOnly: 'Nothing can be written to {folder}, so nothing can be saved.',
  noHardLinks: 'The file system of the repository has no hard links, which safe saving needs.',
} as const

export type ShapeFault = keyof typeof shapeFaults

/** The repository is in a state that can be read but not written to. */
export class RepositoryShapeError extends RefusedError {
  override name = 'RepositoryShapeError'
  readonly kind = 'shape'
  readonly fault: ShapeFault

  constructor(fault: ShapeFault, sentence: string) {
    super(sentence)
    this.fault = fault
  }
}

/** The error for a fault; `names` are inserted into its message. */
export function shapeError(
  fault: ShapeFault,
  names: Readonly<Record<string, string>> = {},
): RepositoryShapeError {
  return new RepositoryShapeError(
    fault,
    shapeFaults[fault].replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole),
  )
}

/**
 * The last known commit of the branch; null while it never had one. `shown` is the commit that the
 * site shows, if known.
 */
export function createLastHead(
  repository: Repository,
  shown: () => string | null,
): () => string | null {
  const read = (): string | null => {
    try {
      return headCommit(repository, repository.branch, 1)
    } catch (error) {
      // A ref that is temporarily unreadable does not change the result.
      if (error instanceof RepositoryError) return null
      throw error
    }
  }
  let last = read()
  return () => {
    last = read() ?? shown() ?? last
    return last
  }
}

/**
 * Throws a RepositoryShapeError when the branch has lost its last known commit: a new root commit
 * would replace the whole content.
 */
export function refuseGoneBranch(branch: string, head: string | null, known: string | null): void {
  if (head === null && known !== null) throw shapeError('branchGone', { branch, commit: known })
}

/**
 * Throws a RepositoryShapeError when a save could write nothing: to a folder that every save needs,
 * or to the one where the last save failed.
 */
export function refuseClosedFolder(
  { contentDir, gitDir, commonDir }: Repository,
  last: string | null,
): void {
  const needed = [
    gitDir,
    join(commonDir, 'objects'),
    join(commonDir, 'refs', 'heads'),
    join(gitDir, 'logs'),
    contentDir,
  ]
  const folder = [...needed, ...(last === null ? [] : [last])].find((one) => !isWritable(one))
  if (folder !== undefined) throw shapeError('readOnly', { folder })
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    // A damaged disk or a wrong copy may leave a file in the place of a folder.
    return statSync(folder).isDirectory()
  } catch (error) {
    return !['EACCES', 'EPERM', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code))
  }
}

/**
 * The refusal of a save, for the error of an unreadable repository; others as they are.
 */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof RepositoryError) || error instanceof RepositoryShapeError) return error
  return Object.assign(shapeError('unreadable', { reason: error.message.replace(/\.$/, '') }), {
    cause: error,
  })
}
