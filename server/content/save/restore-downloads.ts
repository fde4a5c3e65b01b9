import { posix } from 'node:path'
import { type DeletedDownload, endingOf } from '#domain/downloads.ts'
import type { Saver } from '../../http/mount-calls.ts'
import type { Claims } from '../../platform/claims.ts'
import type { DeletedFile } from '../../platform/content-files.ts'
import { allDownloads, downloadById, freeStem, isTaken } from '../catalog/download-list.ts'
import type { FileChange, SaveResult } from './committing.ts'
import { type ContentText, changedFile, versionAt } from './content-text.ts'
import type { DownloadParts } from './downloads.ts'
import { planOf } from './plan.ts'

/** A deleted description and its file; null when there is no file to restore. */
interface Gone {
  text: ContentText<'downloads'>
  description: DeletedFile
  file: DeletedFile | null
}

const kind = { singular: 'download' }

/** Lists deleted downloads and restores them byte for byte. */
export function createRestoringDownloads(
  parts: Pick<DownloadParts, 'store' | 'read' | 'commit' | 'deleted'>,
) {
  const { store, read } = parts

  /**
   * All deleted downloads, one per id: the last that was deleted. An id that another description
   * has now is not deleted.
   */
  async function allGone() {
    const files = await parts.deleted()
    const seen = new Set(allDownloads(store).map(({ record }) => record.entry.item.id))
    const gone: Array<Gone> = []
    for (const description of files) {
      const text = description.path.endsWith('.md')
        ? await versionAt(['downloads'], description.path, description.blob, read)
        : null
      if (!text || seen.has(text.entry.item.id)) continue
      seen.add(text.entry.item.id)
      const file = fileOf(description, text.fields.file, files, store.files())
      gone.push({ text, description, file })
    }
    return gone
  }

  /**
   * The changes that add both files again, byte for byte. When one of their names is taken, both
   * get the next free name.
   */
  async function again(
    { text, description, file }: Gone,
    claimed: Claims,
  ): Promise<Array<FileChange>> {
    const bytes = file && Buffer.from(await read(file.blob))
    const before = Buffer.from(await read(description.blob))
    const free = !isTaken(store, description.path) && !(file && isTaken(store, file.path))
    if (free)
      return [
        { path: description.path, bytes: before, expected: null },
        ...(file ? [{ path: file.path, bytes, expected: null }] : []),
      ]
    const stem = freeStem(store.files(), description.path.slice(0, -'.md'.length), claimed)
    const path = file && `${stem}.${endingOf(file.path)}`
    // A description without `file:` needs none: both files have the same base name again.
    const fields = path && text.fields.file !== null ? { file: posix.basename(path) } : {}
    return [
      { path: `${stem}.md`, bytes: changedFile(text, fields, text.markdown), expected: null },
      ...(path ? [{ path, bytes, expected: null }] : []),
    ]
  }

  return {
    /** Deleted downloads that have not been restored, last deletion first. */
    deleted: async (): Promise<Array<DeletedDownload>> =>
      (await allGone()).map(({ text, description: { commit, author, date, message }, file }) => ({
        id: text.entry.item.id,
        title: String(text.fields.title),
        commit,
        author,
        message,
        date: new Date(date * 1000).toISOString(),
        fileName: file && posix.basename(file.path),
      })),

    /**
     * Restores a download that `commit` deleted, description and file in one commit, byte for byte;
     * under another name when its own is taken. A download that exists again is not changed. Throws
     * the errors of the write lane.
     */
    async restore(id: number, { commit, ...by }: Saver & { commit: string }): Promise<SaveResult> {
      return parts.commit<SaveResult>(by, async (claimed) => {
        if (downloadById(store, id)) return planOf(kind, id, 'Restore', { changes: [], title: '' })
        const gone = (await allGone()).find(
          (one) => one.text.entry.item.id === id && one.description.commit === commit,
        )
        if (!gone) return { ending: { kind: 'missing' } }
        return planOf(kind, id, 'Restore', {
          changes: await again(gone, claimed),
          title: gone.text.entry.item.title,
        })
      })
    },
  }
}

/**
 * The deleted file that the description names, else the one with its base name; a file that the
 * same commit deleted is preferred. Null when it is among the `present` ones.
 */
function fileOf(
  { path, commit }: DeletedFile,
  named: unknown,
  files: ReadonlyArray<DeletedFile>,
  present: Iterable<{ path: string }>,
): DeletedFile | null {
  const folder = posix.dirname(path)
  const stem = path.slice(0, -'.md'.length)
  const belongs = (other: string) =>
    typeof named === 'string'
      ? other === posix.join(folder, named)
      : other !== path && other.replace(/\.[^./]+$/, '') === stem
  const candidates = files.filter((file) => belongs(file.path))
  const together = candidates.find((file) => file.commit === commit)
  if (together) return together
  // The file was not deleted, because another download uses it too.
  for (const file of present) if (belongs(file.path)) return null
  return candidates[0] ?? null
}
