import { derivedIdStart } from '#domain/content.ts'
import { type DownloadPatch, downloadFault, endingOf } from '#domain/downloads.ts'
import { cutSlug, isSlug, slugify } from '#domain/slug.ts'
import type { Saver } from '../../http/mount-calls.ts'
import type { Claims } from '../../platform/claims.ts'
import type { FileRecord } from '../file-record.ts'
import { readFrontmatter } from '../frontmatter.ts'
import type { TextWork } from '../markdown/text-work.ts'
import { conflictBetween, mergeVersions } from '../merging.ts'
import { type Commit, type FileChange, type Plan, SaveRefused } from '../saving/committing.ts'
import { type ContentText, changedFile, hasBytes, newFile, readText, versionAt } from '../saving/content-text.ts'
import type { SiteSave } from '../site-files/site-save.ts'
import type { ContentStore } from '../store.ts'
import { allDownloads, type DownloadRecords, downloadById, freeStem, isTaken, nameOf } from './download-list.ts'

export interface SentFile {
  name: string
  bytes: Buffer
}

interface From extends Saver {
  revision: string | undefined
  fileRevision: string | undefined
}

type Saved = { kind: 'saved'; id: number; commit: string | null }
/** How a save of a download ended that was not refused. */
export type DownloadSave = Saved | Exclude<SiteSave, { kind: 'saved' }>

