import { readSpelledDate } from '#domain/date-spellings.ts'
import { parseDate } from '#domain/dates.ts'
import type { FieldValue, FieldValues, ImportedEntry } from '#domain/import/entry.ts'
import { isRecord } from '#domain/is-record.ts'
import { keptBackBy, opensLater } from '#domain/item/kept-back.ts'

// Names in lower case, without the marks between their words.
const dates = [
  'date',
  'pubdate',
  'pubdatetime',
  'publishdate',
  'publishedat',
  'published',
  'created',
  'createdat',
]
/** When its author has changed a text. */
const changes = [
  'updatedat',
  'updated',
  'updateddate',
  'updatedate',
  'updateon',
  'updatedon',
  'lastmod',
  'lastmodified',
  'lastmodifiedat',
  'lastmodifieddate',
  'lastupdated',
  'lastupdate',
  'modified',
  'modifiedat',
  'modifieddate',
  'moddatetime',
  'datemodified',
  'edited',
  'revised',
]
const excerpts = ['excerpt', 'summary', 'description', 'subtitle', 'deck']
const images = [
  'image',
  'imageurl',
  'cover',
  'heroimage',
  'featureimage',
  'featuredimage',
  'thumbnail',
  'banner',
  'images',
  'header',
]
const others = [
  'title',
  'subject',
  'slug',
  'draft',
  'status',
  'tags',
  'tag',
  'keywords',
  'category',
  'categories',
  'author',
  'authors',
  'imagealt',
  'aliases',
  'redirectfrom',
  'permalink',
  'url',
  'metadescription',
  'id',
  'canonicalurl',
]
/** `publish_date`, `Publish-Date` and `publishDate` are one name. */
const plainName = (name: string) => name.toLowerCase().replace(/[_-]/g, '')

const standard = new Set([...dates, ...changes, ...excerpts, ...images, ...others])

/** The values of frontmatter that all static site generators have, under their many names. */
export function standardFields(data: FieldValues, timeZone: string) {
  const byName = new Map(Object.entries(data).map(([name, value]) => [plainName(name), value]))
  const first = (names: ReadonlyArray<string>) =>
    names.map((name) => byName.get(name)).find((value) => textOf(value) !== '')
  const written = firstDate(dates.map((name) => byName.get(name)))
  // A text that has a date of its own may appear later.
  const later = opensLater(data, written)
  const changed = firstDate(changes.map((name) => byName.get(name)))
  const keptBy = keptBackBy(data, Date.now())
  const picture = pictureOf(first(images))
  const excerpt = textOf(first(excerpts))
  return {
    title: textOf(byName.get('title') ?? byName.get('subject')),
    slug: textOf(byName.get('slug')) || null,
    publishedAt: readDate(later === null ? written : String(data[later]), timeZone),
    updatedAt: readDate(changed, timeZone),
    /** What is said about dates that can't be read, and about a text that is kept back. */
    faults: [
      ...[written, changed].flatMap((one) =>
        one === undefined || readDate(one, timeZone) !== null
          ? []
          : [`The date '${one.slice(0, 60)}' can't be read`],
      ),
      ...(keptBy === null
        ? []
        : [`'${keptBy.slice(0, 60)}' keeps the text back; it comes in as a draft`]),
      ...(later === null ? [] : [`'${later}' keeps the text back until its date`]),
    ],
    draft: keptBy !== null,
    authors: namesIn(byName.get('authors') ?? byName.get('author')),
    categories: namesIn(byName.get('categories') ?? byName.get('category')),
    tags: [...new Set([...namesIn(byName.get('tags') ?? byName.get('tag'), true)])].map((tag) =>
      tag.replace(/^#/, ''),
    ),
    excerpt,
    metaDescription: textOf(byName.get('metadescription') ?? byName.get('description')).slice(
      0,
      320,
    ),
    image: picture?.address ?? null,
    imageAlt: textOf(byName.get('imagealt')) || (picture?.alt ?? ''),
    aliases: [...namesIn(byName.get('aliases')), ...namesIn(byName.get('redirectfrom'))],
    permalink: textOf(byName.get('permalink') ?? byName.get('url')) || null,
    fields: Object.fromEntries(
      Object.entries(data).filter(([name]) => name !== later && !standard.has(plainName(name))),
    ),
  } satisfies Partial<ImportedEntry> & Record<string, unknown>
}

function firstDate(values: ReadonlyArray<FieldValue | undefined>): string | undefined {
  return values
    .map(dateValue)
    .find((value): value is string => typeof value === 'string' && /\d/.test(value))
}

/** The date in a value: Docusaurus has `last_update: { date, author }`. */
function dateValue(value: FieldValue | undefined): FieldValue | undefined {
  return isRecord(value) ? (value.date as FieldValue) : value
}

/** The instant of a date in any spelling; without an offset it is local to `timeZone`. */
export function readDate(text: string | undefined, timeZone: string): string | null {
  const date = text ? (parseDate(text, timeZone) ?? readSpelledDate(text, timeZone)) : null
  return date?.toISOString() ?? null
}

function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim()
  return typeof value === 'object' && value ? 'list' : ''
}

function pictureOf(value: FieldValue | undefined): { address: string; alt: string } | null {
  const one = Array.isArray(value) ? value[0] : value
  if (typeof one === 'string') {
    const address = one.trim().replace(/^!?\[\[([^[\]|]{1,300})(?:\|[^[\]]{0,100})?\]\]$/, '$1')
    return address === '' ? null : { address, alt: '' }
  }
  if (!isRecord(one)) return null
  const address = [one.src, one.url, one.image, one.path, one.file].find(
    (found) => typeof found === 'string',
  )
  return address === undefined ? null : { address, alt: textOf(one.alt ?? one.caption) }
}

/**
 * Names in a list, in a text with commas, or in maps with a `name`. `bySpace`: a text without
 * commas is split at spaces, as Jekyll does with tags.
 */
export function namesIn(value: FieldValue | undefined, bySpace = false): Array<string> {
  if (Array.isArray(value))
    return value.flatMap((one) =>
      typeof one === 'string' ? [one.trim()].filter(Boolean) : namesIn(one),
    )
  if (typeof value === 'number') return [String(value)]
  if (isRecord(value)) return namesIn((value.name ?? value.title ?? value.id) as FieldValue)
  if (typeof value !== 'string') return []
  const separator = value.includes(',') ? ',' : bySpace ? /\s+/ : '\n'
  return value
    .split(separator)
    .map((one) => one.trim())
    .filter(Boolean)
}
