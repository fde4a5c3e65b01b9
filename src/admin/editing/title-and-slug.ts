import { isSlugOf, slugify } from '#domain/slug.ts'

/**
 * The slug after a change of the title: it follows the title until somebody edits it; an empty one
 * is filled (specification, section 4; rulings, section 6b).
 */
export function slugAfterTitle(
  slug: string,
  before: string,
  title: string,
  language = 'en',
): string {
  return slug === '' || isSlugOf(before, slug) ? slugify(title, language) : slug
}

/** Name of the type in the title of the screen and in messages. */
export function typeTitle(type: string | null): string {
  if (!type) return 'Edit Content'
  const known: Record<string, string> = {
    articles: 'Article',
    news: 'News',
    newsletters: 'Newsletter',
  }
  return `Edit ${known[type] ?? type.slice(0, -1)}`
}
