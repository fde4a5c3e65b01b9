import { joinParts } from '../words/join-parts.ts'

/**
 * The length of the description that is made from the excerpt, in characters (specification,
 * section 9).
 */
export const descriptionFallbackLength = 155

/** About how many characters of a title search engines show; they cut by width. */
export const shownTitleLength = 60
export const shownDescriptionLength = 160

/**
 * The description of a page: the item's meta description, else the first 155 characters of its
 * excerpt. Computed when a page is rendered, never stored.
 */
export function pageDescription(metaDescription: string | null, excerpt: string): string {
  return metaDescription || excerpt.slice(0, descriptionFallbackLength)
}

/** Cuts a text as search engines do: whole words and an ellipsis. */
export function cutText(text: string, length: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= length) return plain
  const cut = plain.slice(0, length)
  const space = cut.lastIndexOf(' ')
  return joinParts([
    (space > length / 2 ? cut.slice(0, space) : cut).replace(/(?<![\s,;:.–—-])[\s,;:.–—-]+$/, ''),
    '…',
  ])
}
