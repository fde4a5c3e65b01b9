import type { SearchEntry } from './document.ts'
import type { IndexSnapshot, SearchEngine } from './engine.ts'
import { differences, readManifest, readParts } from './index-files.ts'

type NoteUnusable = (folder: string, reason: string) => void

/** The usable indexes on disk, and how they differ from the wanted entries. */
export async function storedIndexes(
  folders: ReadonlyArray<string>,
  tag: string,
  wanted: ReadonlyArray<SearchEntry>,
  noteUnusable: NoteUnusable,
) {
  const found = []
  for (const folder of folders) {
    const manifest = await readManifest(folder, tag)
    if (manifest.kind === 'unusable') noteUnusable(folder, manifest.reason)
    if (manifest.kind === 'read')
      found.push({ folder, manifest, ...differences(manifest.value.documents, wanted) })
  }
  return found
}

/**
 * Loads the index on disk with the fewest differences to the site into the engine of `begin`, which
 * is called again, without a snapshot, when none is usable.
 */
export async function loadBest(
  folders: ReadonlyArray<string>,
  tag: string,
  wanted: ReadonlyArray<SearchEntry>,
  begin: (snapshot?: IndexSnapshot) => SearchEngine,
  noteUnusable: NoteUnusable,
): Promise<void> {
  const found = await storedIndexes(folders, tag, wanted, noteUnusable)
  found.sort((one, other) => one.total - other.total)
  for (const { folder, manifest } of found) {
    const { documents, parts } = manifest.value
    const engine = begin({ entries: documents, parts: [] })
    const reason = await readParts(folder, parts, engine.import)
    if (reason === null) return
    noteUnusable(folder, reason)
  }
  begin()
}
