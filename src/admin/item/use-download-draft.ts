import { useRef, useState } from 'react'
import { z } from 'zod'
import { type AdminDownload, type DeletedDownload, downloadFields } from '#domain/downloads.ts'
import { adminCall } from '../../api/admin-call.ts'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import { conflictIn } from './conflict/conflict.ts'
import { fieldId } from './conflict/merge-places.ts'
import { type FileDraft, type Held, useFileDraft } from './use-file-draft.ts'

/** What is edited of a download, besides its file. */
const downloadRules = downloadFields.extend({ draft: z.boolean() })
export type DownloadValues = z.infer<typeof downloadRules>

const emptyValues: DownloadValues = {
  title: '',
  description: '',
  fileType: '',
  imageUrl: '',
  imageAlt: '',
  draft: false,
}

const downloadLabels: Readonly<Record<keyof DownloadValues | 'file', string>> = {
  title: 'Title',
  description: 'Description',
  fileType: 'Kind of files',
  imageUrl: 'Picture',
  imageAlt: 'Alt Text',
  draft: 'Draft',
  file: 'File',
}

/** A download, or a version of one in a conflict, as the fields show it. */
function valuesOf(
  version: Partial<Pick<AdminDownload, 'title' | 'description' | 'imageUrl' | 'imageAlt' | 'draft'>> & {
    fileType?: unknown
  },
): DownloadValues {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    title: text(version.title),
    description: text(version.description),
    fileType: text(version.fileType),
    imageUrl: text(version.imageUrl),
    imageAlt: text(version.imageAlt),
    draft: version.draft === true,
  }
}

/** The editing state of a download and of the file behind it. */
export interface DownloadDraft extends FileDraft<DownloadValues> {
  /** The new file; null while there is none. */
  file: File | null
  fileError: string | undefined
  setFile(file: File, problem?: string | null): void
  setFileError(problem: string): void
  /** The part of the file that is sent, from 0 to 1; null while nothing is. */
  part: number | null
}

/** `download` is null for a new one. `onSaved` gets what the server has made of it. */
export function useDownloadDraft(
  download: AdminDownload | null,
  onSaved: (saved: AdminDownload) => void,
): DownloadDraft {
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  const [part, setPart] = useState<number | null>(null)
  // A save begins before the choice in a conflict is drawn.
  const sent = useRef(file)
  const fileRevision = useRef(download?.fileRevision ?? null)
  const choose = (next: File | null) => {
    sent.current = next
    setFile(next)
  }
  const draft = useFileDraft<DownloadValues>({
    loaded: heldOf(download),
    rules: downloadRules,
    labels: downloadLabels,
    failed: download ? 'Update failed' : 'Creation failed',
    besides: () => sent.current && [sent.current.name, sent.current.size, sent.current.lastModified],
    async send(patch, from) {
      const chosen = sent.current
      const progress = chosen && { onProgress: setPart }
      try {
        if (download) {
          const { revision, key } = from
          const file = chosen && { ...(fileRevision.current && { fileRevision: fileRevision.current }), file: chosen }
          const change = file ? { form: { ...patch, ...file } } : { body: patch }
          const call = { params: { id: download.id }, ...change, revision, key, ...progress }
          return savedOf(await adminCall('PATCH /api/downloads/{id}', call))
        }
        if (!chosen) throw new Error('There is no file.')
        return savedOf(
          await adminCall('POST /api/downloads', {
            form: { ...emptyValues, ...patch, file: chosen },
            key: from.key,
            ...progress,
          }),
        )
      } finally {
        setPart(null)
      }
    },
    fromServer: valuesOf,
    onSaved: (held) => onSaved((held as SavedDownload).download),
    onSolve({ conflicts }, choices) {
      fileRevision.current = null
      const named = conflicts.some(({ key }) => key === 'file')
      if (named && choices.decided[fieldId('file')]?.kind !== 'yours') choose(null)
    },
    onIssue(path, message) {
      if (path === 'file') setFileError(message)
      return path === 'file'
    },
  })
  return {
    ...draft,
    dirty: draft.dirty || file !== null,
    file,
    fileError,
    setFile(next, problem) {
      setFileError(problem ?? undefined)
      choose(next)
    },
    setFileError,
    part,
  }
}

interface SavedDownload extends Held<DownloadValues> {
  download: AdminDownload
}

const savedOf = (download: AdminDownload): SavedDownload => ({ ...heldOf(download), download })

function heldOf(download: AdminDownload | null): Held<DownloadValues> {
  if (!download) return { values: emptyValues, revision: null }
  const { revision, commit, ownFileType } = download
  return { values: valuesOf({ ...download, fileType: ownFileType }), revision, commit }
}

/** Removes a download and its file. Answers the commit, or the download as somebody else has made it meanwhile. Throws as the call does. */
export async function deleteDownload({
  id,
  revision,
}: AdminDownload): Promise<{ commit: string | null } | { changed: AdminDownload | null }> {
  try {
    return await adminCall('DELETE /api/downloads/{id}', { params: { id }, revision, key: newIdempotencyKey() })
  } catch (error) {
    if (!conflictIn(error)) throw error
    return { changed: (await adminCall('GET /api/downloads')).find((one) => one.id === id) ?? null }
  }
}

/** Brings a removed download and its file back. */
export const bringBackDownload = ({ id, commit }: DeletedDownload) =>
  adminCall('POST /api/downloads/{id}/restore', { params: { id }, body: { commit }, key: newIdempotencyKey() })
