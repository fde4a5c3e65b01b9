import type { FileKind } from '#domain/content.ts'

/**
 * The name of an item in the search, such as `articles:12`. Apart from the documents, whose schemas
 * the browser of an exported site does not load.
 */
export function entryKey(item: { type: FileKind; id: number }): string {
  return `${item.type}:${item.id}`
}
