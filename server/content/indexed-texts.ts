import { frontmatterOf } from '#domain/item/frontmatter.ts'
import { readFrontmatter } from './frontmatter.ts'

/** The texts of a file as the search indexes them: its body and, in a newsletter, each article of the issue. Null for a file that can't be read. */
export function indexedTexts(bytes: Uint8Array) {
  const file = readFrontmatter(bytes)
  if (file.kind === 'unreadable') return null
  const issue = frontmatterOf.newsletters.shape.articles.safeParse(file.data.articles ?? undefined)
  return { body: file.body, articles: issue.success ? issue.data : [] }
}
