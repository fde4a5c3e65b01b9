import type { FileKind } from '#domain/content.ts'
import type { ItemConflict } from '#domain/item/merge-item.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { ReadingRules } from '../read/reading-rules.ts'
import {
  type CommitVerb,
  commitMessage,
  type FileChange,
  type Plan,
  SaveRefused,
  type SaveResult,
} from './committing.ts'
import { type ContentText, readText, versionAt } from './content-text.ts'
import type { ItemVersion } from './item-history.ts'
import { conflictBetween, type Merged, mergeVersions, type Version } from './merging.ts'

/** The file of a document; without a blob it is not there yet. */
export interface DocumentFile {
  path: string
  blob: string | null
}

/** The changes of a write, and the title of the document in the message of the commit. */
export interface Written {
  changes: ReadonlyArray<FileChange>
  title: string
  verb?: CommitVerb
}

/** What is different about a kind of documents in a save. `Text` is a version of one. */
export interface SavedKind<Key, Patch, Text extends Version> {
  /** Name of one document in messages of commits. */
  singular: string
  /** The current file; null when there is none. */
  find(key: Key): DocumentFile | null
  /** Throws SaveRefused when the file can't be read. */
  read(file: DocumentFile): Promise<Text>
  /** The version in a blob that a client names; null when the blob is no version of the file. */
  versionAt(path: string, blob: string): Promise<Text | null>
  /** The version of the client: its base, null when that is unknown, with the patch applied. */
  edited(patch: Patch, base: Text | null, theirs: Text): Promise<Version>
  /** Conflicts of what is beside the file. */
  conflicts?(theirs: Text, key: Key): Array<ItemConflict>
  /** The changes that make the current version the merged one; none when it is that already. */
  write(theirs: Text, merged: Merged, patch: Patch, key: Key): Written | Promise<Written>
  /** The changes of a save without a file; null when there is nothing to save. */
  begin?(key: Key, patch: Patch): Promise<Written> | null
  /** The changes that go with the deletion of the file. Throws SaveRefused when it must stay. */
  beside?(key: Key, file: DocumentFile): Array<FileChange>
  /**
   * The file as it was in a version, with `blob` as its bytes; `now` is the current one. Throws
   * SaveRefused.
   */
  restored?(
    key: Key,
    version: ItemVersion,
    blob: string,
    now: DocumentFile | null,
  ): Promise<{ path: string; bytes: Buffer; title: string }>
}

/** A version of a Markdown file, and its blob. */
export type StoredText<Kind extends FileKind = FileKind> = ContentText<Kind> & { blob: string }

/** How the files of a kind of Markdown are read. */
export function textReader<Kind extends FileKind>(
  kind: Kind,
  bytesOf: (blob: string) => Promise<Uint8Array>,
  rules?: () => ReadingRules,
) {
  return {
    async read({ path, blob }: { path: string; blob: string }): Promise<StoredText<Kind>> {
      const found = readText([kind], path, await bytesOf(blob), rules?.())
      if (found.kind === 'read') return { ...found.text, blob }
      throw new SaveRefused(
        found.faults.map(({ line, message }) => ({
          path: '',
          message: `${path}, line ${line}: ${message}.`,
        })),
      )
    },
    async versionAt(path: string, blob: string): Promise<StoredText<Kind> | null> {
      const text = await versionAt([kind], path, blob, bytesOf, rules?.())
      return text && { ...text, blob }
    },
  }
}

/** The plan of a write. */
export function planOf<Key>(
  kind: { singular: string },
  id: Key,
  verb: CommitVerb,
  written: Written,
  isMerged = false,
): Plan<SaveResult<Key>> {
  const { changes, title } = written
  const result = { kind: 'saved' as const, id, commit: null }
  if (changes.length === 0) return { ending: result }
  return {
    changes,
    message: commitMessage(written.verb ?? verb, kind.singular, title),
    result,
    isMerged,
  }
}

/**
 * Plans the save of a document of any kind: the patch is applied to the version that the client
 * has, and merged with what others have changed since. `revision` is the blob of that version, by
 * default the current one. Throws SaveRefused.
 */
export async function planUpdate<Key, Patch, Text extends Version>(
  kind: SavedKind<Key, Patch, Text>,
  key: Key,
  patch: Patch,
  revision: string | undefined,
  texts: Pick<TextWork, 'merge'>,
): Promise<Plan<SaveResult<Key>>> {
  const file = kind.find(key)
  if (!file) {
    const begun = await kind.begin?.(key, patch)
    return begun ? planOf(kind, key, 'Create', begun) : { ending: { kind: 'missing' } }
  }
  const theirs = await kind.read(file)
  const isCurrent = revision === undefined || revision === file.blob
  const base = isCurrent ? theirs : await kind.versionAt(file.path, revision)
  const yours = await kind.edited(patch, base, theirs)
  const merged = await mergeVersions(base, yours, theirs, texts, kind.conflicts?.(theirs, key))
  if (merged.kind === 'conflict') return { ending: merged }
  return planOf(kind, key, 'Update', await kind.write(theirs, merged, patch, key), !isCurrent)
}

/**
 * Plans the deletion of a document; its versions stay in git. With a `revision`, only when this is
 * the current version. Throws SaveRefused.
 */
export async function planRemove<Key extends string | number, Text extends Version>(
  kind: SavedKind<Key, never, Text>,
  key: Key,
  revision: string | undefined,
): Promise<Plan<SaveResult<Key>>> {
  const file = kind.find(key)
  if (!file?.blob) return { ending: { kind: 'missing' } }
  const beside = kind.beside?.(key, file) ?? []
  if (revision !== undefined && revision !== file.blob)
    return {
      ending: conflictBetween(
        await kind.versionAt(file.path, revision),
        null,
        await kind.read(file),
        [],
      ),
    }
  const title = String((await kind.versionAt(file.path, file.blob))?.fields.title ?? key)
  const changes = [{ path: file.path, bytes: null, expected: file.blob }, ...beside]
  return planOf(kind, key, 'Delete', { changes, title })
}

/**
 * Plans that a document is as it was after a commit, or before it when that deleted it. Throws
 * SaveRefused.
 */
export async function planRestore<Key>(
  kind: Pick<Required<SavedKind<Key, never, Version>>, 'singular' | 'find' | 'restored'>,
  key: Key,
  versions: ReadonlyArray<ItemVersion> | null,
  commit: string,
  bytesOf: (blob: string) => Promise<Uint8Array>,
): Promise<Plan<SaveResult<Key>>> {
  const version = versions?.find((one) => one.commit === commit)
  const then = version?.blob ?? version?.before
  if (!version || !then) return { ending: { kind: 'missing' } }
  const now = kind.find(key)
  const { path, bytes, title } = await kind.restored(key, version, then, now)
  const expected = now?.blob ?? null
  const isSame = expected !== null && bytes.equals(await bytesOf(expected))
  return planOf(kind, key, 'Restore', { changes: isSame ? [] : [{ path, bytes, expected }], title })
}
