import type { ContentType } from '#domain/content.ts'
import { createTurns } from '../../platform/turns.ts'
import { normalAddress } from '../catalog/redirects.ts'
import { addressOf, type ReadableRecord } from '../check/texts.ts'
import type { Listed } from './link-targets.ts'
import type { LinkedTexts } from './linked-texts.ts'

/** An item or page in whose text a link leads to another item. */
export interface InboundLink {
  type: ContentType | 'pages'
  /** Null for a page. */
  id: number | null
  title: string
  /** Where visitors read it. */
  url: string
  status: 'published' | 'scheduled' | 'draft'
}

/** The longest time that a search blocks the event loop, in milliseconds. */
const sliceMs = 8
/**
 * Everything that looks like a link to a path, in Markdown and HTML. It also matches code; the
 * parser decides later.
 */
const linkLike =
  /(?:\]\([ \t]*<?|\]:[ \t]*<?|\bhref[ \t]*=[ \t]*["']?|<)(https?:\/\/[^\s/)"'<>]+)?(\/[^\s)"'<>]*)/g

/**
 * Finds the articles, news items, newsletters and pages, drafts included, that link to an item by
 * its address or by an alias, in short turns of the event loop. The possible link targets of each
 * blob are cached.
 */
export function createInboundLinks(parts: {
  read: (blob: string) => Promise<Uint8Array>
  texts: Pick<LinkedTexts, 'references'>
  siteUrl: string
}) {
  const { read, texts, siteUrl } = parts
  let known = new Map<string, ReadonlySet<string>>()

  return async (target: ReadableRecord, listed: ReadonlyArray<Listed>) => {
    const own = new Set([addressOf(target), ...target.entry.aliases.map(normalAddress)])
    const seen = new Map<string, ReadonlySet<string>>()
    const found: Array<InboundLink> = []
    const turns = createTurns(sliceMs)
    for (const { target: page, record } of listed) {
      if (!record || record.path === target.path) continue
      const addresses = known.get(record.blob) ?? addressesOf(await read(record.blob), siteUrl)
      seen.set(record.blob, addresses)
      if ([...own].some((address) => addresses.has(address))) {
        const references = await texts.references(record, (markdown) =>
          linksLike(markdown, siteUrl).flatMap(({ at, address }) => (own.has(address) ? [at] : [])),
        )
        if (
          references
            .flat()
            .some(
              ({ kind, url }) => kind === 'link' && own.has(normalAddress(ownPath(url, siteUrl))),
            )
        )
          found.push(linkFrom(record, page))
      }
      if (turns.isDue()) await turns.take()
    }
    known = seen
    return found
  }
}

/** The path of an address on this site; any other address is returned as it is. */
export function ownPath(url: string, siteUrl: string): string {
  if (url === siteUrl) return '/'
  return url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url
}

function linksLike(text: string, siteUrl: string): Array<{ at: number; address: string }> {
  return [...text.matchAll(linkLike)].flatMap(({ 1: origin = siteUrl, 2: path = '', index }) =>
    origin === siteUrl && !path.startsWith('/media/')
      ? [{ at: index, address: normalAddress(path) }]
      : [],
  )
}

function addressesOf(bytes: Uint8Array, siteUrl: string): ReadonlySet<string> {
  const text = Buffer.from(bytes).toString('utf8')
  return new Set(linksLike(text, siteUrl).map(({ address }) => address))
}

function linkFrom({ entry }: ReadableRecord, { title, url, status }: Listed['target']) {
  const id = entry.kind === 'pages' ? null : entry.item.id
  return { type: entry.kind, id, title, url, status }
}
