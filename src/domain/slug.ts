/** Slugs that would collide with addresses of the admin or the router, or with reserved names of Windows. */
export const reservedSlugs: ReadonlySet<string> = new Set(['new', 'edit', 'con', 'prn', 'aux', 'nul', 'rss.xml'])

/** The length limit of a slug, in characters. */
export const slugMaxLength = 120

/**
 * A title as a slug (specification, section 5): lowercase, word characters, spaces and hyphens kept, whitespace to hyphens,
 * repeated hyphens collapsed, trimmed. Letters lose their diacritics first. May be empty.
 */
export function slugify(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, slugMaxLength)
    .replace(/-$/, '')
}

/** Whether a text can be the last part of an article's address. */
export function isSlug(text: string): boolean {
  return text.length <= slugMaxLength && /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/.test(text) && !reservedSlugs.has(text)
}
