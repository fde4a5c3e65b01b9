import type { ImportedEntry } from '#domain/import/entry.ts'
import {
  categoryOf,
  fieldNameOf,
  type ImportMapping,
  type ImportTarget,
  targetOf,
} from '#domain/import/mapping.ts'
import { pageNameFor } from '#domain/import/page-place.ts'
import type { ImportRow } from '#domain/import/report.ts'
import { isSlug, slugify } from '#domain/slug.ts'
import { firstFreeSlug, freePath } from '../platform/first-free.ts'
import { independent } from '../platform/independent.ts'
import { ImportRefused } from './import-refused.ts'
import type { createPictures } from './pictures.ts'
import { type ComplainAt, type Reader, safelyDecoded } from './reader.ts'
import type { StagedPlan } from './staged-plan.ts'

/** What an import can make of a text. */
export type Imported = Exclude<ImportTarget, 'drafts' | 'skip'>

/** The content of the site, as far as an import needs it. */
export interface ImportContent {
  /** Whether no file has a path. */
  isFree(path: string): boolean
  isFreeSlug(type: Imported, slug: string): boolean
  /** The files of earlier runs by the `source` of their entries. */
  imported: ReadonlyMap<string, { path: string; address: string; title: string }>
  /** Whether an address is one of the site itself, which can't redirect. */
  isOwnAddress(address: string): boolean
  /**
   * Says whether an address leads somewhere on the site with more settings: to a page of its own,
   * the list of a category, the search for a tag.
   */
  leadsWith(added: StagedPlan['settings']): (address: string) => boolean
  nextIssue: number
  categories: ReadonlyArray<string>
  /** Whether the site has a category, in any spelling. */
  hasCategory(name: string): boolean
  /** The language of the site. */
  language: string
  /** Whether the site knows an author by this key or name. */
  knowsAuthor(named: string): boolean
  /** The bytes of a new file. Throws a RefusedError when it would not be valid. */
  writeText(
    type: Imported,
    path: string,
    fields: Readonly<Record<string, unknown>>,
    markdown: string,
  ): Uint8Array
  /** The address of an item in a file. */
  addressOf(type: Imported, path: string, slug: string): string
}

/** Where an entry goes. */
export interface PlannedEntry extends ImportRow {
  /** The file of the export with the text. */
  file: string
  path: string
  slug: string
  issueNumber: number | null
}

/** Names of the other system: how many texts have each, and what it becomes. */
type CountedNames = Map<string, { count: number; to: string }>

export interface EntryPlan {
  rows: Array<PlannedEntry>
  bySource: ReadonlyMap<string, PlannedEntry>
  /** Addresses here by normal old address. */
  byAddress: ReadonlyMap<string, string>
  kinds: CountedNames
  categories: CountedNames
  fields: CountedNames
}

/** What the staging of a text needs. */
export interface Staging {
  plan: EntryPlan
  reader: Reader
  pictures: ReturnType<typeof createPictures>
  mapping: ImportMapping
  content: ImportContent
  /** Throws for a text that parsers must not see. */
  checkText: (markdown: string) => void
  /** Stages a file. */
  write: (path: string, bytes: Uint8Array) => Promise<void>
}

/** The most entries of one import. */
const mostEntries = 100_000

