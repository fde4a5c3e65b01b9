import type { ImportedEntry } from '#domain/import/entry.ts'
import { slugify } from '#domain/slug.ts'
import { pageOfFile } from '../platform/page-of-file.ts'
import type { OldAddresses } from './address-list.ts'
import { filled } from './address-pattern.ts'
import { type EntryPlan, normal } from './plan-entries.ts'
import type { ComplainAt, Reader } from './reader.ts'

/**
 * A reader whose entries also have the old addresses that a pattern makes, and those of a list that
 * can only be theirs.
 */
export async function withOldAddresses(
  reader: Reader,
  pattern: string | undefined,
  old: OldAddresses | null,
): Promise<Reader> {
  async function* entries(
    complain: ComplainAt,
    learned: ReadonlyMap<string, ReadonlyArray<string>>,
  ): AsyncGenerator<ImportedEntry> {
    for await (const entry of reader.entries(complain)) {
      const made = pattern === undefined || entry.kind === 'page' ? [] : [written(pattern, entry)]
      const more = learned.get(entry.source) ?? []
      yield { ...entry, addresses: [...new Set([...made, ...entry.addresses, ...more])] }
    }
  }
  const learned = old
    ? await learnAddresses(
        entries(() => {}, new Map()),
        old.paths,
      )
    : new Map()
  return { ...reader, entries: (complain) => entries(complain, learned) }
}

/**
 * An address by a pattern such as `/blog/{year}/{month}/{day}/{slug}`; a value that is missing is
 * empty.
 */
function written(pattern: string, { publishedAt, slug, title, categories }: ImportedEntry): string {
  const named = slugify(title)
  const ownPattern = pattern.replaceAll('{title}', named).replace(/\{(\w{1,20})\}/g, ':$1')
  const date = publishedAt === null ? null : new Date(publishedAt)
  return encodeURI(filled(ownPattern, { inner: '', slug: slug ?? named, title, date, categories }))
}

/**
 * The addresses of a list that no entry has, by the one entry with the same name that has none of
 * the list.
 */
async function learnAddresses(
  entries: AsyncIterable<ImportedEntry>,
  paths: ReadonlyArray<string>,
): Promise<Map<string, Array<string>>> {
  const listed = new Set(paths.map(normal))
  const taken = new Set<string>()
  const byName = new Map<string, Set<string>>()
  for await (const { source, slug, addresses } of entries) {
    const own = addresses.map(normal)
    for (const address of own) taken.add(address)
    if (own.some((address) => listed.has(address))) continue
    for (const name of new Set([slug ?? '', ...own.map(nameOf)]))
      if (name !== '') byName.set(name, (byName.get(name) ?? new Set()).add(source))
  }
  const learned = new Map<string, Array<string>>()
  for (const path of paths) {
    const sources = taken.has(normal(path)) ? undefined : byName.get(nameOf(path))
    const [source, ...others] = sources ?? []
    if (source !== undefined && others.length === 0)
      learned.set(source, [...(learned.get(source) ?? []), path])
  }
  return learned
}

/** The last part of an address as a slug: `/2020/01/Roses.html` has `roses`. */
export function nameOf(address: string): string {
  return slugify(pageOfFile(normal(address)).split('/').at(-1) ?? '')
}

/** Which addresses of a list lead to texts that are public here. */
export function coverageOf(
  old: OldAddresses | null,
  { rows, byAddress }: EntryPlan,
  leads: (address: string) => boolean,
): { list: string | null; total: number; covered: number; missing: Array<string> } {
  if (old === null) return { list: null, total: 0, covered: 0, missing: [] }
  const hidden = new Set(
    rows.filter(({ status }) => status === 'draft').map(({ address }) => address),
  )
  const isThere = (path: string) => {
    const target = byAddress.get(normal(path))
    return path === '/' || leads(path) || (target !== undefined && !hidden.has(target))
  }
  const missing = old.paths.filter((path) => !isThere(path) && !isThere(pageOfFile(path)))
  return {
    list: old.list,
    total: old.paths.length,
    covered: old.paths.length - missing.length,
    missing,
  }
}
