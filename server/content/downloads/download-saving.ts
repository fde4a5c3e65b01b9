import { derivedIdStart } from '#domain/content.ts'
import type { DownloadPatch } from '#domain/downloads.ts'
import { downloadFault, endingOf } from '#domain/downloads.ts'
import type { ItemConflict } from '#domain/item/merge-item.ts'
import { isSlug, slugify } from '#domain/slug.ts'
import type { FileRecord } from '../file-record.ts'
import { readFrontmatter } from '../frontmatter.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { Commit, FileChange, Saver } from '../saving/committing.ts'
import { mergeVersions } from '../saving/merge-item.ts'
import { SaveRefused } from '../saving/save-refused.ts'
import { conflictOf, type SaveConflict } from '../saving/save-result.ts'
import { freeStem } from '../site-files/free-stem.ts'
import { type SiteSave, withCommit } from '../site-files/site-saving.ts'
import { changedTextFile, newTextFile, readTextFile, type TextFile, textVersion } from '../site-files/text-file.ts'
import type { ContentStore } from '../store.ts'
import { type HeldDownload, heldDownload, heldDownloads } from './download-list.ts'

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

/** How administrators put files up for download, change and remove them: each time one commit with the description and the file. */
export function createDownloadSaving(parts: {
  store: Pick<ContentStore, 'files' | 'downloadFile' | 'blobAt'>
  read: (blob: string) => Uint8Array
  texts: TextWork
  commit: Commit
  nextId: (highest: number) => Promise<number>
  /** The last blobs of descriptions that were deleted, whose ids are not free. */
  deleted: () => Promise<Iterable<{ path: string; blob: string }>>
  /** The highest id that was ever counted. */
  highestCounted: () => number
}) {
  const { store, read, texts, commit } = parts

  function textOf({ record }: HeldDownload): TextFile {
    const text = readTextFile(record.path, read(record.blob))
    if (text.kind === 'text') return text.file
    throw new SaveRefused(text.faults.map(({ message }) => ({ path: '', message: `${message}.` })))
  }

  async function freeId(): Promise<number> {
    let highest = parts.highestCounted()
    for (const { record } of heldDownloads(store)) highest = Math.max(highest, smallId(record.entry.item.id))
    for (const { path, blob } of await parts.deleted()) {
      const file = path.endsWith('.md') ? readFrontmatter(read(blob)) : null
      if (file?.kind === 'frontmatter') highest = Math.max(highest, smallId(file.data.id))
    }
    return parts.nextId(highest)
  }

  return {
    /** Puts a file up. Throws SaveRefused and what the lane throws. */
    async create({ title = '', ...fields }: DownloadPatch, sent: SentFile, by: Saver): Promise<DownloadSave> {
      check(sent)
      let id: number | null = null
      const ended = await commit<DownloadSave>(by, async () => {
        id ??= await freeId()
        const { description, file } = freeNames(title, id, endingOf(sent.name))
        const bytes = newTextFile(description, { id, title, ...written(fields) }, '')
        const changes = [
          { path: description, bytes, expected: null },
          { path: file, bytes: sent.bytes, expected: null },
        ]
        return { changes, message: `Create download: ${title}`, result: { kind: 'saved', id, commit: null } }
      })
      return withCommit(ended)
    },

    /** Changes what is named, and puts a new file in the place of the old one. Throws SaveRefused and what the lane throws. */
    async update(id: number, patch: DownloadPatch, sent: SentFile | null, from: From): Promise<DownloadSave> {
      if (sent) check(sent)
      const unchanged: DownloadSave = { kind: 'saved', id, commit: null }
      const ended = await commit<DownloadSave>(from, async () => {
        const held = heldDownload(store, id)
        if (!held) return { ending: { kind: 'missing' } }
        const plan = await planned(held, patch, sent, from)
        if (plan.kind === 'conflict') return { ending: plan }
        if (plan.changes.length === 0) return { ending: unchanged }
        const message = sent ? `Replace download: ${plan.title}` : `Update download: ${plan.title}`
        return { changes: plan.changes, message, result: unchanged }
      })
      return withCommit(ended)
    },

    /** Takes a download away; git keeps both files. With a `revision`, only when it is still that. */
    async remove(id: number, { revision, ...by }: Omit<From, 'fileRevision'>): Promise<DownloadSave> {
      const ended = await commit<DownloadSave>(by, async () => {
        const held = heldDownload(store, id)
        if (!held) return { ending: { kind: 'missing' } }
        const { record, file } = held
        if (revision !== undefined && revision !== record.blob)
          return { ending: conflict(null, textOf(held), record.blob, { fields: {} }, []) }
        const changes: Array<FileChange> = [{ path: record.path, bytes: null, expected: record.blob }]
        if (typeof file !== 'string' && !isShared(file, record.path))
          changes.push({ path: file.path, bytes: null, expected: file.blob })
        return {
          changes,
          message: `Delete download: ${record.entry.item.title}`,
          result: { kind: 'saved', id, commit: null },
        }
      })
      return withCommit(ended)
    },
  }

  type DownloadPlan = { kind: 'planned'; changes: Array<FileChange>; title: string } | SaveConflict

  async function planned(
    held: HeldDownload,
    patch: DownloadPatch,
    sent: SentFile | null,
    from: From,
  ): Promise<DownloadPlan> {
    const { record, file } = held
    const theirs = textOf(held)
    const base =
      from.revision === undefined || from.revision === record.blob
        ? theirs
        : textVersion(read, record.path, from.revision)
    const yours = { fields: { ...base?.fields, ...written(patch) }, markdown: (base ?? theirs).markdown }
    const merged = await mergeVersions(base, yours, theirs, texts)
    const conflicts: Array<ItemConflict> = merged.kind === 'conflict' ? [...merged.conflicts] : []
    const known = typeof file === 'string' ? null : file
    if (sent && from.fileRevision !== undefined && known && known.blob !== from.fileRevision)
      conflicts.push({ key: 'file', base: null, yours: sent.name, theirs: nameOf(known.path) })
    if (merged.kind === 'conflict' || conflicts.length > 0) return conflict(base, theirs, record.blob, yours, conflicts)
    const fields = { ...merged.changed }
    const changes = sent ? replaced(record.path, known, sent, fields, theirs) : []
    const bytes = changedTextFile(theirs, fields, merged.markdown)
    if (!bytes.equals(Buffer.from(theirs.head + theirs.markdown)))
      changes.unshift({ path: record.path, bytes, expected: record.blob })
    return { kind: 'planned', changes, title: String({ ...theirs.fields, ...fields }.title) }
  }

  /** The file keeps its name as long as its ending is the same. Sets `file` in the fields where the description has to name it. */
  function replaced(
    description: string,
    known: FileRecord | null,
    sent: SentFile,
    fields: Record<string, unknown>,
    theirs: TextFile,
  ): Array<FileChange> {
    const ending = endingOf(sent.name)
    if (known && endingOf(known.path) === ending && !isShared(known, description))
      return known.size === sent.bytes.length && Buffer.from(read(known.blob)).equals(sent.bytes)
        ? []
        : [{ path: known.path, bytes: sent.bytes, expected: known.blob }]
    const stem = description.replace(/\.md$/, '')
    let path = `${stem}.${ending}`
    for (let number = 2; isTaken(path); number += 1) path = `${stem}-${number}.${ending}`
    const goes = known && !isShared(known, description)
    if (theirs.fields.file !== null || path !== `${stem}.${ending}` || (known && !goes)) fields.file = nameOf(path)
    const changes: Array<FileChange> = [{ path, bytes: sent.bytes, expected: null }]
    if (known && goes) changes.push({ path: known.path, bytes: null, expected: known.blob })
    return changes
  }

  /** Whether another description hands out the same file. */
  function isShared(file: FileRecord, description: string): boolean {
    return heldDownloads(store).some(
      (other) => other.record.path !== description && typeof other.file !== 'string' && other.file.path === file.path,
    )
  }

  /** On many disks two names that differ in case are one file. */
  function isTaken(path: string): boolean {
    const name = path.toLowerCase()
    for (const file of store.files()) if (file.path.toLowerCase() === name) return true
    return false
  }

  function freeNames(title: string, id: number, ending: string) {
    const made = slugify(title)
      .slice(0, 80)
      .replace(/[-_]+$/, '')
    const stem = isSlug(made) ? made : `download-${id}`
    const free = freeStem(store.files(), `downloads/${stem}`)
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

function conflict(
  base: TextFile | null,
  theirs: TextFile,
  revision: string,
  yours: { fields: object },
  conflicts: Array<ItemConflict>,
): SaveConflict {
  return conflictOf({
    base: base && { ...base.fields },
    theirs: { ...theirs.fields, revision },
    yours: { ...yours.fields },
    conflicts,
  })
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Ids that the admin hands out; those made from a path are far above. */
function smallId(id: unknown): number {
  return typeof id === 'number' && id < derivedIdStart ? id : 0
}
