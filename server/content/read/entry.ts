import type { ContentType, Download } from '#domain/content.ts'
import type { ItemSummary } from '#domain/item/summary.ts'

/** An item of a type: the fields that lists show, and further data that only the server uses. */
export interface ItemEntryOf<Type extends ContentType> {
  kind: Type
  item: ItemSummary[Type]
  metaDescription: string | null
  /** As the file says it; null for none. */
  updatedAt: string | null
  aliases: Array<string>
  draft: boolean
  /** False when the id was derived from the path. */
  explicitId: boolean
  /**
   * Lines of these keys, for faults that only a comparison with other files finds; 1 when the key
   * is missing.
   */
  idLine: number
  slugLine: number
  aliasesLine: number
  /** The line of the authors' names, for an item that has any. */
  authorLine?: number
  /** The line of the number, for types that have one; 1 when the key is missing. */
  numberLine?: number
  /** The `Message-ID` of the mail that it was imported from, for types that can be imported. */
  messageId?: string | null
}

type ItemEntries = { [Type in ContentType]: ItemEntryOf<Type> }
export type ItemEntry = ItemEntries[ContentType]

export interface DownloadEntry {
  kind: 'downloads'
  /** Size and type of the file are added when the file is found. */
  item: Omit<Download, 'fileSize' | 'fileType' | 'blob' | 'fileBlob'>
  fileType: string | null
  file: string | null
  fileLine: number
  draft: boolean
  explicitId: boolean
  idLine: number
}

export interface PageEntry {
  kind: 'pages'
  id: number
  name: string
  title: string
  metaDescription: string | null
  /** As the file says it; null for none. */
  updatedAt: string | null
  draft: boolean
  aliases: Array<string>
  aliasesLine: number
}

export interface EntryOf extends ItemEntries {
  downloads: DownloadEntry
  pages: PageEntry
}

/** A content file in memory: everything but its body. JSON, so that the snapshot can store it. */
export type Entry = EntryOf[keyof EntryOf]