/** Reads the entries once and decides type, file and address of each. */
export async function planEntries(
  reader: Reader,
  content: ImportContent,
  mapping: ImportMapping,
  now: Date,
  complain: ComplainAt,
  progress: (done: number) => void,
): Promise<EntryPlan> {
  const rows: Array<PlannedEntry> = []
  const bySource = new Map<string, PlannedEntry>()
  const byAddress = new Map<string, string>()
  const slugs = new Set<string>()
  const [kinds, categories, fields] = [new Map(), new Map(), new Map()]
  let issue = content.nextIssue
  const free = (type: Imported, wanted: string) => {
    const slug = firstFreeSlug(
      wanted,
      (one) => !slugs.has(`${type}/${one}`) && content.isFreeSlug(type, one),
    )
    slugs.add(`${type}/${slug}`)
    return slug
  }
  for await (const entry of reader.entries(complain)) {
    progress(rows.length + 1)
    if (rows.length >= mostEntries)
      throw new ImportRefused(`The export has more than ${mostEntries} texts.`)
    const target = targetOf(reader.system, entry.kind, mapping)
    const to = target === 'drafts' ? 'articles' : target
    count(kinds, entry.kind, target)
    if (bySource.has(entry.source)) continue
    const row = rowOf(
      target === 'drafts' ? { ...entry, draft: true } : entry,
      to,
      mapping,
      content,
      now,
    )
    const known = content.imported.get(entry.source)
    if (to === 'skip') rows.push({ ...row, state: 'skipped' })
    else if (known) rows.push({ ...row, state: 'known', address: known.address, path: known.path })
    else {
      const named = independent({ categories: entry.categories, fields: Object.keys(entry.fields) })
      for (const name of named.categories)
        count(categories, name, categoryOf(name, mapping, content.categories))
      for (const name of named.fields) count(fields, name, fieldNameOf(name, mapping) ?? 'skip')
      const wanted =
        to === 'pages'
          ? pageNameFor(entry, content.language).name
          : wantedSlug(entry, content.language)
      const slug = free(to, independent(wanted))
      const issueNumber = to === 'newsletters' ? issue++ : null
      const path =
        to === 'pages' ? `pages/${slug}.md` : pathOf(to, slug, entry, issueNumber, now, content)
      rows.push({ ...row, slug, path, issueNumber, address: content.addressOf(to, path, slug) })
    }
    const last = rows.at(-1) as PlannedEntry
    bySource.set(last.source, last)
    if (last.address !== '')
      for (const address of last.addresses) byAddress.set(normal(address), last.address)
  }
  return { rows, bySource, byAddress, kinds, categories, fields }
}

function count(names: CountedNames, name: string, to: string) {
  const known = names.get(name)
  if (known) known.count += 1
  else names.set(name, { count: 1, to })
}

function rowOf(
  entry: ImportedEntry,
  to: ImportRow['to'],
  mapping: ImportMapping,
  content: ImportContent,
  now: Date,
): PlannedEntry {
  const { source, place, title, kind, addresses } = entry
  const isLater = Date.parse(entry.publishedAt ?? '') > now.getTime()
  // A page of the site's own texts needs no date, and can't wait for one.
  const isDraft = entry.draft || (to === 'pages' ? isLater : entry.publishedAt === null)
  const status = isDraft ? 'draft' : isLater ? 'scheduled' : 'published'
  const [first] = entry.categories
  const category = first === undefined ? '' : categoryOf(first, mapping, content.categories)
  return independent({
    source,
    place,
    title,
    from: kind,
    to,
    state: 'new',
    status,
    category,
    address: '',
    addresses: [...addresses],
    path: '',
    slug: '',
    issueNumber: null,
    file: entry.body.file,
  })
}

function wantedSlug({ slug, title, source }: ImportedEntry, language: string): string {
  const made = [slug ?? '', slugify(title, language)].find(isSlug)
  if (made !== undefined) return made
  const words = slugify(source.replaceAll('_', '-').slice(-60))
  return isSlug(words) ? words : 'imported'
}

function pathOf(
  type: Exclude<Imported, 'pages'>,
  slug: string,
  { publishedAt }: ImportedEntry,
  issue: number | null,
  now: Date,
  content: ImportContent,
): string {
  const year = (publishedAt ?? now.toISOString()).slice(0, 4)
  const name = issue === null ? slug : `${String(issue).padStart(3, '0')}-${slug}`
  return freePath(`${type}/${year}/${name}.md`, content.isFree)
}

/** An old address without a slash at its end, decoded, as NFC. */
export function normal(address: string): string {
  return safelyDecoded(address.length > 1 ? address.replace(/\/{1,20}$/, '') : address).normalize(
    'NFC',
  )
}
