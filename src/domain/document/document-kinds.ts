import { type ContentType, contentTypes } from '../content.ts'
import { itemTypes } from '../item/types.ts'

/**
 * The kinds of documents that are not items: pages of the site's own texts, `site.yaml`, and
 * downloads.
 */
export const fileKinds = ['pages', 'settings', 'downloads'] as const
export type FileKind = (typeof fileKinds)[number]

/** Everything that is edited and saved: the types of content and the kinds of files. */
export type DocumentKind = ContentType | FileKind

interface DocumentInfo {
  /** Name of one document in lists of changes, and within a sentence. */
  singular: string
  one: string
  /** An id is given by the server when it creates the document; a path is known before. */
  namedBy: 'id' | 'path'
}

const items = contentTypes.map((type) => {
  const { singular, one } = itemTypes[type]
  return [type, { singular, one, namedBy: 'id' }] as const
})

/** The registry of documents that browsers edit, store and send. */
export const documentKinds: Readonly<Record<DocumentKind, DocumentInfo>> = {
  ...(Object.fromEntries(items) as Record<ContentType, DocumentInfo>),
  pages: { singular: 'page', one: 'page', namedBy: 'path' },
  settings: { singular: 'settings', one: 'settings', namedBy: 'path' },
  downloads: { singular: 'download', one: 'download', namedBy: 'id' },
}

export function isFileKind(kind: string): kind is FileKind {
  return (fileKinds as ReadonlyArray<string>).includes(kind)
}
