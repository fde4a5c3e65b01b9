import type { Complaint, ImportedEntry } from '#domain/import/entry.ts'
import { fieldNameOf, type ImportMapping } from '#domain/import/mapping.ts'
import { pageNameFor } from '#domain/import/page-place.ts'
import { sourceKey } from '#domain/item/source-key.ts'
import { metaDescriptionLimit } from '#domain/item/vocabulary.ts'
import { joinParts } from '#domain/words/join-parts.ts'
import { aliasesOf, changedSince } from './item-file.ts'
import type { PlannedEntry } from './plan-entries.ts'

/**
 * The frontmatter of an entry that becomes a page of the site's own texts. What a page can't have
 * is named.
 */
export function pageFields(
  entry: ImportedEntry,
  row: PlannedEntry,
  _markdown: string,
  parts: {
    mapping: ImportMapping
    image: string | null
    isOwnAddress: (address: string) => boolean
  },
): { fields: Readonly<Record<string, unknown>>; complaints: Array<Complaint> } {
  const { aliases, complaints } = aliasesOf(entry, row, parts.isOwnAddress)
  const say = (message: string) => complaints.push({ place: entry.place, message })
  if (row.status === 'draft' && !entry.draft)
    say('A page can’t wait for its date; it comes in as a draft')
  const { owned } = pageNameFor(entry, '')
  if (owned !== null)
    say(`The site needs the address '/${owned}' itself; the page is at ${row.address}`)
  const others = Object.entries(entry.fields).filter(
    ([name, value]) => value !== null && value !== '' && fieldNameOf(name, parts.mapping) !== null,
  )
  const behind = [
    entry.categories.length > 0 && 'categories',
    entry.tags.length > 0 && 'tags',
    entry.image !== null && 'picture',
    ...others.map(([name]) => name),
  ].filter(Boolean)
  if (behind.length > 0) say(`A page has no ${behind.join(', ')}; this stays behind`)
  const description = joinParts((entry.metaDescription || entry.excerpt).split('\n'))
  return {
    fields: {
      title: entry.title.replace(/\s+/g, ' ').trim(),
      ...(description !== '' && { metaDescription: description.slice(0, metaDescriptionLimit) }),
      ...changedSince(entry),
      ...(row.status === 'draft' && { draft: true }),
      ...(aliases.length > 0 && { aliases }),
      [sourceKey]: entry.source,
    },
    complaints,
  }
}
