import { RefusedError } from '../../platform/errors.ts'

/**
 * The message to the user who saves, for each state of a repository that can be read but not written to. `{…}` is
 * replaced.
 */
export const shapeFaults = {
  detached: 'The working copy is on no branch (detached HEAD); check out the branch of the site, then save again.',
  otherBranch:
    'The working copy is on branch {current}, but the site shows {branch}; check out {branch}, then save again.',
  symbolicBranch: 'Branch {branch} is only another name of {target}; the site has to follow {target} itself.',
  branchGone:
    'Branch {branch} has no commit any more; bring it back with "git update-ref refs/heads/{branch} {commit}", then save again.',
  unreadable: 'The repository of the site cannot be read: {reason}; repair it, then save again.',
  bare: 'The repository is set up as bare (core.bare), so there is no working copy to save into.',
  otherWorkTree: 'The repository names another folder as its working copy (core.worktree).',
  format: 'The repository uses {format}, which can be read by git alone.',
  merge: 'A merge is unfinished in the working copy; commit or abort it, then save again.',
  rebase: 'A rebase is unfinished in the working copy; finish or abort it, then save again.',
  cherryPick: 'A cherry-pick is unfinished in the working copy; commit or abort it, then save again.',
  revert: 'A revert is unfinished in the working copy; commit or abort it, then save again.',
  bisect: 'A bisect is under way in the working copy; end it with "git bisect reset", then save again.',
  unmerged: 'Files of the working copy have merge conflicts that are not resolved; resolve them, then save again.',
  splitIndex: 'The index of the repository is split; run "git update-index --no-split-index", then save again.',
  sparse: 'The working copy is a sparse checkout; run "git sparse-checkout disable", then save again.',
  indexVersion: 'The index has format version {version}; run "git update-index --index-version 2", then save again.',
  indexExtension: 'The index of the repository uses the extension {name}, which is not known here.',
  indexDamaged: 'The index of the repository is damaged; "git status" says more.',
  attributes:
    'Git attributes ({attribute} in {file}) change {path} on its way into the repository; only git itself can commit it.',
  readOnly: 'The repository is on a disk or in a folder that may not be written to.',
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
export function shapeError(fault: ShapeFault, names: Readonly<Record<string, string>> = {}): RepositoryShapeError {
  return new RepositoryShapeError(
    fault,
    shapeFaults[fault].replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole),
  )
}
