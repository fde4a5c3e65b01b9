import type { MergeConflict } from './file-merge.ts'

/** Files that both sides have changed in conflicting ways. */
export class SyncConflict extends Error {
  override name = 'SyncConflict'
  readonly conflicts: ReadonlyArray<MergeConflict>

  constructor(conflicts: ReadonlyArray<MergeConflict>, where: { branch: string; tracking: string }) {
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
    super(`The remote brings something that only git can check out: ${path} (${what}).`)
  }
}
