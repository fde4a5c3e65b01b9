import { callList } from '#contract/calls.ts'
import { categoryAddress } from '#domain/categories.ts'
import { type ContentProblem, contentTypes } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { itemAddress, itemTypes } from '#domain/item/types.ts'
import { specifiedPages } from '#domain/page-names.ts'
import { linkedPages, singlePages } from '#domain/single-pages.ts'
import type { ItemEntry, PageEntry } from '../read/entry.ts'
import { derivedId } from '../read/file-kind.ts'
import type { FileRecord, RecordOf } from '../read/file-record.ts'

export type ItemRecord = RecordOf<ItemEntry['kind']>
/** A file with a page that may have had other addresses. */
export type AddressedRecord = RecordOf<ItemEntry['kind'] | 'pages'>

/**
 * Addresses that exist whatever the content is. `categories` are the keys of those that have a
 * page.
 */
export function fixedAddresses(categories: ReadonlyArray<string>): Array<string> {
  return [
    ...linkedPages,
    '/rss.xml',
    '/atom.xml',
    '/feed.json',
    '/sitemap.xml',
    ...contentTypes.map((type) => itemTypes[type].listAddress),
    ...categories.map((category) => `/category/${category}`),
  ]
}
/**
 * The site owns every address in these folders. Below `/api` it owns only the addresses of calls,
 * because old sites have pages there.
 */
const ownFolders = new Set([
  ...['/admin', '/auth', '/media', '/assets', '/share', '/theme'],
  ...callList.map(({ path }) => path.split('/').slice(0, 3).join('/')),
])

/** The normal form of the address of an item or a page. */
export function entryAddress(entry: ItemEntry | PageEntry): string {
  return entry.kind === 'pages' ? `/${entry.name}` : addressWithId(entry, entry.item.id)
}

/** The normal form of the address that an item has, or would have, with an id. */
function addressWithId({ kind, item: { slug } }: ItemEntry, id: number) {
  return normalAddress(itemAddress(kind, { id, slug }))
}

/**
 * Maps aliases of published items and pages to their addresses. No alias may be the address of one,
 * so there are no chains and no loops. When two files have the same alias, the first path wins.
 * Both cases are reported. `livingAt` returns what has an address now (the file of an item), or
 * null; `categories` are the keys of those that have a page.
 */
export function buildRedirects(
  published: Iterable<AddressedRecord>,
  livingAt: (address: string) => string | null,
  categories: ReadonlyArray<string>,
) {
  const isSiteAddress = ownAddresses(categories)
  const redirects = new Map<string, string>()
  const owners = new Map<string, string>()
  const problems: Array<ContentProblem> = []
  const claiming: Array<AddressedRecord> = []
  for (const record of published) if (record.entry.aliases.length > 0) claiming.push(record)
  for (const { path, entry } of claiming.sort((left, right) => (left.path < right.path ? -1 : 1))) {
    const target = entryAddress(entry)
    const report = (message: string) => problems.push({ path, line: entry.aliasesLine, message })
    for (const alias of new Set(entry.aliases.map(normalAddress))) {
      if (alias === target) continue
      const owner = owners.get(alias)
      const living = livingAt(alias)
      if (isSiteAddress(alias)) report(`The alias '${alias}' is an address of the site itself`)
      else if (living !== null) report(`The alias '${alias}' is the address of ${living}`)
      else if (owner !== undefined) report(`The alias '${alias}' already leads to ${owner}`)
      else {
        redirects.set(alias, target)
        owners.set(alias, path)
      }
    }
  }
  return { redirects, problems }
}

/**
 * Whether a change of a file leaves the redirects as they are: its address, its aliases, and
 * whether it has a page.
 */
export function hasSameRedirects(
  before: FileRecord | undefined,
  after: FileRecord | undefined,
): boolean {
  return sameValue(redirectsIn(before), redirectsIn(after))
}

function redirectsIn(record: FileRecord | undefined) {
  if (record?.author) return { author: record.author.key, name: record.author.name }
  const entry = record?.entry
  if (!entry || !('aliases' in entry)) return null
  const { draft, aliases, aliasesLine } = entry
  const shared = { address: entryAddress(entry), draft, aliases, aliasesLine }
  if (entry.kind === 'pages') return shared
  // Two items with the same id: one of them has no page.
  const { id, publishedAt } = entry.item
  return { ...shared, id, date: publishedAt, explicitId: entry.explicitId }
}

/**
 * The addresses that items had with the id derived from their path, before an id was written into
 * the file. They redirect, so that links do not break.
 */
