import { posix } from 'node:path'
import { derivedIdStart } from '#domain/content.ts'
import { type DownloadPatch, downloadFault, endingOf } from '#domain/downloads.ts'
import { cutSlug, isSlug, slugify } from '#domain/slug.ts'
import type { Saver } from '../../http/mount-calls.ts'
import type { Claims } from '../../platform/claims.ts'
import type { DeletedFile } from '../../platform/content-files.ts'
import { allDownloads, downloadById, freeStem, isTaken } from '../catalog/download-list.ts'
import type { ContentStore } from '../catalog/store.ts'
import { readFrontmatter } from '../frontmatter/frontmatter.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { FileRecord } from '../read/file-record.ts'
import {
  type Commit,
  type FileChange,
  type SaveFrom,
  SaveRefused,
  type SaveResult,
} from './committing.ts'
import { type ContentText, changedFile, hasBytes, newFile } from './content-text.ts'
import {
  planOf,
  planRemove,
  planUpdate,
  type SavedKind,
  type StoredText,
  textReader,
} from './plan.ts'

/** The file that a client sends. */
export interface SentFile {
  name: string
  bytes: Buffer
}

type DownloadKind = SavedKind<number, DownloadPatch, StoredText<'downloads'>>

export interface DownloadParts {
  store: Pick<ContentStore, 'files' | 'downloadFile' | 'blobAt' | 'state'>
  read: (blob: string) => Promise<Uint8Array>
  texts: TextWork
  commit: Commit
  nextId: (highest: number) => Promise<number>
  /**
   * Files that were deleted below `downloads/`, last deletion first; also those whose path another
   * file has now.
   */
  deleted: () => Promise<ReadonlyArray<DeletedFile>>
  /** The highest id that has a count. */
  highestCounted: () => number
}

/**
 * Adds, changes and deletes downloads; each write is one commit with the description and the file.
 */
export function createDownloadSaving(parts: DownloadParts) {
  const { store, read, texts, commit } = parts

  /** The file beside a description; null when there is none. */
  function fileOf(id: number): FileRecord | null {
    const file = downloadById(store, id)?.file
    return file === undefined || typeof file === 'string' ? null : file
  }

  /** Downloads, in a save that sends a file in place of the one with a revision. */
  function kindOf(sent: SentFile | null, fileRevision?: string): DownloadKind {
    return {
      ...textReader('downloads', read),
      singular: 'download',
      find: (id) => downloadById(store, id)?.record ?? null,
      edited: async (patch, base, theirs) => ({
        fields: { ...base?.fields, ...written(patch) },
        markdown: (base ?? theirs).markdown,
      }),
      conflicts(_, id) {
        const known = fileOf(id)
        if (!sent || !known || fileRevision === undefined || known.blob === fileRevision) return []
        return [{ key: 'file', base: null, yours: sent.name, theirs: posix.basename(known.path) }]
      },
      async write(theirs, { changed: fields, markdown }, _, id) {
        const { path, blob } = theirs
        const changes = sent ? await replaced(parts, path, fileOf(id), sent, fields, theirs) : []
        const bytes = changedFile(theirs, fields, markdown)
        if (!hasBytes(theirs, bytes)) changes.unshift({ path, bytes, expected: blob })
        const title = String({ ...theirs.fields, ...fields }.title)
        return { changes, title, verb: sent ? 'Replace' : 'Update' }
      },
      beside(id, { path }) {
        const file = fileOf(id)
        return file && !isShared(store, file, path)
          ? [{ path: file.path, bytes: null, expected: file.blob }]
          : []
      },
    }
  }

  return {
    /** Adds a download. Throws SaveRefused and the errors of the write lane. */
    async create(
      { title = '', ...fields }: DownloadPatch,
      sent: SentFile,
      by: Saver,
    ): Promise<SaveResult> {
      check(sent)
      let id: number | null = null
      return commit<SaveResult>(by, async (claimed) => {
        id ??= await freeId(parts)
        const { description, file } = freeNames(
          store.files(),
          title,
          id,
          endingOf(sent.name),
          claimed,
        )
        const bytes = newFile('downloads', description, { id, title, ...written(fields) }, '')
        const changes = [
          { path: description, bytes, expected: null },
          { path: file, bytes: sent.bytes, expected: null },
        ]
        return planOf(kindOf(sent), id, 'Create', { changes, title })
      })
    },

    /**
     * Changes the given fields, and replaces the file when one is sent. Throws SaveRefused and the
     * errors of the write lane.
     */
    async update(
      id: number,
      patch: DownloadPatch,
      sent: SentFile | null,
      { revision, fileRevision, ...by }: SaveFrom & { fileRevision: string | undefined },
    ): Promise<SaveResult> {
      if (sent) check(sent)
      return commit<SaveResult>(by, () =>
        planUpdate(kindOf(sent, fileRevision), id, patch, revision, texts),
      )
    },

    /**
     * Deletes a download; both files stay in git's history. With a `revision`, only when the
     * description still has this blob.
     */
    remove(id: number, { revision, ...by }: SaveFrom): Promise<SaveResult> {
      return commit<SaveResult>(by, async () => planRemove(kindOf(null), id, revision))
    },
  }
}

