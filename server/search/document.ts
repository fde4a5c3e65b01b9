import { categoryLabel } from '#domain/categories.ts'
import type { Article, ContentType, NewsItem, Newsletter } from '#domain/content.ts'

/** What the search needs to check whether an item's index entry is up to date. */
export interface SearchEntry {
  type: ContentType
  id: number
  /** Changes with everything that is indexed: see `entryHash`. */
  hash: string
  /** Milliseconds since 1970. A scheduled item is found from this time on. */
  publishedAt: number
}

/** An item as stored in the index. */
export interface IndexedEntry extends SearchEntry {
  /** The title's words, folded, each with a space before and after it. */
  title: string
}

/** An item with everything that is indexed. */
export interface SearchDocument extends SearchEntry {
  title: string
  tags: ReadonlyArray<string>
  /** The category's label; '' when there is none. */
  category: string
  excerpt: string
  /** Markdown. */
  body: string
}

/** The name of an item in the search, such as `articles:12`. */
export function entryKey(item: { type: ContentType; id: number }): string {
  return `${item.type}:${item.id}`
}

/** The `hash` of an entry: the file's blob id covers its text, and the instant also depends on the site's time zone. */
export function entryHash(item: { blob: string; publishedAt: string }): string {
  return `${item.blob}@${item.publishedAt}`
}

type Stored = Pick<Article, 'id' | 'blob' | 'publishedAt'>

/** The entry of an item, or null for a draft, which is never indexed. */
export function searchEntry(type: ContentType, item: Stored): SearchEntry | null {
  if (item.publishedAt === null) return null
  return {
    type,
    id: item.id,
    hash: entryHash({ blob: item.blob, publishedAt: item.publishedAt }),
    publishedAt: Date.parse(item.publishedAt),
  }
}

/** An article with its Markdown, or null for a draft. */
export function articleDocument(
  item: Stored & Pick<Article, 'title' | 'tags' | 'category' | 'excerpt'>,
  body: string,
): SearchDocument | null {
  const entry = searchEntry('articles', item)
  const { title, tags, category, excerpt } = item
  return entry && { ...entry, title, tags, category: categoryLabel(category), excerpt, body }
}

/** A news item with its Markdown, or null for a draft. */
export function newsDocument(
  item: Stored & Pick<NewsItem, 'title' | 'tags' | 'category' | 'excerpt'>,
  body: string,
): SearchDocument | null {
  const entry = searchEntry('news', item)
  const { title, tags, category, excerpt } = item
  return entry && { ...entry, title, tags, category, excerpt, body }
}

/** A newsletter with its opening text and its articles, whose titles count as headings; null for a draft. */
export function newsletterDocument(
  item: Stored & Pick<Newsletter, 'title' | 'description' | 'issueNumber'>,
  body: string,
  articles: ReadonlyArray<{ title: string; excerpt: string; content: string }>,
): SearchDocument | null {
  const entry = searchEntry('newsletters', item)
  if (!entry) return null
  const parts = articles.map(({ title, excerpt, content }) => `## ${title}\n\n${excerpt}\n\n${content}`)
  return {
    ...entry,
    title: item.title,
    tags: [],
    category: `Issue ${item.issueNumber}`,
    excerpt: item.description,
    body: [body, ...parts].join('\n\n'),
  }
}

/** An item of the site with its type. */
export type SearchableItem =
  | { type: 'articles'; item: Omit<Article, 'updatedAt'> }
  | { type: 'news'; item: Omit<NewsItem, 'updatedAt'> }
  | { type: 'newsletters'; item: Omit<Newsletter, 'updatedAt'> }

/** The texts of an item's file; `articles` for a newsletter. */
export interface IndexedTexts {
  /** Markdown. */
  body: string
  articles: ReadonlyArray<{ title: string; excerpt: string; content: string }>
}

/** The search document of an item; null when the item has no date or its file cannot be read. */
export function searchDocument(searchable: SearchableItem, texts: IndexedTexts | null): SearchDocument | null {
  if (texts === null) return null
  switch (searchable.type) {
    case 'articles':
      return articleDocument(searchable.item, texts.body)
    case 'news':
      return newsDocument(searchable.item, texts.body)
    case 'newsletters':
      return newsletterDocument(searchable.item, texts.body, texts.articles)
  }
}
