import type { ContentType } from '#domain/content.ts'

/** Address of the editor of an item (specification, section 2). */
export function editorPath({ type, id }: { type: ContentType; id: number }): string {
  return `/admin/draft-editor?id=${id}&type=${type}`
}

/** Added to that address, the editor opens with the caret at the end of the text. */
export const atEndOfText = '#text'
