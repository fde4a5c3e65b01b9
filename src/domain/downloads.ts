import { z } from 'zod'
import type { Download } from './content.ts'
import { deletedItem } from './content-answers.ts'
import { downloadTable } from './item/download-fields.ts'
import { shapeOf } from './item/field.ts'
import { count, instant, positiveInt, revision } from './value-schemas.ts'

/**
 * A count as pages show it: exact below ten, otherwise the first digit and zeros. So pages with it
 * change, and must be rendered again, only nine times between 100 and 1,000 downloads.
 */
export function shownCount(count: number): number {
  if (count < 10) return count
  const step = 10 ** Math.floor(Math.log10(count))
  return Math.floor(count / step) * step
}

/**
 * The download that shares the most tags with an item, whatever their capitals; the first of
 * several, null when none shares any.
 */
export function fittingDownload<One extends Pick<Download, 'tags'>>(
  tags: ReadonlyArray<string>,
  downloads: ReadonlyArray<One>,
): One | null {
  const wanted = new Set(tags.map((tag) => tag.toLowerCase()))
  let best: { download: One; shared: number } | null = null
  for (const download of downloads) {
    const own = new Set(download.tags.map((tag) => tag.toLowerCase()))
    const shared = [...own].filter((tag) => wanted.has(tag)).length
    if (shared > (best?.shared ?? 0)) best = { download, shared }
  }
  return best?.download ?? null
}

/**
 * The extensions that administrators may upload, with their media types. Writers may commit other
 * files, which are sent as bytes.
 */
const downloadTypes: Readonly<Record<string, string>> = {
  zip: 'application/zip',
  wav: 'audio/wav',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  mid: 'audio/midi',
  midi: 'audio/midi',
  pdf: 'application/pdf',
  // Live's own files: Sets, clips, packs, presets of racks, instruments, effects and grooves.
  ...Object.fromEntries(
    ['als', 'alc', 'alp', 'adg', 'adv', 'agr', 'ams', 'amxd', 'asd'].map((ending) => [
      ending,
      'application/octet-stream',
    ]),
  ),
}

/** The size limit of an upload. Git's history contains every version of it forever. */
export const downloadMaxBytes = 50 * 1024 * 1024

/** The extension of a file's name in lowercase, without the dot; '' for none. */
export function endingOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** The media type of a file; `application/octet-stream` for an unknown extension. */
export function downloadMediaType(name: string): string {
  const ending = endingOf(name)
  return (
    (Object.hasOwn(downloadTypes, ending) && downloadTypes[ending]) || 'application/octet-stream'
  )
}

const signatures = new Map([
  ['zip', 'PK'],
  ['wav', 'RIFF'],
  ['aif', 'FORM'],
  ['aiff', 'FORM'],
  ['flac', 'fLaC'],
  ['ogg', 'OggS'],
  ['mid', 'MThd'],
  ['midi', 'MThd'],
  ['pdf', '%PDF'],
  // Live compresses its files with gzip.
  ['als', '\x1f\x8b'],
  ['alc', '\x1f\x8b'],
  ['adg', '\x1f\x8b'],
  ['adv', '\x1f\x8b'],
])

/** The reason why a file can't be uploaded, or null. Checks extension, size and the first bytes. */
export function downloadFault(name: string, bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 4))
  const known = signatures.get(endingOf(name)) ?? ''
  return (
    downloadFileFault({ name, size: bytes.length }) ??
    (start.startsWith(known)
      ? null
      : `This file ends in .${endingOf(name)}, and what it holds is something else.`)
  )
}

/** The same, judged by name and size alone. */
export function downloadFileFault({ name, size }: { name: string; size: number }): string | null {
  if (!Object.hasOwn(downloadTypes, endingOf(name)))
    return `Files for download end in ${Object.keys(downloadTypes).join(', ')}.`
  if (size === 0) return 'This file is empty.'
  return size > downloadMaxBytes
    ? `A file for download has at most ${downloadMaxBytes / 1024 / 1024} MB.`
    : null
}

/** The fields of a request that adds or changes a download. */
export const downloadFields = z.strictObject(shapeOf(downloadTable, 'input'))

/** The fields beside `file` of `POST /api/downloads`. */
export const downloadInput = downloadFields.partial().required({ title: true })

/** The body of `PATCH /api/downloads/{id}`, as JSON or beside a new `file`. */
export const downloadPatch = downloadFields.partial().extend({
  revision: revision.optional().describe('What the change started from; the same as `If-Match`.'),
  fileRevision: revision.optional().describe('The revision of the file that is replaced.'),
})
type Sent = Omit<z.infer<typeof downloadPatch>, 'draft' | 'revision' | 'fileRevision'>
/** The fields of a change of a download. */
export type DownloadPatch = Sent & { draft?: boolean }

/** A download for administrators. */
export const adminDownload = z.strictObject({
  id: positiveInt,
  ...shapeOf(downloadTable, 'answer'),
  ownFileType: z.string().describe('What was written; empty where the ending of the file says it.'),
  fileSize: count.describe('Bytes.'),
  downloadCount: count,
  url: z.string().describe('The address of its page.'),
  fileName: z.string().nullable().describe('Null while the file is missing.'),
  fileRevision: revision.nullable(),
  problem: z.string().nullable().describe('Why visitors can’t get it.'),
  updatedAt: instant.nullable(),
  revision,
  commit: z
    .string()
    .nullable()
    .optional()
    .describe('The commit that the save made, for `POST /api/undo`.'),
})
export type AdminDownload = z.infer<typeof adminDownload>

/** An entry of `GET /api/downloads/deleted`. */
export const deletedDownload = deletedItem.extend({
  fileName: z
    .string()
    .nullable()
    .describe('The file that comes back with it; null when none went with it.'),
})
export type DeletedDownload = z.infer<typeof deletedDownload>
