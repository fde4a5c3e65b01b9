import type { ContentType } from './content.ts'

/** Address of the editor of an item (specification, section 2). */
export function editorPath({ type, id }: { type: ContentType; id: number }): string {
  return `/admin/draft-editor?id=${id}&type=${type}`
}

/** Address of the screen that edits an item, by its id, or a page of the site, by its name. */
export function editAddress(
  kind: ContentType | 'downloads' | 'pages',
  key: number | string,
): string {
  if (kind === 'pages') return `/admin/site?page=${key}`
  if (kind === 'downloads') return `/admin/downloads?edit=${key}`
  return editorPath({ type: kind, id: Number(key) })
}

/** Added to that address, the editor opens with the caret at the end of the text. */
export const atEndOfText = '#text'
