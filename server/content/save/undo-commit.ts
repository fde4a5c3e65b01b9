import { contentTypes } from '#domain/content.ts'
import type { Saver } from '../../http/mount-calls.ts'
import type { ContentStore } from '../catalog/store.ts'
import { settingsPath } from '../read/file-kind.ts'
import { isAddressed, takenAddresses } from './addresses.ts'
import { type Commit, SaveRefused } from './committing.ts'
import { readItemText } from './content-text.ts'
import { withoutChange } from './settings.ts'

interface FileChange {
  path: string
  /** `file`, or a kind that the site never writes (symbolic link, submodule). */
  kind: string
  before: string | null
  after: string | null
}

/** `changed`: the files that have changed since. */
export type Undone =
  | { kind: 'undone' }
  | { kind: 'missing' }
  | { kind: 'moved'; changed: ReadonlyArray<string> }

/**
 * The change that takes one of a commit back, byte for byte. From a `site.yaml` that others have
 * changed since, it takes only what the commit wrote.
 */
export async function changeBack(
  { path, before, after }: FileChange,
  now: string | null,
  read: (blob: string) => Promise<Uint8Array>,
) {
  const bytes = before === null ? null : Buffer.from(await read(before))
  const isShared = path === settingsPath && now !== null && after !== null && now !== after
  const merged = isShared ? withoutChange(await read(now), bytes, await read(after)) : null
  return merged ? { path, bytes: merged, expected: now } : { path, bytes, expected: after }
}

/** An item that an undo brings back to its earlier state. */
interface Returning {
  item: { id: number; slug: string; title: string }
  isDeleted: boolean
}

/** Larger commits are no saves of single items. */
export const mostSavedFiles = 20

/**
 * Returns a function that undoes one commit with a new commit (`changeBack`). `moved`: one of its
 * files has changed since. `missing`: the site's branch has no such commit. Throws SaveRefused when
 * another article has an address by now that one of the files would get.
 */
export function createUndo(parts: {
  store: Pick<ContentStore, 'all' | 'blobAt' | 'reader'>
  read: (blob: string) => Promise<Uint8Array>
  commit: Commit
  changesIn: (
    commit: string,
  ) => Promise<{ message: string; changes: ReadonlyArray<FileChange> } | null>
  /** Whether the site's branch contains a commit. */
  made: (commit: string) => boolean | Promise<boolean>
  /** A commit with more files is not undone, */
  mostFiles: number
  /** unless its message is that of a change that the site makes as a whole. */
  isWhole?: (message: string) => boolean
}) {
  const { store, read, changesIn, made, mostFiles, isWhole } = parts

  /** Two articles with one address: the site would show one of them. */
  async function refuseTaken(changes: ReadonlyArray<FileChange>) {
    const paths = new Set(changes.map(({ path }) => path))
    for (const type of contentTypes.filter(isAddressed)) {
      const back: Array<Returning> = []
      for (const { path, before, after } of changes) {
        if (before === null || !path.startsWith(`${type}/`)) continue
        const text = readItemText(path, await read(before), store.reader.settings())
        if (text.kind === 'read')
          back.push({ item: text.text.entry.item, isDeleted: after === null })
      }
      if (back.length === 0) continue
      const taken = takenAddresses(
        type,
        store.all(type).filter(({ path }) => !paths.has(path)),
        store.reader.settings().language,
      )
      for (const { item, isDeleted } of back) {
        const holder = taken.holder(item.slug, item.id)
        if (!holder) continue
        const wayOut = isDeleted
          ? " Restore it under 'Recently deleted': there it gets another address."
          : ''
        const message = `The address of '${item.title}' belongs to '${holder.title}' now.${wayOut}`
        throw new SaveRefused([{ path: 'commit', message }])
      }
    }
  }

  return async (commit: string, by: Saver): Promise<Undone> => {
    return parts.commit<Undone>(by, async () => {
      const found = (await made(commit)) ? await changesIn(commit) : null
      const isTooLarge =
        (found?.changes.length ?? 0) > mostFiles && !isWhole?.(found?.message.trim() ?? '')
      if (!found || found.changes.length === 0 || isTooLarge) return { ending: { kind: 'missing' } }
      const changes = await Promise.all(
        found.changes.map((change) => changeBack(change, store.blobAt(change.path), read)),
      )
      const changed = changes.filter(
        ({ path, expected }, at) =>
          found.changes[at]?.kind !== 'file' || store.blobAt(path) !== expected,
      )
      if (changed.length > 0)
        return { ending: { kind: 'moved', changed: changed.map(({ path }) => path) } }
      await refuseTaken(found.changes)
      return {
        changes,
        message: `Undo: ${found.message.split('\n')[0]}`,
        result: { kind: 'undone' },
      }
    })
  }
}
