import { strToU8, type Zippable, zipSync } from 'fflate'
import { licenseText } from './license.ts'

export interface PackFile {
  /** Inside the pack's folder, with forward slashes. */
  path: string
  bytes: Uint8Array
}

/** A free download, written to `content/downloads/SLUG.zip`. */
export interface Pack {
  slug: string
  title: string
  /** The contents of the pack and how to use it in Live. */
  readme: string
  /** Renders the files; pure, so that two builds are equal. */
  files: () => Array<PackFile>
}

/**
 * The pack as a zip with a README and a LICENSE, all in one folder. The same input gives the same bytes: entries are sorted
 * and carry one fixed time. fflate writes the time's local parts, so it is built from local parts too.
 */
export function zipPack(pack: Pack): Uint8Array {
  const folder = `Session Notes - ${pack.title}`
  const entries = [
    { path: 'LICENSE.txt', bytes: strToU8(licenseText) },
    { path: 'README.txt', bytes: strToU8(`${pack.readme.trim()}\n`) },
    ...pack.files(),
  ].sort((a, b) => (a.path < b.path ? -1 : 1))
  const mtime = new Date(2026, 0, 1)
  const zippable: Zippable = {}
  for (const { path, bytes } of entries) zippable[`${folder}/${path}`] = [bytes, { level: 9, mtime }]
  return zipSync(zippable)
}
