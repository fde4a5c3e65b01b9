import { storedCategories } from '#domain/categories.ts'
import { type ContentProblem, staticPageNames } from '#domain/content.ts'
import { itemAddress } from '#domain/item/types.ts'
import type { RecordOf } from './duplicates.ts'
import type { ItemEntry } from './entry.ts'
import { derivedId } from './file-kind.ts'

export type ItemRecord = RecordOf<ItemEntry['kind']>

/** Addresses that are the site's own and never lead elsewhere, whatever a file says. */
const ownAddresses: ReadonlySet<string> = new Set([
  '/',
  '/news',
  '/newsletters',
  '/search',
  '/saved',
  '/auth',
  '/subscribed',
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/category/all',
  ...storedCategories.map((category) => `/category/${category}`),
  ...staticPageNames.map((name) => `/${name}`),
])
const ownFolders = ['/admin', '/api', '/media', '/assets', '/share']

/** The address of an item on the site, or the one that another id would give it. */
export function entryAddress({ kind, item: { id: own, slug } }: ItemEntry, id = own): string {
  return itemAddress(kind, { id, slug })
}

/**
 * Old address → address now, for published items. Every target is an item's own address and no such address is a source, so there
 * are no chains and no loops. An address that two files claim leads to the smaller path's; that and a claim of a living address are reported.
 * `livingAt` names the file of the item that has an address now.
 */
export function buildRedirects(published: Iterable<ItemRecord>, livingAt: (address: string) => string | null) {
  const redirects = new Map<string, string>()
  const owners = new Map<string, string>()
  const problems: Array<ContentProblem> = []
  const claiming: Array<ItemRecord> = []
  for (const record of published) if (record.entry.aliases.length > 0) claiming.push(record)
  for (const { path, entry } of claiming.sort((left, right) => (left.path < right.path ? -1 : 1))) {
    const target = entryAddress(entry)
    const report = (message: string) => problems.push({ path, line: entry.aliasesLine, message })
    for (const alias of new Set(entry.aliases.map(normalAddress))) {
      if (alias === target) continue
      const owner = owners.get(alias)
      const living = livingAt(alias)
      if (isOwnAddress(alias)) report(`The alias '${alias}' is an address of the site itself`)
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
 * The addresses that items had before an id was written into their file: by the id that their path gives. So that assigning small ids breaks no
 * link.
 */
export function buildDerivedAddresses(published: Iterable<ItemRecord>): Map<string, string> {
  const addresses = new Map<string, string>()
  for (const { path, entry } of published) {
    const inner = path.slice(entry.kind.length + 1)
    if (entry.explicitId) addresses.set(entryAddress(entry, derivedId(inner)), entryAddress(entry))
  }
  return addresses
}

function isOwnAddress(path: string): boolean {
  return ownAddresses.has(path) || ownFolders.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

/** One spelling per address: no query, no closing slash, characters unescaped. */
export function normalAddress(path: string): string {
  const mark = path.search(/[?#]/)
  let end = mark < 0 ? path.length : mark
  // By index: a pattern would begin anew at each of many slashes.
  while (end > 1 && path[end - 1] === '/') end -= 1
  const bare = path.slice(0, end)
  try {
    return decodeURI(bare)
  } catch {
    return bare
  }
}
