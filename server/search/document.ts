import type { ContentType, Download, FileKind, StaticPage } from '#domain/content.ts'
import type { FormValues } from '#domain/item/field.ts'
import { hasPieces, pieceText } from '#domain/item/item-fields.ts'
import type { ItemOf } from '#domain/item/summary.ts'
import { itemTypes, teaserOf } from '#domain/item/types.ts'
import { specifiedVocabulary, type Vocabulary } from '#domain/site/vocabulary.ts'

/** What the search needs to check whether an item's index entry is up to date. */
export interface SearchEntry {
  type: FileKind
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

/** A change of the searchable items. */
export type SearchChange =
  | { kind: 'put'; document: SearchDocument }
  | { kind: 'remove'; item: { type: FileKind; id: number } }

/**
 * The `hash` of an entry: the file's blob id covers its text, and the instant also depends on the
 * site's time zone.
 */
export function entryHash(item: { blob: string; publishedAt: string }): string {
  return `${item.blob}@${item.publishedAt}`
}

type Stored = Pick<ItemOf[ContentType], 'id' | 'blob' | 'publishedAt'>

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

/** The texts of an item's file; `articles` for a newsletter. */
export interface IndexedTexts {
  /** Markdown. */
  body: string
  articles: FormValues['pieces']
}

/**
 * The search document of an item: its opening text, and the articles of an issue with their titles
 * as headings. Null for a draft, and when the file can't be read.
 */
export function searchDocument<Type extends ContentType>(
  type: Type,
  item: Omit<ItemOf[Type], 'updatedAt'>,
  texts: IndexedTexts | null,
  { categories }: Pick<Vocabulary, 'categories'> = specifiedVocabulary,
): SearchDocument | null {
  const known = item as unknown as ItemOf[Type]
  const entry = searchEntry(type, known)
  if (!entry || !texts) return null
  const parts = texts.articles.map(pieceText)
  return {
    ...entry,
    title: known.title,
    // The names of its authors are found as its tags are.
    tags: [
      'tags' in known ? known.tags : [],
      known.author.map((name) => name.replaceAll('-', ' ')),
    ].flat(),
    category: itemTypes[type].searchedAs(known, categories),
    excerpt: teaserOf(type, known),
    body: (hasPieces(type) ? [texts.body, ...parts] : [texts.body]).join('\n\n'),
  }
}

/** The search document of a download. */
export function downloadDocument({
  id,
  title,
  description,
  fileType,
  tags,
  key,
}: Download): SearchDocument {
  return {
    type: 'downloads',
    id,
    hash: JSON.stringify([title, description, fileType, tags, key]),
    publishedAt: 0,
    title,
    tags: ['download', fileType, ...tags, ...(key ? [key] : [])],
    category: '',
    excerpt: description,
    body: '',
  }
}

/** The search document of a static page. */
export function pageDocument(
  { id, title, metaDescription, blob }: StaticPage,
  body: string,
): SearchDocument {
  return {
    type: 'pages',
    id,
    hash: JSON.stringify([title, metaDescription, blob]),
    publishedAt: 0,
    title,
    tags: [],
    category: '',
    excerpt: metaDescription ?? '',
    body,
  }
}
