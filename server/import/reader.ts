import type { Complaint, ImportedEntry } from '#domain/import/entry.ts'
import type { FileClaim } from '#domain/import/file-ledger.ts'
import type { ImportKind } from '#domain/import/mapping.ts'
import type { ReaderComment } from '#domain/import/report.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { isSlug, slugify } from '#domain/slug.ts'
import type { ParseYaml } from './front-matter.ts'
import type { KeptFetch } from './kept-fetch.ts'
import type { SourceFolder } from './source-folder.ts'

/** What readers need besides the files of the export. */
export interface ReaderParts {
  folder: SourceFolder
  /** Dates without an offset are read in this zone, unless the export names another. */
  timeZone: string
  parseYaml: ParseYaml
  /**
   * The instants of the first commits of texts in git, by file; empty where the export is no
   * repository.
   */
  firstCommits(): Promise<ReadonlyMap<string, string>>
  fetchKept: KeptFetch
}

/** Names what can't be read at a place. */
export type ComplainAt = (place: string, message: string) => void

/** Reads the exports of one system. */
export interface Reader {
  system: ImportKind
  /**
   * Reads the export from its start, one entry after the other, and names what can't be read
   * outside of entries. It is called several times.
   */
  entries(complain: ComplainAt): AsyncIterable<ImportedEntry>
  /** The files of the export that an address of a picture may mean, most likely first. */
  pictureFiles(address: string, entry: ImportedEntry): ReadonlyArray<string>
  /** The address from which a picture can be fetched; null for none. */
  pictureAddress(address: string, entry: ImportedEntry): string | null
  /** The `source` of the entry that an address or the name of a note means; null for none. */
  linked(address: string, entry: ImportedEntry): string | null
  note(name: string, entry: ImportedEntry): string | null
  /** The address of an attachment of WordPress by its number. */
  attachment(id: string): string | null
  /** The hosts of the old site. */
  hosts(): ReadonlySet<string>
  /** Whether the tags of a generator stand in the texts. */
  hasTags(entry: ImportedEntry): boolean
  /** What became of files that are no texts; complete when `entries` has ended. */
  claims(): ReadonlyArray<FileClaim>
  /**
   * The last part of the address that the page of an author had, by the author's name; undefined
   * for an unknown one.
   */
  authorKey(name: string): string | undefined
  /**
   * The last part of the address that the list of a category had, by its name; undefined for an
   * unknown one.
   */
  categoryKey(name: string): string | undefined
  /** What readers have commented. */
  comments(): ReadonlyArray<ReaderComment>
  /** Lists of subscribers in the export, which the import of subscribers reads. */
  members(): ReadonlyArray<string>
}

/** An absolute http(s) address as it is, `//host` with https; null for any other. */
export function absolute(address: string): string | null {
  const full = address.startsWith('//') ? `https:${address}` : address
  return /^https?:\/\//i.test(full) && URL.canParse(full) ? full : null
}

/** An address without its query and fragment. */
export function withoutQuery(address: string): string {
  const mark = address.search(/[?#]/)
  return mark < 0 ? address : address.slice(0, mark)
}

/** The lists (CSV) among files whose name contains a word. */
export function listsNamed(files: ReadonlyArray<string>, word: RegExp): Array<string> {
  return files.filter(
    (file) => /\.csv$/i.test(file) && word.test(file.slice(file.lastIndexOf('/') + 1)),
  )
}

/** A reader without what only some systems have. */
export const plainReader: Omit<Reader, 'system' | 'entries'> = {
  pictureFiles: () => [],
  pictureAddress: absolute,
  linked: () => null,
  note: () => null,
  attachment: () => null,
  hosts: () => new Set(),
  hasTags: () => false,
  members: () => [],
  authorKey: () => undefined,
  categoryKey: () => undefined,
  comments: () => [],
  claims: () => [],
}

/** The path of an address, with the number of a text of WordPress; null without one. */
export function oldPath(address: string): string | null {
  if (address.startsWith('/') && !address.startsWith('//')) return address
  if (!URL.canParse(address)) return null
  const { pathname, search, protocol } = new URL(address)
  if (!/^https?:$/.test(protocol)) return null
  return /^\?(?:p|page_id)=\d+$/.test(search) ? pathname + search : pathname
}

/** A text with its percent signs decoded, where they are valid. */
export function safelyDecoded(text: string): string {
  return percentDecoded(text) ?? text
}

/** The slug for a name of the other system; null for a name without letters. */
export function slugFrom(name: string): string | null {
  return isSlug(name) ? name : slugify(name) || null
}

/** The hosts of addresses; what is no address has none. */
export function hostsOf(addresses: Iterable<string>): Set<string> {
  return new Set(
    [...addresses].flatMap((one) =>
      URL.canParse(one) ? [new URL(one).hostname.replace(/^www\./, '')] : [],
    ),
  )
}

/** An address on a page as a whole one; null for any but http(s). */
export function absoluteOn(page: string, address: string): string | null {
  return (
    absolute(address) ??
    (URL.canParse(address, page) ? absolute(new URL(address, page).href) : null)
  )
}

/** What is said about an entry at its place. */
export function remarksAt(place: string) {
  const remarks: Array<Complaint> = []
  return { remarks, say: (message: string) => void remarks.push({ place, message }) }
}

/** The values of an entry's fields that an export does not have. */
export const plainEntry = {
  authors: [],
  categories: [],
  tags: [],
  excerpt: '',
  metaDescription: '',
  image: null,
  imageAlt: '',
  fields: {},
}
