import { z } from 'zod'
import { type AdminDownload, downloadFields } from '#domain/downloads.ts'
import { sameValue } from '#domain/item/merge-fields.ts'

/** What is edited of a download, besides its file. */
export const downloadRules = downloadFields.extend({ draft: z.boolean() })
export type DownloadValues = z.infer<typeof downloadRules>

export const emptyValues: DownloadValues = {
  title: '',
  description: '',
  fileType: '',
  imageUrl: '',
  imageAlt: '',
  draft: false,
}

export const downloadLabels: Readonly<Record<keyof DownloadValues | 'file', string>> = {
  title: 'Title',
  description: 'Description',
  fileType: 'Kind of files',
  imageUrl: 'Picture',
  imageAlt: 'Alt Text',
  draft: 'Draft',
  file: 'File',
}

/** A download, or a version of one in a conflict, as the fields show it. */
export function valuesOf(
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

/** The fields that differ from what they were. */
export function changedValues(before: DownloadValues, after: DownloadValues): Partial<DownloadValues> {
  const names = Object.keys(before) as Array<keyof DownloadValues>
  return Object.fromEntries(
    names.filter((name) => !sameValue(before[name], after[name])).map((name) => [name, after[name]]),
  )
}
