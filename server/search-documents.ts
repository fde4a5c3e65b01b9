import { type Article, type NewsItem, type Newsletter } from '#domain/content.ts'
import { frontmatterOf } from '#domain/item/frontmatter.ts'
import { readFrontmatter } from './content/frontmatter.ts'
import { articleDocument, newsDocument, newsletterDocument, type SearchDocument } from './search/document.ts'

/** An item of the site with its type, as the store holds it. */
export type SearchableItem =
  | { type: 'articles'; item: Omit<Article, 'updatedAt'> }
  | { type: 'news'; item: Omit<NewsItem, 'updatedAt'> }
  | { type: 'newsletters'; item: Omit<Newsletter, 'updatedAt'> }

/** What the search indexes of an item, from the bytes of its file; null when the item has no date or the file can't be read. */
export function searchDocument(searchable: SearchableItem, bytes: Uint8Array): SearchDocument | null {
  const file = readFrontmatter(bytes)
  if (file.kind === 'unreadable') return null
  switch (searchable.type) {
    case 'articles':
      return articleDocument(searchable.item, file.body)
    case 'news':
      return newsDocument(searchable.item, file.body)
    case 'newsletters': {
      const parts = frontmatterOf.newsletters.shape.articles.safeParse(file.data.articles ?? undefined)
      return newsletterDocument(searchable.item, file.body, parts.success ? parts.data : [])
    }
  }
}
