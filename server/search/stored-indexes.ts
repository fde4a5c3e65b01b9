import type { SearchEntry } from './document.ts'
import { differences, readIndex, readManifest } from './index-files.ts'

/** Whether an index on disk has at least half of the documents as they are. */
export async function isStored(
  folders: ReadonlyArray<string>,
  tag: string,
  documents: ReadonlyArray<SearchEntry>,
): Promise<boolean> {
  for (const folder of folders) {
    const manifest = await readManifest(folder, tag)
    if (manifest.kind !== 'read') continue
    const { missing, changed } = differences(manifest.value.documents, documents)
    if (missing + changed <= documents.length / 2) return true
  }
  return false
}

/** The index on disk with the fewest differences to the site; an empty one when none is usable. */
export async function bestStoredIndex(
  folders: ReadonlyArray<string>,
  tag: string,
  wanted: ReadonlyArray<SearchEntry>,
  noteUnusable: (folder: string, reason: string) => void,
) {
  const found = []
  for (const folder of folders) {
    const manifest = await readManifest(folder, tag)
    if (manifest.kind === 'unusable') noteUnusable(folder, manifest.reason)
    if (manifest.kind !== 'read') continue
    const { missing, changed, extra } = differences(manifest.value.documents, wanted)
    found.push({ folder, manifest: manifest.value, distance: missing + changed + extra })
  }
  found.sort((one, other) => one.distance - other.distance)
  for (const { folder, manifest } of found) {
    const index = await readIndex(folder, manifest)
    if (index.kind === 'read') return index.value
    if (index.kind === 'unusable') noteUnusable(folder, index.reason)
  }
  return undefined
}
