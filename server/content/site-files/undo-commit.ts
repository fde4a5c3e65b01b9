import type { Saver } from '../../http/mount-calls.ts'
import type { Commit } from '../saving/committing.ts'
import type { ContentStore } from '../store.ts'

interface FileChange {
  path: string
  /** `file`, or a kind that the site never writes (symbolic link, submodule). */
  kind: string
  before: string | null
  after: string | null
}

export type Undone = { kind: 'undone' } | { kind: 'missing' } | { kind: 'moved' }

/** Larger commits are no saves of the admin and cannot be undone here. */
const mostFiles = 20

/**
 * Returns a function that undoes one commit with a new commit, byte for byte. `moved`: one of its files has changed since. `missing`: the site's branch
 * has no such commit.
 */
export function createUndo(parts: {
  store: Pick<ContentStore, 'blobAt'>
  read: (blob: string) => Uint8Array
  commit: Commit
  changesIn: (commit: string) => { message: string; changes: ReadonlyArray<FileChange> } | null
  /** Whether the site's branch contains a commit. */
  made: (commit: string) => boolean | Promise<boolean>
}) {
  const { store, read, changesIn, made } = parts

  return async (commit: string, by: Saver): Promise<Undone> => {
    return parts.commit<Undone>(by, async () => {
      const found = (await made(commit)) ? changesIn(commit) : null
      if (!found || found.changes.length === 0 || found.changes.length > mostFiles)
        return { ending: { kind: 'missing' } }
      if (found.changes.some(({ path, kind, after }) => kind !== 'file' || store.blobAt(path) !== after))
        return { ending: { kind: 'moved' } }
      const changes = found.changes.map(({ path, before, after }) => ({
        path,
        bytes: before === null ? null : Buffer.from(read(before)),
        expected: after,
      }))
      return { changes, message: `Undo: ${found.message.split('\n')[0]}`, result: { kind: 'undone' } }
    })
  }
}
