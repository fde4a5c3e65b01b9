import { type ContentType, isContentType } from '#domain/content.ts'
import { isPublished } from '../catalog/catalog.ts'
import { entryAddress } from '../catalog/redirects.ts'
import type { AuthorInFile } from '../read/authors.ts'
import { pathKind } from '../read/file-kind.ts'
import type { FileRecord, RecordOf } from '../read/file-record.ts'

/** A file whose texts a visitor reads. */
export type ReadableRecord = RecordOf<ContentType | 'pages'>

/** The file of an author that can be read. */
export type AuthorRecord = Omit<FileRecord, 'entry'> & { author: AuthorInFile; entry?: undefined }

/**
 * A file with a fault, which has no page; its texts are checked so that one fault does not hide
 * their warnings.
 */
export type FaultyRecord = Omit<FileRecord, 'entry' | 'author'> & {
  entry?: undefined
  author?: undefined
}

/** A file whose links and pictures are checked. */
export type CheckedRecord = ReadableRecord | RecordOf<'downloads'> | AuthorRecord | FaultyRecord

/** Whether a file has a fault, and a text that can be checked nevertheless. */
export function hasTextBesideFault(record: FileRecord): record is FaultyRecord {
  const { path, faults, entry, author, kind, retry } = record
  if (faults === undefined || entry || author || kind !== undefined || retry) return false
  const place = pathKind(path).kind
  return place === 'author' || place === 'pages' || isContentType(place)
}

/** The address of a file's page. */
export function addressOf({ entry }: Pick<ReadableRecord, 'entry'>): string {
  return entryAddress(entry)
}

/** Whether visitors see the page of a file at this moment. */
export function isPublic(record: ReadableRecord, instant: string): boolean {
  const { entry } = record
  return entry.kind === 'pages'
    ? !entry.draft
    : isPublished(record as RecordOf<ContentType>, instant)
}
