import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { messageOf } from '../platform/errors.ts'
import { readFeed } from './feed-xml.ts'
import { ImportRefused } from './import-refused.ts'
import type { FetchPublic } from './kept-fetch.ts'
import { oldPath } from './reader.ts'
import type { SourceFolder } from './source-folder.ts'

const mostAddresses = 200_000
/** The largest sitemap or feed of a source that is read. */
const largestList = 64 * 1024 * 1024

const isAddress = (place: string) => /^https?:\/\//.test(place)

/**
 * The addresses of a list, which is one per line, a sitemap or a feed; a sitemap may name others by
 * their addresses. Throws ImportRefused.
 */
export async function addressesIn(
  list: string,
  read: (place: string) => Promise<string> = textAt,
): Promise<Array<string>> {
  const found = new Set<string>()
  const open = [list]
  const seen = new Set<string>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next) || seen.size > 1000) continue
    seen.add(next)
    const text = await read(next)
    const head = text.slice(0, 5000)
    if (/<sitemapindex\b/.test(head)) open.push(...locationsIn(text).filter(isAddress))
    else for (const address of listed(text, head)) found.add(address)
    if (found.size > mostAddresses)
      throw new ImportRefused(`The list has more than ${mostAddresses} addresses.`)
  }
  return [...found]
}

function listed(text: string, head: string): Array<string> {
  if (/<urlset\b/.test(head)) return locationsIn(text)
  if (/<(?:rss|feed|rdf:RDF)\b/i.test(head))
    return readFeed(text).items.flatMap(({ values }) => values.get('link') ?? [])
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  return lines.filter((line) => line !== '' && !line.startsWith('#'))
}

function locationsIn(text: string): Array<string> {
  return [...text.matchAll(/<loc>\s{0,20}([^<\s]{1,2000})\s{0,20}<\/loc>/g)].map(([, one = '']) =>
    plainAddress(one),
  )
}

const plainAddress = (text: string) => text.replaceAll('&amp;', '&')

const nameOf = (place: string) => (isAddress(place) ? place : path.basename(place))

/** What a public address has. Throws ImportRefused. */
export async function fetched(place: string, fetchPublic: FetchPublic): Promise<Uint8Array> {
  if (!fetchPublic)
    throw new ImportRefused(
      `Nothing is fetched from other sites in this run: give ${place} as a file.`,
    )
  return fetchPublic(place).catch((error) => refuse(place, error))
}

/**
 * A list of old addresses, from a file or from a public address: what a list names may be anything.
 */
async function publicText(place: string, fetchPublic: FetchPublic): Promise<string> {
  return isAddress(place)
    ? Buffer.from(await fetched(place, fetchPublic)).toString('utf8')
    : textAt(place)
}

async function textAt(place: string): Promise<string> {
  if (!isAddress(place)) return readFile(place, 'utf8').catch((error) => refuse(place, error))
  const answer = await fetch(place, { signal: AbortSignal.timeout(30_000) }).catch((error) =>
    refuse(place, error),
  )
  if (answer.status !== 200) throw new ImportRefused(`${place} answers ${answer.status}.`)
  return answer.text()
}

function refuse(place: string, error: unknown): never {
  throw new ImportRefused(`${place} can't be read: ${messageOf(error)}`)
}

/** The addresses that the old site had, as paths, and where they were found. */
export interface OldAddresses {
  list: string
  paths: ReadonlyArray<string>
}

/**
 * The list of old addresses that was given, else the sitemap in the source, else its feed; null for
 * none. Templates of them are no lists.
 */
export async function findOldAddresses(
  folder: SourceFolder,
  given: string | null,
  fetchPublic: FetchPublic,
): Promise<OldAddresses | null> {
  if (given !== null)
    return {
      list: nameOf(given),
      paths: pathsOf(await addressesIn(given, (place) => publicText(place, fetchPublic))),
    }
  for (const name of [/(?:^|\/)sitemap[\w-]{0,30}\.xml$/i, /(?:^|\/)(?:feed|rss|atom)\.xml$/i]) {
    const lists = folder.files.filter((file) => name.test(file))
    const paths = (await Promise.all(lists.map((file) => pathsInSource(folder, file)))).flat()
    if (paths.length > 0) return { list: lists.join(', '), paths: [...new Set(paths)] }
  }
  return null
}

async function pathsInSource(folder: SourceFolder, file: string): Promise<Array<string>> {
  const text = await folder.text(file, largestList)
  const isList = /<(?:urlset|rss|feed|rdf:RDF)\b/i.test(text.slice(0, 5000))
  return isList && !/\{[{%]/.test(text) ? pathsOf(await addressesIn(file, async () => text)) : []
}

const pathsOf = (addresses: ReadonlyArray<string>) =>
  [...new Set(addresses.map(oldPath))].filter((path): path is string => path !== null)