/** Adds, changes and deletes downloads; each write is one commit with the description and the file. */
export function createDownloadSaving(parts: {
  store: Pick<ContentStore, 'files' | 'downloadFile' | 'blobAt' | 'state'>
  read: (blob: string) => Uint8Array
  texts: TextWork
  commit: Commit
  nextId: (highest: number) => Promise<number>
  /** The last versions of deleted descriptions; their ids are not given again. */
  deleted: () => Promise<Iterable<{ path: string; blob: string }>>
  /** The highest id that has a count. */
  highestCounted: () => number
}) {
  const { store, read, texts, commit } = parts

  function textOf({ record: { path, blob } }: DownloadRecords) {
    const found = readText(['downloads'], path, read(blob))
    if (found.kind === 'read') return { ...found.text, blob }
    throw new SaveRefused(found.faults.map(({ message }) => ({ path: '', message: `${message}.` })))
  }

  async function freeId(): Promise<number> {
    let highest = parts.highestCounted()
    for (const { record } of allDownloads(store)) highest = Math.max(highest, smallId(record.entry.item.id))
    for (const { path, blob } of await parts.deleted()) {
      const file = path.endsWith('.md') ? readFrontmatter(read(blob)) : null
      if (file?.kind === 'frontmatter') highest = Math.max(highest, smallId(file.data.id))
    }
    return parts.nextId(highest)
  }

  return {
    /** Adds a download. Throws SaveRefused and the errors of the write lane. */
    async create({ title = '', ...fields }: DownloadPatch, sent: SentFile, by: Saver): Promise<DownloadSave> {
      check(sent)
      let id: number | null = null
      return commit<DownloadSave>(by, async (claimed) => {
        id ??= await freeId()
        const { description, file } = freeNames(title, id, endingOf(sent.name), claimed)
        const bytes = newFile('downloads', description, { id, title, ...written(fields) }, '')
        const changes = [
          { path: description, bytes, expected: null },
          { path: file, bytes: sent.bytes, expected: null },
        ]
        return { changes, message: `Create download: ${title}`, result: { kind: 'saved', id, commit: null } }
      })
    },

    /** Changes the given fields, and replaces the file when one is sent. Throws SaveRefused and the errors of the write lane. */
    async update(id: number, patch: DownloadPatch, sent: SentFile | null, from: From): Promise<DownloadSave> {
      if (sent) check(sent)
      return commit<DownloadSave>(from, async () => {
        const found = downloadById(store, id)
        if (!found) return { ending: { kind: 'missing' } }
        return planned(id, found, patch, sent, from)
      })
    },

    /** Deletes a download; both files stay in git's history. With a `revision`, only when the description still has this blob. */
    async remove(id: number, { revision, ...by }: Omit<From, 'fileRevision'>): Promise<DownloadSave> {
      return commit<DownloadSave>(by, async () => {
        const found = downloadById(store, id)
        if (!found) return { ending: { kind: 'missing' } }
        const { record, file } = found
        if (revision !== undefined && revision !== record.blob)
          return { ending: conflictBetween(null, null, textOf(found), []) }
        const changes: Array<FileChange> = [{ path: record.path, bytes: null, expected: record.blob }]
        if (typeof file !== 'string' && !isShared(file, record.path))
          changes.push({ path: file.path, bytes: null, expected: file.blob })
        return {
          changes,
          message: `Delete download: ${record.entry.item.title}`,
          result: { kind: 'saved', id, commit: null },
        }
      })
    },
  }

  async function planned(
    id: number,
    found: DownloadRecords,
    patch: DownloadPatch,
    sent: SentFile | null,
    { revision, fileRevision }: From,
  ): Promise<Plan<DownloadSave>> {
    const { path, blob } = found.record
    const known = typeof found.file === 'string' ? null : found.file
    const theirs = textOf(found)
    const base = revision === undefined || revision === blob ? theirs : versionAt(['downloads'], path, revision, read)
    const yours = { fields: { ...base?.fields, ...written(patch) }, markdown: (base ?? theirs).markdown }
    const merged = await mergeVersions(base, yours, theirs, texts)
    if (sent && fileRevision !== undefined && known && known.blob !== fileRevision) {
      const others = merged.kind === 'conflict' ? merged.conflicts : []
      const ofFile = { key: 'file', base: null, yours: sent.name, theirs: nameOf(known.path) }
      return { ending: conflictBetween(base, yours, theirs, [...others, ofFile]) }
    }
    if (merged.kind === 'conflict') return { ending: merged }
    const fields = { ...merged.changed }
    const changes = sent ? replaced(path, known, sent, fields, theirs) : []
    const bytes = changedFile(theirs, fields, merged.markdown)
    if (!hasBytes(theirs, bytes)) changes.unshift({ path, bytes, expected: blob })
    const saved: DownloadSave = { kind: 'saved', id, commit: null }
    if (changes.length === 0) return { ending: saved }
    const { title } = { ...theirs.fields, ...fields }
    const message = `${sent ? 'Replace' : 'Update'} download: ${title}`
    return { changes, message, result: saved, isMerged: base !== theirs }
  }

  /** The changes that replace the file. It keeps its name when its extension is the same. Sets `fields.file` when the description must name the file. */
  function replaced(
    description: string,
    known: FileRecord | null,
    sent: SentFile,
    fields: Record<string, unknown>,
    theirs: ContentText,
  ): Array<FileChange> {
    const ending = endingOf(sent.name)
    if (known && endingOf(known.path) === ending && !isShared(known, description))
      return known.size === sent.bytes.length && Buffer.from(read(known.blob)).equals(sent.bytes)
        ? []
        : [{ path: known.path, bytes: sent.bytes, expected: known.blob }]
    const stem = description.replace(/\.md$/, '')
    let path = `${stem}.${ending}`
    for (let number = 2; isTaken(store, path); number += 1) path = `${stem}-${number}.${ending}`
    const goes = known && !isShared(known, description)
    if (theirs.fields.file !== null || path !== `${stem}.${ending}` || (known && !goes)) fields.file = nameOf(path)
    const changes: Array<FileChange> = [{ path, bytes: sent.bytes, expected: null }]
    if (known && goes) changes.push({ path: known.path, bytes: null, expected: known.blob })
    return changes
  }

  /** Whether another description hands out the same file. */
  function isShared(file: FileRecord, description: string): boolean {
    return allDownloads(store).some(
      (other) => other.record.path !== description && typeof other.file !== 'string' && other.file.path === file.path,
    )
  }

  function freeNames(title: string, id: number, ending: string, claimed: Claims) {
    const made = cutSlug(slugify(title), 40).replace(/[-_]+$/, '')
    const stem = isSlug(made) ? made : `download-${id}`
    const free = freeStem(store.files(), `downloads/${stem}`, claimed)
    return { description: `${free}.md`, file: `${free}.${ending}` }
  }
}

function check({ name, bytes }: SentFile): void {
  const fault = downloadFault(name, bytes)
  if (fault) throw new SaveRefused([{ path: 'file', message: fault }])
}

function written(patch: DownloadPatch): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...patch }
  for (const name of ['fileType', 'imageUrl']) if (fields[name] === '') fields[name] = null
  return fields
}

/** The id, or 0 for an id that was derived from a path: those are far above the ids that the admin gives. */
function smallId(id: unknown): number {
  return typeof id === 'number' && id < derivedIdStart ? id : 0
}
