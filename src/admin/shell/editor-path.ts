import type { ContentType } from '#domain/content.ts'

/** Where an item is edited (specification, section 2). */
export function editorPath({ type, id }: { type: ContentType; id: number }): string {
  return `/admin/draft-editor?id=${id}&type=${type}`
}
