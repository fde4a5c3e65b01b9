import { type ContentType, contentTypes } from '#domain/content.ts'
import type { ViewChoices } from '../shell/use-address-view.ts'

/**
 * The sort options of the screen, in its order; the first is the default (specification, section
 * 9).
 */
export const sortOptions = [
  { value: 'newest', label: 'Newest First' },
  { value: 'oldest', label: 'Oldest First' },
  { value: 'title', label: 'Title (A-Z)' },
  { value: 'title-desc', label: 'Title (Z-A)' },
] as const
export type Sort = (typeof sortOptions)[number]['value']

/** State of the list, stored in the address. */
export type ListView = {
  type: ContentType
  q: string
  sort: Sort
  /** Present or deleted items. */
  show: 'items' | 'deleted'
}

export const listChoices: ViewChoices<ListView> = {
  type: ['articles', ...contentTypes],
  q: null,
  sort: sortOptions.map(({ value }) => value),
  show: ['items', 'deleted'],
}
