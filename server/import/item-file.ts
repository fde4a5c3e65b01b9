import type { ContentType } from '#domain/content.ts'
import type { Complain, Complaint, FieldValue, ImportedEntry } from '#domain/import/entry.ts'
import { categoryOf, fieldNameOf } from '#domain/import/mapping.ts'
import { pageNameFor } from '#domain/import/page-place.ts'
import { hasField } from '#domain/item/item-fields.ts'
import { sourceKey } from '#domain/item/source-key.ts'
import { metaDescriptionLimit } from '#domain/item/vocabulary.ts'
import { readingMinutes, wordsOf } from '#domain/reading-time.ts'
import { joinParts } from '#domain/words/join-parts.ts'
import { normal, type PlannedEntry, type Staging } from './plan-entries.ts'
import { remarksAt } from './reader.ts'

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

type Values = Record<string, unknown>

/**
 * The frontmatter of an entry's file; `image` is the address of its picture here. What the file
 * can't have is named.
 */
export function fileFields(
  entry: ImportedEntry,
  row: PlannedEntry,
  markdown: string,
  image: string | null,
  { mapping, content }: Pick<Staging, 'mapping' | 'content'>,
): { fields: Readonly<Values>; complaints: Array<Complaint> } {
  const { remarks: complaints, say } = remarksAt(entry.place)
  const { publishedAt, updatedAt } = entry
  const isPage = row.to === 'pages'
  const authors = [...new Set(entry.authors)]
  const aliases = aliasesOf(entry, row, content.isOwnAddress, say)
  const others = Object.entries(entry.fields).flatMap(([name, value]) => {
    const key = fieldNameOf(name, mapping)
    return key === null || value === null || value === '' ? [] : [{ name, key, value }]
  })
  const categories = entry.categories.map((name) => categoryOf(name, mapping, content.categories))
  const values = {
    title: entry.title.replace(/\s+/g, ' ').trim(),
    ...(isPage
      ? { metaDescription: shortened(joined(entry.metaDescription || entry.excerpt)) }
      : itemValues(entry, row, new Set(categories.filter(Boolean)), markdown)),
    updatedAt: updatedAt && (publishedAt === null || updatedAt > publishedAt) ? updatedAt : '',
    draft: row.status === 'draft' && (isPage || publishedAt !== null),
    ...(!isPage && {
      imageUrl: image,
      imageAlt: image && entry.imageAlt.slice(0, 500),
      author: authors.length === 1 ? authors[0] : authors,
    }),
    aliases,
    [sourceKey]: entry.source,
  }
  if (isPage)
    sayOfPage(
      entry,
      row,
      others.map(({ name }) => name),
      say,
    )
  else if (publishedAt === null && !entry.draft) say('The text has no date; it comes in as a draft')
  const custom = isPage
    ? []
    : others.filter(({ name, key }) => {
        if (own.has(key))
          say(`The field '${name}' has a name that the site uses itself; it is left out`)
        return !own.has(key)
      })
  return {
    fields: Object.fromEntries([
      ...custom.map(({ key, value }) => [key, asWritten(value)]),
      ...Object.entries(values).filter(([, value]) => !isNothing(value)),
    ]),
    complaints,
  }
}

const isNothing = (value: unknown) =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

const joined = (text: string) => joinParts(text.split('\n'))

const shortened = (text: string) => text.slice(0, metaDescriptionLimit)

/** What items have and pages have not. */
function itemValues(
  entry: ImportedEntry,
  row: PlannedEntry,
  categories: ReadonlySet<string>,
  markdown: string,
) {
  const has = (name: string) => hasField(row.to as ContentType, name)
  const [category, ...more] = categories
  // An item has one category; the others stay as tags.
  const others = has('category') ? more : [...categories]
  return {
    slug: row.slug,
    [has('excerpt') ? 'excerpt' : 'description']: joined(entry.excerpt).slice(0, 2000),
    metaDescription: has('metaDescription') ? shortened(entry.metaDescription) : '',
    category: has('category') ? (category ?? '') : '',
    tags: [...new Set([...entry.tags, ...others.map((name) => name.replaceAll('_', ' ').trim())])],
    readTime: has('readTime') ? readingMinutes(wordsOf(markdown).length) : '',
    issueNumber: row.issueNumber,
    publishedAt: entry.publishedAt,
  }
}

/** Names what a page can't have. */
function sayOfPage(
  entry: ImportedEntry,
  row: PlannedEntry,
  fields: ReadonlyArray<string>,
  say: Complain,
) {
  if (row.status === 'draft' && !entry.draft)
    say('A page can’t wait for its date; it comes in as a draft')
  const { owned } = pageNameFor(entry, '')
  if (owned !== null)
    say(`The site needs the address '/${owned}' itself; the page is at ${row.address}`)
  const behind = [
    entry.categories.length > 0 && 'categories',
    entry.tags.length > 0 && 'tags',
    entry.image !== null && 'picture',
    ...fields,
  ].filter(Boolean)
  if (behind.length > 0) say(`A page has no ${behind.join(', ')}; this stays behind`)
}

/** The old addresses that lead to a text, without that which it has here. */
function aliasesOf(
  { addresses }: ImportedEntry,
  row: PlannedEntry,
  isOwnAddress: (address: string) => boolean,
  say: Complain,
): Array<string> {
  const usable = addresses.filter(
    (address) => /^\/(?!\/)\S*$/.test(address) && normal(address) !== normal(row.address),
  )
  for (const address of usable.filter(isOwnAddress))
    say(`The old address '${address}' is one of this site; it leads there`)
  return [...new Set(usable.filter((address) => !isOwnAddress(address)))]
}

/** A number as a number: YAML was read with all values as texts, so that `11.0` stays `11.0`. */
function asWritten(value: FieldValue): FieldValue {
  return typeof value === 'string' && value.length < 16 && String(Number(value)) === value
    ? Number(value)
    : value
}
