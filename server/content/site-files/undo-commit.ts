import type { Commit, Saver } from '../saving/committing.ts'
import type { ContentStore } from '../store.ts'

interface FileChange {
  path: string
  /** `file`, or something that the site never writes. */
  kind: string
  before: string | null
  after: string | null
}

export type Undone = { kind: 'undone' } | { kind: 'missing' } | { kind: 'moved' }

/** A save is undone while somebody still looks at what it did; what changed more than this is history's. */
const mostFiles = 20

/**
 * Returns a function that takes one commit back by a new one, byte for byte: `moved` when one of its files has changed since, `missing` when there is no such
 * commit on the site's branch.
 */
export function createUndo(parts: {
  store: Pick<ContentStore, 'blobAt'>
  read: (blob: string) => Uint8Array
  commit: Commit
  changesIn: (commit: string) => { message: string; changes: ReadonlyArray<FileChange> } | null
  /** Whether the site's branch holds a commit. */
  made: (commit: string) => boolean
}) {
  const { store, read, changesIn, made } = parts

  return async (commit: string, by: Saver): Promise<Undone> => {
    const { result } = await parts.commit<Undone>(by, async () => {
      const found = made(commit) ? changesIn(commit) : null
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
    return result
  }
}
