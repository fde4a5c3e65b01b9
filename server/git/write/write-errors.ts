import { RefusedError, UncommittedError } from '../../platform/errors.ts'

// The reasons why a commit was not made; nothing has changed then. The messages are sentences for
// the person who saves.

/**
 * Another program holds one of git's locks for longer than the time limit. The lock is not removed.
 */
export class RepositoryBusyError extends RefusedError {
  override name = 'RepositoryBusyError'
  readonly kind = 'busy'
  readonly lock: string
  /** How long the lock has been there, in milliseconds. */
  readonly age: number

  constructor(lock: string, age: number) {
    super(
      `Another program is working on the repository: it has held ${lock} for ${seconds(age)}. Save again when it has finished.`,
    )
    this.lock = lock
    this.age = age
  }
}

/** Another program moved the branch during every attempt of the commit. */
export class BranchMovedError extends RepositoryBusyError {
  override name = 'BranchMovedError'
}

/** The edit is based on another version of the file. `current` is the blob at the path in HEAD. */
export class ConflictError extends RefusedError {
  override name = 'ConflictError'
  readonly kind = 'conflict'
  readonly path: string
  readonly current: string | null

  constructor(path: string, current: string | null) {
    super(
      current === null
        ? `${path} has been deleted meanwhile.`
        : `${path} has been changed meanwhile.`,
    )
    this.path = path
    this.current = current
  }
}

/** A writer has uncommitted changes at the path: in the file, or staged. */
export class UncommittedWorkError extends UncommittedError {
  override name = 'UncommittedWorkError'
  readonly path: string

  constructor(path: string, what: 'edited' | 'deleted' | 'new' | 'staged') {
    super(`${path} ${work[what]} in the working copy. Commit or undo that first, then save again.`)
    this.path = path
  }
}

const work = {
  edited: 'has changes that are not committed',
  deleted: 'was deleted without a commit',
  new: 'is already there, but not committed,',
  staged: 'is staged with changes that are not committed',
}

/** A path that is not allowed for files of the site. */
export class RefusedPathError extends RefusedError {
  override name = 'RefusedPathError'
  readonly kind = 'path'
  readonly path: string

  constructor(path: string, reason: string) {
    super(`${JSON.stringify(path)} cannot be saved: ${reason}.`)
    this.path = path
  }
}

function seconds(milliseconds: number): string {
  const whole = Math.max(1, Math.round(milliseconds / 1000))
  if (whole < 120) return whole === 1 ? '1 second' : `${whole} seconds`
  return whole < 7200 ? `${Math.round(whole / 60)} minutes` : `${Math.round(whole / 3600)} hours`
}
