import type { ContentType } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'

/** 'Update article: TITLE' (rulings, section 4). */
export function commitMessage(
  what: 'Create' | 'Update' | 'Delete' | 'Restore',
  type: ContentType,
  title: string,
): string {
  return `${what} ${itemTypes[type].singular}: ${title.replace(/\s+/g, ' ').trim()}`
}
