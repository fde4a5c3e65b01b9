import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { type AdminDownload, downloadFields, downloadFileFault } from '#domain/downloads.ts'
import { fileSizeLabel } from '#domain/file-size.ts'
import { showToast } from '../../ui/show-toast.ts'
import { fieldId } from '../documents/conflict/merge-places.ts'
import { fileDocuments } from '../documents/file-documents.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { type StoredFile, useStoredFile } from './stored-file.ts'
import type { FileDraft } from './use-file-draft.ts'
import { useFileDraft } from './use-file-draft.ts'

/**
 * The edited fields of a download. `file` describes the chosen file: the form and its stored draft
 * have the description, `uploads` the bytes.
 */
const downloadRules = downloadFields.extend({ draft: z.boolean(), file: z.string() })
/** The tempo as it is typed. */
export type DownloadValues = Omit<z.infer<typeof downloadRules>, 'tempo'> & { tempo: string }

/**
 * The description of a file in the form. Different files have different ones, because it is part of
 * the idempotency key.
 */
const described = ({ name, size, lastModified }: File) =>
  `${name}, ${fileSizeLabel(size)}, changed ${new Date(lastModified).toISOString().replace('T', ' ').replace('Z', ' UTC')}`

/** Name of the stored draft of a new download. */
export const newDownload = 'new'

export const emptyDownload = fileDocuments.downloads.valuesOf({}) as DownloadValues

/**
 * What this browser has stored of an edit of a download: the unsaved fields, and the chosen file.
 */
export interface StoredDownload {
  fields: StoredFile & { kind: 'downloads' }
  file: File | null
}

/** Reads it; undefined until then. `download` is null for a new one. */
export function useStoredDownload(download: AdminDownload | null): StoredDownload | undefined {
  const item = download ? String(download.id) : newDownload
  const fields = useStoredFile({
    kind: 'downloads',
    item,
    title: download?.title ?? 'New download',
  })
  const { uploads } = useLocal()
  const [file, setFile] = useState<File | null>()
  useEffect(() => {
    let here = true
    void uploads
      .cutOff(`downloads/${item}`)
      .then(([upload]) => here && setFile(upload?.file ?? null))
    return () => {
      here = false
    }
  }, [uploads, item])
  return fields && file !== undefined ? { fields, file } : undefined
}

/**
 * The editing session of a download; `download` is null for a new one. `onSaved` gets the saved
 * version; `onQueued` is called when it waits in the queue of this browser.
 */
export function useDownloadDraft(
  download: AdminDownload | null,
  stored: StoredDownload,
  { onSaved, onQueued }: { onSaved: (saved: AdminDownload) => void; onQueued: () => void },
) {
  const { uploads } = useLocal()
  const [part, setPart] = useState<number | null>(null)
  /**
   * The files of this visit by their description: an undone discard and a choice in another tab
   * name them.
   */
  const [files] = useState(
    () => new Map(stored.file ? [[described(stored.file), stored.file]] : []),
  )
  const fileRevision = useRef(download?.fileRevision ?? null)
  const upload = `downloads/${stored.fields.item}`
  /** The file that is stored under this key, as far as this tab knows. */
  const kept = useRef(stored.file)

  async function find(name: string): Promise<File | undefined> {
    if (name === '' || files.has(name)) return files.get(name)
    for (const { file } of await uploads.cutOff(upload)) files.set(described(file), file)
    return files.get(name)
  }
  async function keep(file: File | null) {
    if (file === kept.current) return
    kept.current = file
    if (!file) return uploads.drop(upload)
    if (
      downloadFileFault(file) ||
      (await uploads.store({ key: upload, file, alt: '', draft: upload, field: 'file' }))
    )
      return
    const description = 'It stays chosen until you leave this page.'
    void showToast({
      title: 'This browser could not store the file',
      description,
      variant: 'destructive',
    })
  }

  const draft: FileDraft<DownloadValues> = useFileDraft<DownloadValues, 'downloads'>({
    loaded: download,
    empty: emptyDownload,
    stored: stored.fields,
    rules: downloadRules.extend({ file: chosenFile(find, download === null) }),
    failed: download ? 'Update failed' : 'Creation failed',
    fileOf(name) {
      const file = files.get(name)
      return file && { file, revision: fileRevision.current }
    },
    onProgress: setPart,
    onSaved(saved) {
      void keep(null)
      onSaved(saved)
    },
    onQueued() {
      // The queue has the file.
      void keep(null)
      onQueued()
    },
    onSolve({ conflicts }, choices) {
      fileRevision.current = null
      const named = conflicts.some(({ key }) => key === 'file')
      const isTheirs = named && choices.decided[fieldId('file')]?.kind !== 'yours'
      return { file: isTheirs ? '' : draft.form.getValues('file') }
    },
  })
  const { form } = draft
  const name = form.watch('file')
  const before = useRef('')
  const [, setFound] = useState<File>()
  // The bytes follow the description in the form: Discard, its Undo and another tab change it too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the description changes
  useEffect(() => {
    if (name === before.current) return
    before.current = name
    const chosen = files.get(name)
    if (name === '' || chosen) void keep(chosen ?? null)
    else void find(name).then(setFound)
  }, [name])

  return {
    ...draft,
    /** The chosen file, or null. */
    file: files.get(name) ?? null,
    chooseFile(file: File) {
      files.set(described(file), file)
      form.setValue('file', described(file), { shouldDirty: true, shouldValidate: true })
    },
    async forget() {
      await draft.forget()
      await keep(null)
    },
    /** Upload progress from 0 to 1; null without an upload. */
    part: draft.saving ? part : null,
  }
}

/** The rule for the description of the chosen file. */
function chosenFile(find: (name: string) => Promise<File | undefined>, isNeeded: boolean) {
  return z.string().superRefine(async (name, context) => {
    const chosen = await find(name)
    const missing = isNeeded ? 'Choose a file first' : null
    const lost = name === '' ? missing : 'This browser has lost the file. Choose it again.'
    const problem = chosen ? downloadFileFault(chosen) : lost
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })
}
