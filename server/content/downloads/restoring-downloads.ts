import { type DeletedDownload, endingOf } from '#domain/downloads.ts'
import type { Commit, FileChange, Person, Saver } from '../saving/committing.ts'
import { freeStem } from '../site-files/free-stem.ts'
import { withCommit } from '../site-files/site-saving.ts'
import { changedTextFile, type TextFile, textVersion } from '../site-files/text-file.ts'
import type { ContentStore } from '../store.ts'
import { heldDownload, heldDownloads } from './download-list.ts'
import type { DownloadSave } from './download-saving.ts'

/** A file that was deleted, as git's history tells it. `date` is in seconds since 1970. */
export interface DeletedFile {
  path: string
  blob: string
  commit: string
  author: Person
  date: number
  message: string
}

/** A description that was deleted, and the file that went with it: null when there is none to bring back. */
interface Gone {
  text: TextFile
  description: DeletedFile
  file: DeletedFile | null
}

/** How administrators find the downloads that were removed, and bring them back as they were. */
export function createRestoringDownloads(parts: {
  store: Pick<ContentStore, 'files' | 'downloadFile' | 'blobAt'>
  read: (blob: string) => Uint8Array
  commit: Commit
  /** What was deleted below `downloads/`, what went last first; also when another file is there now. */
  deleted: () => Promise<ReadonlyArray<DeletedFile>>
}) {
  const { store, read } = parts

  /** One of several with an id: the one that went last. What lives under another name is not gone. */
  async function allGone(): Promise<Array<Gone>> {
    const files = await parts.deleted()
    const seen = new Set(heldDownloads(store).map(({ record }) => record.entry.item.id))
    return files.flatMap((description) => {
      const text = description.path.endsWith('.md') ? textVersion(read, description.path, description.blob) : null
      if (!text || seen.has(text.id)) return []
      seen.add(text.id)
      const file = fileOf(description, text.fields.file, files)
      return [{ text, description, file }]
    })
  }

  /** The file that the description names, or the one of its base name: what went in the same commit before what went in another. */
  function fileOf({ path, commit }: DeletedFile, named: unknown, files: ReadonlyArray<DeletedFile>) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const stem = path.slice(0, -'.md'.length)
    const belongs = (other: string) =>
      typeof named === 'string' ? other === folder + named : other !== path && other.replace(/\.[^./]+$/, '') === stem
    const candidates = files.filter((file) => belongs(file.path))
    const together = candidates.find((file) => file.commit === commit)
    if (together) return together
    // It was not deleted, since another download hands it out, too.
    for (const file of store.files()) if (belongs(file.path)) return null
    return candidates[0] ?? null
  }

  const isTaken = (path: string) => {
    for (const other of store.files()) if (other.path.toLowerCase() === path.toLowerCase()) return true
    return false
  }

  /** Both files under their names, byte for byte; where one is taken by now, both under the next free one. */
  function again({ text, description, file }: Gone): Array<FileChange> {
    const bytes = file && Buffer.from(read(file.blob))
    const free = !isTaken(description.path) && !(file && isTaken(file.path))
    if (free)
      return [
        { path: description.path, bytes: Buffer.from(read(description.blob)), expected: null },
        ...(file ? [{ path: file.path, bytes, expected: null }] : []),
      ]
    const stem = freeStem(store.files(), description.path.slice(0, -'.md'.length))
    const path = file && `${stem}.${endingOf(file.path)}`
    // One that names none had its own base name, which the new pair shares.
    const fields = path && text.fields.file !== null ? { file: nameOf(path) } : {}
    return [
      { path: `${stem}.md`, bytes: changedTextFile(text, fields, text.markdown), expected: null },
      ...(path ? [{ path, bytes, expected: null }] : []),
    ]
  }

  return {
    /** What was removed and is not there again, what went last first. */
    deleted: async (): Promise<Array<DeletedDownload>> =>
      (await allGone()).map(({ text, description: { commit, author, date, message }, file }) => ({
        ...{ id: text.id, title: String(text.fields.title), commit, author, message },
        date: new Date(date * 1000).toISOString(),
        fileName: file && nameOf(file.path),
      })),

    /**
     * Brings a download back that `commit` removed, description and file in one commit, byte for byte; under another name when its own is taken. One that is there
     * already stays as it is. Throws what the lane throws.
     */
    async restore(id: number, { commit, ...by }: Saver & { commit: string }): Promise<DownloadSave> {
      const done: DownloadSave = { kind: 'saved', id, commit: null }
      const ended = await parts.commit<DownloadSave>(by, async () => {
        if (heldDownload(store, id)) return { ending: done }
        const gone = (await allGone()).find((one) => one.text.id === id && one.description.commit === commit)
        if (!gone) return { ending: { kind: 'missing' } }
        return { changes: again(gone), message: `Restore download: ${gone.text.fields.title}`, result: done }
      })
      return withCommit(ended)
    },
  }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
