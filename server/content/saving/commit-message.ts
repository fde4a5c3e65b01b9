import type { ContentType } from '#domain/content.ts'
import { singular } from './addresses.ts'

/** 'Update article: TITLE' (rulings, section 4). */
export function commitMessage(
  what: 'Create' | 'Update' | 'Delete' | 'Restore',
  type: ContentType,
  title: string,
): string {
  return `${what} ${singular[type]}: ${title.replace(/\s+/g, ' ').trim()}`
}