export function buildDerivedAddresses(published: Iterable<ItemRecord>): Map<string, string> {
  const addresses = new Map<string, string>()
  for (const { path, entry } of published) {
    const inner = path.slice(entry.kind.length + 1)
    if (entry.explicitId) addresses.set(addressWithId(entry, derivedId(inner)), entryAddress(entry))
  }
  return addresses
}

/**
 * The key of the address that an item had before slugs had the letters of all scripts, when a title
 * without Latin ones gave `article-ID`. Null for an item whose address has none of these letters.
 */
export function wordlessKey({ kind, item: { id, slug } }: ItemEntry): string | null {
  return itemTypes[kind].addressedBy === 'slug' && /[^\w-]/.test(slug)
    ? `${itemTypes[kind].singular}-${id}`
    : null
}

/** The addresses of items with a `wordlessKey`, which redirect where nothing else is. */
export function wordlessAddresses(
  published: Iterable<ItemRecord>,
  isThere: (address: string) => boolean,
) {
  return [...published].flatMap(({ entry }): Array<[from: string, to: string]> => {
    const key = wordlessKey(entry)
    const from =
      key === null ? null : normalAddress(itemAddress(entry.kind, { id: entry.item.id, slug: key }))
    return from === null || isThere(from) ? [] : [[from, entryAddress(entry)]]
  })
}

/** Whether a normal address is one of the site itself, which an alias in a file cannot redirect. */
export function ownAddresses(categories: ReadonlyArray<string>): (address: string) => boolean {
  const fixed: ReadonlySet<string> = new Set([
    ...fixedAddresses(categories),
    // Shared drafts have their pages below `/draft/`; at `/draft` is none.
    ...[...singlePages].filter((page) => page !== '/draft'),
    '/robots.txt',
    '/site.webmanifest',
    '/speculation-rules.json',
    ...contentTypes.flatMap((type) => itemTypes[type].feed?.address ?? []),
    ...categories.map((category) => `/category/${category}/rss.xml`),
    ...specifiedPages.map((name) => `/${name}`),
  ])
  return (address) =>
    // The page of a category redirects from its other spellings.
    fixed.has(
      address.startsWith('/category/') ? address.toLowerCase().replaceAll('-', '_') : address,
    ) ||
    address.startsWith('/draft/') ||
    ownFolders.has(firstParts(address, 1)) ||
    ownFolders.has(firstParts(address, 2))
}

const firstParts = (address: string, count: number) => address.split('/', count + 1).join('/')

/** Other pages of the lists of other systems, and their feeds; group 1 is the list here. */
export const laterPage = /^(\/(?:author\/[^/]{1,80})?)\/?(?:page\/\d{1,5}|feed)$/

/**
 * Where the page of a tag that other systems have by themselves leads: to the search for it. Null
 * for any other address.
 */
export function tagSearch(address: string): string | null {
  const tag = /^\/(?:tag|tags)\/([^/]{1,80})(?:\/page\/\d{1,5}|\/feed|\/rss)?$/.exec(address)?.[1]
  return tag === undefined ? null : `/search?q=${encodeURIComponent(tag.replace(/[-+_]/g, ' '))}`
}

/**
 * Where the list of a category leads that other systems have below that of another one or in
 * another folder, page by page, in another spelling, or under the name that it had before. Null for
 * any other address.
 */
export function categoryArchive(
  address: string,
  normalize: (name: string) => string | null,
): string | null {
  const name =
    /^\/categor(?:y|ies)\/(?:[^/]{1,80}\/){0,5}?([^/]{1,80})(?:\/page\/\d{1,5}|\/feed)?$/.exec(
      address,
    )?.[1]
  if (name === undefined || name === 'all') return null
  const key = normalize(name)
  const target = key === null ? null : normalAddress(categoryAddress(key))
  return target === address ? null : target
}

/** The number of a text of WordPress in its short address: `/?p=12`, `/?page_id=12`. */
const postNumber = /^\/\?(?:[^#]{0,500}&)?((?:p|page_id)=\d{1,12})(?:[&#]|$)/

/**
 * The normal form of an address: no query but the number of a text in `/?p=12`, no slash at the
 * end, characters unescaped, as NFC outside `/media/`, where files may have any names.
 */
export function normalAddress(path: string): string {
  const numbered = path.startsWith('/?') ? postNumber.exec(path)?.[1] : undefined
  if (numbered !== undefined) return `/?${numbered}`
  const mark = path.search(/[?#]/)
  let end = mark < 0 ? path.length : mark
  // A regular expression would take quadratic time with many slashes.
  while (end > 1 && path[end - 1] === '/') end -= 1
  const bare = path.slice(0, end)
  try {
    const plain = decodeURI(bare)
    return plain.startsWith('/media/') ? plain : plain.normalize('NFC')
  } catch {
    return bare
  }
}
