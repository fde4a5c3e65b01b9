import { type ContentType, contentTypes, type FileKind } from '#domain/content.ts'
import type { ItemOf } from '#domain/item/summary.ts'
import { vocabularyOf } from '#domain/site/vocabulary.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { differences } from './differences.ts'
import {
  downloadDocument,
  type IndexedTexts,
  pageDocument,
  type SearchChange,
  type SearchDocument,
  type SearchEntry,
  searchDocument,
  searchEntry,
} from './document.ts'
import { entryKey } from './entry-key.ts'

export type WithoutDate<Item> = Omit<Item, 'updatedAt'>

/** Items before and after a change, as visitors see them; null where they are not published. */
export type ItemChanges = {
  [Type in ContentType]: ReadonlyArray<{ before: ItemOf[Type] | null; after: ItemOf[Type] | null }>
}

/** The content as the search reads it. */
export interface SearchedContent {
  reader: SiteReader
  /** Every item of a type, including drafts and scheduled ones. */
  all<Type extends ContentType>(
    type: Type,
  ): Array<{ item: WithoutDate<ItemOf[Type]>; status: 'published' | 'scheduled' | 'draft' }>
  /**
   * The texts of a served file by its blob; null when it cannot be read. Throws when the blob does
   * not exist.
   */
  textsOf(blob: string, kind: FileKind): Promise<IndexedTexts | null>
}

/** What the index has of the content. */
export class SearchedItems {
  #content: SearchedContent
  /**
   * The downloads and pages as they were indexed last, by `entryKey`. They are few, and their
   * changes are not listed.
   */
  #others = new Map<string, SearchDocument>()
  #renewing: Promise<unknown> = Promise.resolve()

  constructor(content: SearchedContent) {
    this.#content = content
  }

  async entries(): Promise<Array<SearchEntry>> {
    await this.#renewOthers()
    const listed: Array<SearchEntry> = []
    for (const type of contentTypes)
      for (const { item, status } of this.#content.all(type)) {
        const entry = status === 'draft' ? null : searchEntry(type, item)
        if (entry) listed.push(entry)
      }
    for (const { type, id, hash, publishedAt } of this.#others.values())
      listed.push({ type, id, hash, publishedAt })
    return listed
  }

  async read(entry: SearchEntry): Promise<SearchDocument | null> {
    const { type, id } = entry
    return isItemType(type)
      ? this.#documentOf(type, this.#item(type, id))
      : (this.#others.get(entryKey(entry)) ?? null)
  }

  /** What a change of an item changes in the index. */
  async changeOf(
    type: ContentType,
    { before, after }: ItemChanges[ContentType][number],
  ): Promise<Array<SearchChange>> {
    const document = await this.#documentOf(type, after)
    if (document) return [{ kind: 'put', document }]
    return before ? [{ kind: 'remove', item: { type, id: before.id } }] : []
  }

  /** What changed in the downloads and pages since they were indexed. */
  async changesOfOthers(): Promise<Array<SearchChange>> {
    const before = await this.#renewOthers()
    const { missing, changed, gone } = differences(before.values(), this.#others.values())
    return [
      ...[...missing, ...changed].map((document): SearchChange => ({ kind: 'put', document })),
      ...gone.map(({ type, id }): SearchChange => ({ kind: 'remove', item: { type, id } })),
    ]
  }

  /** Reads the others, one call after the other, and resolves with those from before. */
  #renewOthers(): Promise<Map<string, SearchDocument>> {
    const renewed = this.#renewing.then(async () => {
      const before = this.#others
      this.#others = await this.#readOthers()
      return before
    })
    this.#renewing = renewed.catch(() => undefined)
    return renewed
  }

  async #readOthers(): Promise<Map<string, SearchDocument>> {
    const { reader, textsOf } = this.#content
    const documents = reader.downloads().map(downloadDocument)
    for (const page of reader.staticPages()) {
      const texts = await textsOf(page.blob, 'pages')
      documents.push(pageDocument(page, texts?.body ?? ''))
    }
    return new Map(documents.map((document) => [entryKey(document), document]))
  }

  #item(type: ContentType, id: number): WithoutDate<ItemOf[ContentType]> | null {
    const published = this.#content.reader.item(type, id)
    if (published) return published
    // The reader lacks scheduled items, which are few.
    const scheduled = this.#content
      .all(type)
      .find(({ item, status }) => item.id === id && status === 'scheduled')
    return scheduled?.item ?? null
  }

  async #documentOf(
    type: ContentType,
    item: WithoutDate<ItemOf[ContentType]> | null,
  ): Promise<SearchDocument | null> {
    if (!item) return null
    const { reader, textsOf } = this.#content
    const texts = await textsOf(item.blob, type)
    return searchDocument(type, item, texts, vocabularyOf(reader.settings()))
  }
}

export function isItemType(group: FileKind): group is ContentType {
  return (contentTypes as ReadonlyArray<FileKind>).includes(group)
}
