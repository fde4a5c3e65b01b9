import type { ContentType, StaticPageName } from '#domain/content.ts'
import { isPublished, type RecordOf } from '../catalog.ts'
import { entryAddress } from '../redirects.ts'

/** A file whose texts a visitor reads. */
export type ReadableRecord = RecordOf<ContentType | 'pages'>

/** The address of a file's page. */
export function addressOf({ entry }: ReadableRecord): string {
  return entry.kind === 'pages' ? pageAddress(entry.name) : entryAddress(entry)
}

function pageAddress(name: StaticPageName): string {
  return `/${name}`
}

/** Whether visitors see the page of a file at this moment. */
export function isPublic(record: ReadableRecord, instant: string): boolean {
  return record.entry.kind === 'pages' || isPublished(record as RecordOf<ContentType>, instant)
}
