import { type ContentType, contentTypes } from '#domain/content.ts'
import { downloadAddress } from '#domain/download-address.ts'
import type { ItemOf } from '#domain/item/summary.ts'
import { itemAddress } from '#domain/item/types.ts'
import { pageAddress } from '#domain/page-address.ts'
import { wholeItem } from '../server/content/catalog/item-times.ts'
import { buildSiteState, type SiteState } from '../server/content/catalog/site-state.ts'
import { createDiskFolder } from '../server/content/check/disk-folder.ts'
import { indexedTexts } from '../server/content/read/body.ts'
import { loadRevision, type ReadableFiles } from '../server/content/read/loading.ts'
import { blobId } from '../server/platform/object-id.ts'
import {
  downloadDocument,
  pageDocument,
  type SearchDocument,
  type SearchEntry,
  searchDocument,
  searchEntry,
} from '../server/search/document.ts'
import { entryKey } from '../server/search/entry-key.ts'

/** The searchable items of a content folder: their entries, and their documents read on demand. */
export interface SearchFolder {
  entries: Array<SearchEntry>
  /** The tag of the site's language. */
  language: string
  /** Public addresses of the items by `entryKey`. */
  addresses: ReadonlyMap<string, string>
  documents(): AsyncGenerator<SearchDocument>
}

/**
 * Reads a content folder on disk, committed or not; includes scheduled items, excludes drafts and
 * broken files.
 */
export async function readSearchFolder(contentDir: string): Promise<SearchFolder> {
  const files = withBlobIds(createDiskFolder(contentDir))
  const loaded = await loadRevision(files, 'disk', null)
  return searchItems(files, buildSiteState({ ...loaded, times: new Map(), now: new Date() }))
}

/** The searchable items of a state, whose files are read from `files`; includes scheduled items. */
export async function searchItems(
  files: Pick<ReadableFiles, 'read'>,
  state: SiteState,
): Promise<SearchFolder> {
  const others = state.downloads.get().downloads.map(({ download }) => ({
    document: downloadDocument(download),
    address: downloadAddress(download.slug),
  }))
  for (const page of state.pages.get().byName.values()) {
    const texts = indexedTexts(await files.read(page.blob), 'pages')
    others.push({
      document: pageDocument(page, texts?.body ?? ''),
      address: pageAddress(page.name),
    })
  }
  const found: Array<{ entry: SearchEntry; type: ContentType; item: ItemOf[ContentType] }> = []
  for (const type of contentTypes)
    for (const record of state[type].all) {
      const item = wholeItem(record, state.times)
      const entry = record.entry.draft ? null : searchEntry(type, item)
      if (entry) found.push({ entry, type, item })
    }
  return {
    language: state.settings.language,
    entries: [
      ...found.map(({ entry }) => entry),
      ...others.map(({ document: { type, id, hash, publishedAt } }) => ({
        type,
        id,
        hash,
        publishedAt,
      })),
    ],
    addresses: new Map([
      ...found.map(({ entry, type, item }) => [entryKey(entry), itemAddress(type, item)] as const),
      ...others.map(({ document, address }) => [entryKey(document), address] as const),
    ]),
    async *documents() {
      for (const { type, item } of found) {
        const document = searchDocument(
          type,
          item,
          indexedTexts(await files.read(item.blob), type),
          state.vocabulary,
        )
        if (document) yield document
      }
      for (const { document } of others) yield document
    },
  }
}

/**
 * The same folder with git's blob ids, by which the server compares the index. Pictures and
 * downloads keep their path as id, because nothing compares them.
 */
function withBlobIds(disk: ReadableFiles): ReadableFiles {
  const paths = new Map<string, string>()
  return {
    ...disk,
    async list(revision) {
      const files = await disk.list(revision)
      const named = files.map(async (file) => {
        if (file.kind !== 'file' || !file.path.endsWith('.md')) return file
        const blob = blobId(await disk.read(file.path))
        paths.set(blob, file.path)
        return { ...file, blob }
      })
      return Promise.all(named)
    },
    read: (blob) => disk.read(paths.get(blob) ?? blob),
  }
}
