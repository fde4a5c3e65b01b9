import type { ContentType, StaticPageName } from '#domain/content.ts'
import type { AuthorInFile } from '../authors.ts'
import { isPublished, type RecordOf } from '../catalog.ts'
import type { FileRecord } from '../file-record.ts'
import { entryAddress } from '../redirects.ts'

/** A file whose texts a visitor reads. */
export type ReadableRecord = RecordOf<ContentType | 'pages'>

/** The file of an author that can be read. */
export type AuthorRecord = Omit<FileRecord, 'entry'> & { author: AuthorInFile; entry?: undefined }

/** A file whose links and pictures are checked. */
export type CheckedRecord = ReadableRecord | RecordOf<'downloads'> | AuthorRecord

/** The address of a file's page. */
export function addressOf({ entry }: Pick<ReadableRecord, 'entry'>): string {
  return entry.kind === 'pages' ? pageAddress(entry.name) : entryAddress(entry)
}

function pageAddress(name: StaticPageName): string {
  return `/${name}`
}

/** Whether visitors see the page of a file at this moment. */
export function isPublic(record: ReadableRecord, instant: string): boolean {
  return record.entry.kind === 'pages' || isPublished(record as RecordOf<ContentType>, instant)
}
