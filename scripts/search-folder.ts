import { contentTypes } from '#domain/content.ts'
import { createDiskFolder } from '../server/content/check/disk-folder.ts'
import { indexedTexts } from '../server/content/indexed-texts.ts'
import { loadRevision, type ReadableFiles } from '../server/content/loading.ts'
import { buildSiteState } from '../server/content/site-state.ts'
import { wholeItem } from '../server/content/whole-item.ts'
import { blobId } from '../server/platform/blob-id.ts'
import {
  type SearchableItem,
  type SearchDocument,
  type SearchEntry,
  searchDocument,
  searchEntry,
} from '../server/search/document.ts'

/** The searchable items of a content folder: their entries, and their documents read on demand. */
export interface SearchFolder {
  entries: Array<SearchEntry>
  documents(): Generator<SearchDocument>
}

/** Reads a content folder on disk, committed or not; includes scheduled items, excludes drafts and broken files. */
export async function readSearchFolder(contentDir: string): Promise<SearchFolder> {
  const files = withBlobIds(createDiskFolder(contentDir))
  const loaded = await loadRevision(files, 'disk', null)
  const state = buildSiteState({ ...loaded, times: new Map(), now: new Date() })
  const found: Array<{ entry: SearchEntry; searchable: SearchableItem }> = []
  for (const type of contentTypes)
    for (const record of state[type].all) {
      const item = wholeItem(record, state.times)
      const entry = record.entry.draft ? null : searchEntry(type, item)
      if (entry) found.push({ entry, searchable: { type, item } as SearchableItem })
    }
  return {
    entries: found.map(({ entry }) => entry),
    *documents() {
      for (const { searchable } of found) {
        const document = searchDocument(searchable, indexedTexts(files.read(searchable.item.blob)))
        if (document) yield document
      }
    },
  }
}

/**
 * The same folder with git's blob ids, by which the server compares the index. Pictures and downloads keep their path
 * as id, because nothing compares them.
 */
function withBlobIds(disk: ReadableFiles): ReadableFiles {
  const paths = new Map<string, string>()
  const pathOf = (blob: string) => paths.get(blob) ?? blob
  return {
    ...disk,
    async list(revision) {
      const files = await disk.list(revision)
      return files.map((file) => {
        if (file.kind !== 'file' || !file.path.endsWith('.md')) return file
        const blob = blobId(disk.read(file.path))
        paths.set(blob, file.path)
        return { ...file, blob }
      })
    },
    read: (blob) => disk.read(pathOf(blob)),
    size: (blob) => disk.size(pathOf(blob)),
  }
}
