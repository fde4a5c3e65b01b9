import type { MergeConflict } from './merge-trees.ts'

/** Files that both sides have changed in conflicting ways. */
export class SyncConflict extends Error {
  override name = 'SyncConflict'
  readonly conflicts: ReadonlyArray<MergeConflict>

  constructor(
    conflicts: ReadonlyArray<MergeConflict>,
    where: { branch: string; tracking: string },
  ) {
    const shown = conflicts.slice(0, 5).map(({ path, kind }) => `${path}${descriptions[kind]}`)
    const more = conflicts.length - shown.length
    const files = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    super(
      `The site and the remote have changed the same places: ${files}. The site keeps its own and goes on saving. ` +
        `Run "git merge ${where.tracking}" in the checkout and resolve it, or push a merge to ${where.branch}: then the sync goes on by itself.`,
    )
    this.conflicts = conflicts
  }
}

const descriptions = {
  changed: '',
  'deleted-here': ' (deleted here, changed there)',
  'deleted-there': ' (changed here, deleted there)',
}

/** A change that only git itself can check out. */
export class UnfitChange extends Error {
  override name = 'UnfitChange'

  constructor(path: string, what: string) {
    super(`The remote has a change that only git can check out: ${path} (${what}).`)
  }
}

/**
 * What a site does about commits that the remote has lost: a follower does not have them.
 */
const outcomes = {
  followed:
    'the site shows what is there now. Push them again if that was a mistake; otherwise this ends with the next start.',
  'pushed again':
    'the site still has them and pushes them again. If they were taken out on purpose, delete those texts in the site, or reset its branch too while it is stopped.',
}

/** The message about commits that the site had seen in the branch of the remote. */
export function lostCommits(branch: string, lost: string, outcome: keyof typeof outcomes): string {
  return `The branch ${branch} of the remote has lost commits that were in it, the last one ${lost.slice(0, 7)}; ${outcomes[outcome]}`
}

/**
 * A remote could not be read or written. The message is a sentence for administrators, without
 * secrets.
 */
export class RemoteError extends Error {
  override name = 'RemoteError'
  readonly fault: RemoteFault

  constructor(fault: RemoteFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

export type RemoteFault =
  /** It cannot be reached or has a server error. */
  | 'unreachable'
  /** It rejects the credentials. */
  | 'forbidden'
  /** The repository or branch does not exist. */
  | 'missing'
  /** It does not answer like a git server. */
  | 'protocol'
  /** It rejects a push. */
  | 'refused'
  /** Another process is writing there; a retry can succeed. */
  | 'busy'
  /** The server is shutting down. */
  | 'stopped'
