import type { ContentType } from '#domain/content.ts'
import type { Complaint, FieldValue, ImportedEntry } from '#domain/import/entry.ts'
import { categoryOf, fieldNameOf, type ImportMapping } from '#domain/import/mapping.ts'
import { hasField } from '#domain/item/item-fields.ts'
import { sourceKey } from '#domain/item/source-key.ts'
import { metaDescriptionLimit } from '#domain/item/vocabulary.ts'
import { readingMinutes, wordsOf } from '#domain/reading-time.ts'
import { joinParts } from '#domain/words/join-parts.ts'
import { normal, type PlannedEntry } from './plan-entries.ts'

/** Keys that no field of another system may have here. */
const own = new Set([
  'id',
  'articles',
  'messageId',
  'draft',
  'updatedAt',
  'aliases',
  '__proto__',
  sourceKey,
])

/** The frontmatter of an entry's file. */
export function itemFields(
  entry: ImportedEntry,
  row: PlannedEntry,
  markdown: string,
  parts: {
    mapping: ImportMapping
    categories: ReadonlyArray<string>
    image: string | null
    isOwnAddress: (address: string) => boolean
  },
): { fields: Readonly<Record<string, unknown>>; complaints: Array<Complaint> } {
  const type = row.to as ContentType
  const complaints: Array<Complaint> = []
  const say = (message: string) => complaints.push({ place: entry.place, message })
  const has = (name: string) => hasField(type, name)
  const names = entry.categories
    .map((name) => categoryOf(name, parts.mapping, parts.categories))
    .filter(Boolean)
  const [category, ...more] = [...new Set(names)]
  // An item has one category; the others stay as tags.
  const tags = [
    ...new Set([
      ...entry.tags,
      ...(has('category') ? more : names).map((name) => name.replaceAll('_', ' ').trim()),
    ]),
  ]
  const excerpt = joinParts(entry.excerpt.split('\n')).slice(0, 2000)
  const authors = [...new Set(entry.authors)]
  const custom = Object.entries(entry.fields).flatMap(([name, value]) => {
    const key = fieldNameOf(name, parts.mapping)
    if (key === null || value === null || value === '') return []
    if (!own.has(key)) return [[key, asWritten(value)] as const]
    say(`The field '${name}' has a name that the site uses itself; it is left out`)
    return []
  })
  const standard = {
    title: entry.title.replace(/\s+/g, ' ').trim(),
    slug: row.slug,
    ...(excerpt !== '' && { [has('excerpt') ? 'excerpt' : 'description']: excerpt }),
    ...(has('metaDescription') &&
      entry.metaDescription !== '' && {
        metaDescription: entry.metaDescription.slice(0, metaDescriptionLimit),
      }),
    ...(category !== undefined && has('category') && { category }),
    ...(tags.length > 0 && { tags }),
    ...(has('readTime') && { readTime: readingMinutes(wordsOf(markdown).length) }),
    ...(row.issueNumber !== null && { issueNumber: row.issueNumber }),
    ...(entry.publishedAt !== null && { publishedAt: entry.publishedAt }),
    ...changedSince(entry),
    ...(row.status === 'draft' && entry.publishedAt !== null && { draft: true }),
    ...(parts.image !== null && {
      imageUrl: parts.image,
      ...(entry.imageAlt !== '' && { imageAlt: entry.imageAlt.slice(0, 500) }),
    }),
  }
  if (entry.publishedAt === null && !entry.draft)
    say('The text has no date; it comes in as a draft')
  const { aliases, complaints: owned } = aliasesOf(entry, row, parts.isOwnAddress)
  complaints.push(...owned)
  return {
    fields: {
      ...Object.fromEntries(custom),
      ...standard,
      ...(authors.length > 0 && { author: authors.length === 1 ? authors[0] : authors }),
      ...(aliases.length > 0 && { aliases }),
      [sourceKey]: entry.source,
    },
    complaints,
  }
}

/** When a text has changed since it appeared, as the key of its file. */
export function changedSince({ publishedAt, updatedAt }: ImportedEntry): { updatedAt?: string } {
  return updatedAt && (publishedAt === null || updatedAt > publishedAt) ? { updatedAt } : {}
}

/** The old addresses that lead to a text, without that which it has here. */
export function aliasesOf(
  { addresses, place }: ImportedEntry,
  row: PlannedEntry,
  isOwnAddress: (address: string) => boolean,
): { aliases: Array<string>; complaints: Array<Complaint> } {
  const usable = addresses.filter(
    (address) => /^\/(?!\/)\S*$/.test(address) && normal(address) !== normal(row.address),
  )
  const complaints = usable.filter(isOwnAddress).map((address) => ({
    place,
    message: `The old address '${address}' is one of this site; it leads there`,
  }))
  return { aliases: [...new Set(usable.filter((address) => !isOwnAddress(address)))], complaints }
}

/** A number as a number: YAML was read with all values as texts, so that `11.0` stays `11.0`. */
function asWritten(value: FieldValue): FieldValue {
  return typeof value === 'string' && value.length < 16 && String(Number(value)) === value
    ? Number(value)
    : value
}
