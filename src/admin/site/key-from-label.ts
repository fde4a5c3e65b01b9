import { slugify } from '#domain/slug.ts'

/** The key that the label of a category or level proposes. */
export function keyFromLabel(label: string): string {
  return slugify(label)
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 40)
    .replace(/^_|_$/g, '')
}
