import { type ContentType, derivedIdStart } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import type { DeletedFile, FileCommit } from '../../platform/content-files.ts'
import type { ContentStore } from '../catalog/store.ts'
import { readFrontmatter } from '../frontmatter/frontmatter.ts'
import { type ItemText, readItemText } from './content-text.ts'

/** The histories of files; implemented by `server/git`. */
export interface GitHistory {
  changes(path: string): Promise<{
    changes: ReadonlyArray<FileCommit & { blob: string | null; isMerge: boolean }>
    truncated: boolean
  }>
  /** With `replaced`, also those whose path another file has now. */
  deleted(folder: string, options?: { replaced: boolean }): Promise<ReadonlyArray<DeletedFile>>
}

/** A version of an item. `blob` is null where the commit deleted it. */
export interface ItemVersion extends FileCommit {
  blob: string | null
  isMerge: boolean
  /** The blob of the previous version; null for none. */
  before: string | null
  /** The path of the previous version. */
  from: string
  /** Whether there are older versions, which are not known. */
  isCut: boolean
}

export interface DeletedItem extends DeletedFile {
  id: number
  title: string
}

export interface ItemHistory {
  /**
   * Every version of an item, newest first, also of a deleted one; null when the item never
   * existed.
   */
  versions(type: ContentType, id: number): Promise<ReadonlyArray<ItemVersion> | null>
  /**
   * Every version of a page of the site's own texts, newest first, also of a deleted one; null when
   * there never was a file at this path.
   */
  pageVersions(path: string): Promise<ReadonlyArray<ItemVersion> | null>
  /** The deleted items, the latest deletion first, without those that exist again. */
  deleted(type: ContentType): Promise<ReadonlyArray<DeletedItem>>
  /**
   * Ids and paths that a new item must not get: the highest id that the admin assigned to an item
   * which is deleted now (0 when there is none), and the paths of deleted files. A new file with
   * such a path would share its history with the deleted item.
   */
  used(type: ContentType): Promise<{ highestId: number; paths: ReadonlySet<string> }>
}

/** The histories of items, found by their ids. */
export function createItemHistory(parts: {
  store: Pick<ContentStore, 'one' | 'reader'>
  read: (blob: string) => Promise<Uint8Array>
  git: GitHistory
}): ItemHistory {
  const { store, read, git } = parts
  /** The items by blob and path, which never change. */
  const known = new Map<string, { id: number; title: string } | null>()

  async function identify(
    path: string,
    blob: string,
  ): Promise<{ id: number; title: string } | null> {
    const key = `${blob} ${path}`
    const found = known.get(key)
    if (found !== undefined) return found
    const text = readItemText(path, await read(blob), store.reader.settings())
    const identity = text.kind === 'read' ? identityOf(text.text) : null
    known.set(key, identity)
    return identity
  }

  async function allDeleted(type: ContentType) {
    const items: Array<DeletedItem> = []
    for (const file of await git.deleted(type, { replaced: true })) {
      const identity = await identify(file.path, file.blob)
      if (identity) items.push({ ...file, ...identity })
    }
    return items
  }

  /**
   * Of several deleted items with the same id, only the latest; none whose id exists under another
   * path.
   */
  async function deleted(type: ContentType) {
    const seen = new Set<number>()
    return (await allDeleted(type)).filter(
      ({ id }) => !seen.has(id) && seen.add(id) && !store.one(type, id),
    )
  }

  /**
   * The changes of one item among those of its path, which other items may have had before or
   * since. `end` is the commit that deleted it.
   */
  async function ofItem<Change extends FileCommit & { blob: string | null }>(
    changes: ReadonlyArray<Change>,
    id: number,
    end: string | undefined,
  ): Promise<ReadonlyArray<Change>> {
    // A history that was cut off may end before that commit.
    const start = Math.max(
      0,
      end === undefined ? 0 : changes.findIndex(({ commit }) => commit === end),
    )
    const own = changes.slice(start)
    for (const [index, { blob }] of own.entries()) {
      const before = own[index + 1]
      const other = blob === null && before?.blob && (await identify(before.path, before.blob))
      if (other && other.id !== id) return own.slice(0, index)
    }
    return own
  }

  return {
    deleted,
    async versions(type, id) {
      const present = store.one(type, id)
      const gone = present ? undefined : (await deleted(type)).find((item) => item.id === id)
      const path = present?.path ?? gone?.path
      if (path === undefined) return null
      const { changes: all, truncated } = await git.changes(path)
      return asVersions(await ofItem(all, id, gone?.commit), truncated ? all.at(-1) : undefined)
    },
    async pageVersions(path) {
      const { changes, truncated } = await git.changes(path)
      return changes.length === 0
        ? null
        : asVersions(changes, truncated ? changes.at(-1) : undefined)
    },
    async used(type) {
      const gone = await allDeleted(type)
      const highestId = gone.reduce(
        (highest, { id }) => (id < derivedIdStart ? Math.max(highest, id) : highest),
        0,
      )
      return { highestId, paths: new Set(gone.map(({ path }) => path)) }
    },
  }
}

/**
 * Changes with the version before each. `cut` is the last one that is known of a longer history.
 */
function asVersions(
  changes: ReadonlyArray<Omit<ItemVersion, 'before' | 'from' | 'isCut'>>,
  cut: FileCommit | undefined,
): Array<ItemVersion> {
  return changes.map((change, index) => {
    const { blob: before = null, path: from = change.path } = changes[index + 1] ?? {}
    return { ...change, before, from, isCut: change === cut }
  })
}

/**
 * Whether two files are one item under two names: both have the same id; or neither has one, as
 * pages have none, and they differ in nothing but their aliases.
 */
export function isSameItem(before: Uint8Array, after: Uint8Array): boolean {
  const [was, is] = [readFrontmatter(before), readFrontmatter(after)]
  if (was.kind !== 'frontmatter' || is.kind !== 'frontmatter') return false
  const [{ id: from, aliases: _, ...old }, { id: to, aliases: __, ...now }] = [was.data, is.data]
  if (typeof from === 'number' || typeof to === 'number') return from === to
  return Object.keys(now).length > 0 && was.body === is.body && sameValue(old, now)
}

function identityOf({ entry }: ItemText): { id: number; title: string } {
  return { id: entry.item.id, title: entry.item.title }
}
