/** The length of the description that a page gets from its excerpt (specification, section 9). */
export const descriptionFallbackLength = 155

/** What search engines show at most, in characters; they cut by width, so this is about where. */
export const shownTitleLength = 60
export const shownDescriptionLength = 160

/** The description of a page: what was written for it, else the first 155 characters of its excerpt. Made when a page is rendered, never stored. */
export function pageDescription(metaDescription: string | null, excerpt: string): string {
  return metaDescription || excerpt.slice(0, descriptionFallbackLength)
}

/** A text as a search engine cuts it: whole words and an ellipsis. */
export function cutText(text: string, length: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= length) return plain
  const cut = plain.slice(0, length)
  const space = cut.lastIndexOf(' ')
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/(?<![\s,;:.–—-])[\s,;:.–—-]+$/, '')} …`
}