/**
 * The changes that replace the file. It keeps its name when its extension is the same. Sets
 * `fields.file` when the description must name the file.
 */
async function replaced(
  { store, read }: Pick<DownloadParts, 'store' | 'read'>,
  description: string,
  known: FileRecord | null,
  sent: SentFile,
  fields: Record<string, unknown>,
  theirs: ContentText,
): Promise<Array<FileChange>> {
  const ending = endingOf(sent.name)
  if (known && endingOf(known.path) === ending && !isShared(store, known, description))
    return known.size === sent.bytes.length &&
      Buffer.from(await read(known.blob)).equals(sent.bytes)
      ? []
      : [{ path: known.path, bytes: sent.bytes, expected: known.blob }]
  const stem = description.replace(/\.md$/, '')
  let path = `${stem}.${ending}`
  for (let number = 2; isTaken(store, path); number += 1) path = `${stem}-${number}.${ending}`
  const goes = known && !isShared(store, known, description)
  if (theirs.fields.file !== null || path !== `${stem}.${ending}` || (known && !goes))
    fields.file = posix.basename(path)
  const changes: Array<FileChange> = [{ path, bytes: sent.bytes, expected: null }]
  if (known && goes) changes.push({ path: known.path, bytes: null, expected: known.blob })
  return changes
}

/** Whether another description hands out the same file. */
function isShared(
  store: Pick<ContentStore, 'files' | 'state'>,
  { path }: FileRecord,
  description: string,
): boolean {
  return allDownloads(store).some(
    ({ record, file }) =>
      record.path !== description && typeof file !== 'string' && file.path === path,
  )
}

/** The paths of a new description and its file. */
function freeNames(
  files: Iterable<FileRecord>,
  title: string,
  id: number,
  ending: string,
  claimed: Claims,
) {
  const made = cutSlug(slugify(title), 40).replace(/[-_]+$/, '')
  const stem = isSlug(made) ? made : `download-${id}`
  const free = freeStem(files, `downloads/${stem}`, claimed)
  return { description: `${free}.md`, file: `${free}.${ending}` }
}

/** An id that no download has or had. */
async function freeId({
  store,
  read,
  deleted,
  highestCounted,
  nextId,
}: DownloadParts): Promise<number> {
  const ids = allDownloads(store).map(({ record }) => record.entry.item.id)
  for (const { path, blob } of await deleted()) {
    const file = path.endsWith('.md') ? readFrontmatter(await read(blob)) : null
    if (file?.kind === 'frontmatter' && typeof file.data.id === 'number') ids.push(file.data.id)
  }
  // Ids that were derived from a path are far above those that the admin gives.
  return nextId(Math.max(highestCounted(), ...ids.filter((id) => id < derivedIdStart)))
}

function check({ name, bytes }: SentFile) {
  const fault = downloadFault(name, bytes)
  if (fault) throw new SaveRefused([{ path: 'file', message: fault }])
}

function written(patch: DownloadPatch): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...patch }
  for (const name of ['fileType', 'imageUrl']) if (fields[name] === '') fields[name] = null
  return fields
}
