import { type ContentType, contentTypes } from '#domain/content.ts'
import { itemAddress } from '#domain/item/types.ts'
import { pageAddress } from '#domain/page-address.ts'
import { createTurns } from '../../platform/turns.ts'
import { normalAddress } from '../catalog/redirects.ts'
import type { ContentStore } from '../catalog/store.ts'
import { readFrontmatter } from '../frontmatter/frontmatter.ts'
import { BodyRenderError } from '../markdown/limits.ts'
import type { TextWork } from '../markdown/text-work.ts'
import { readItemText } from '../save/content-text.ts'

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
 * its address or by an alias. The first call reads every file, in short turns of the event loop.
 * The possible link targets of each blob are cached.
 */
export function createInboundLinks(parts: {
  store: Pick<ContentStore, 'all' | 'one' | 'reader'>
  read: (blob: string) => Promise<Uint8Array>
  texts: Pick<TextWork, 'references'>
  siteUrl: string
}) {
  const { store, read, texts: work, siteUrl } = parts
  let known = new Map<string, ReadonlySet<string>>()

  async function candidates(blob: string): Promise<ReadonlySet<string>> {
    const text = Buffer.from(await read(blob)).toString('utf8')
    const found = [...text.matchAll(linkLike)].flatMap(([, origin, path = '']) =>
      origin === undefined || origin === siteUrl ? [normalAddress(path)] : [],
    )
    return new Set(found.filter((path) => !path.startsWith('/media/')))
  }

  /** The texts of a file in which a link counts: its body and, in a newsletter, each piece. */
  async function textsOf(path: string | null, blob: string): Promise<Array<string>> {
    const bytes = await read(blob)
    if (path === null) {
      const file = readFrontmatter(bytes)
      return file.kind === 'frontmatter' ? [file.body] : []
    }
    const text = readItemText(path, bytes, store.reader.settings())
    if (text.kind === 'faulty') return []
    const { fields, markdown } = text.text
    const pieces = (Array.isArray(fields.articles) ? fields.articles : []) as Array<{
      content: string
    }>
    return [markdown, ...pieces.map(({ content }) => content)]
  }

  async function linksTo(addresses: ReadonlySet<string>, texts: ReadonlyArray<string>) {
    // A text that can't be rendered has no links: its page shows the source.
    const found = await Promise.all(texts.map((text) => work.references(text).catch(ifUnreadable)))
    const references = found.flat()
    return references.some(({ kind, url }) => {
      const path = url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url
      return kind === 'link' && addresses.has(normalAddress(path))
    })
  }

  /** Every item and page, with its file. */
  function everything(): Array<{ path: string | null; blob: string; link: InboundLink }> {
    const items = contentTypes.flatMap((type) =>
      store.all(type).map(({ path, status, item }) => ({
        path,
        blob: item.blob,
        link: { type, id: item.id, title: item.title, url: itemAddress(type, item), status },
      })),
    )
    const pages = store.reader.staticPages().map(({ name, title, blob }) => {
      const link = {
        type: 'pages' as const,
        id: null,
        title,
        url: pageAddress(name),
        status: 'published' as const,
      }
      return { path: null, blob, link }
    })
    return [...items, ...pages]
  }

  /** The items and pages that link to an item, without itself; null when there is no such item. */
  return async function inboundLinks(
    type: ContentType,
    id: number,
  ): Promise<Array<InboundLink> | null> {
    const target = store.one(type, id)
    if (!target) return null
    const addresses = new Set(
      [itemAddress(type, target.item), ...target.item.aliases].map(normalAddress),
    )
    const seen = new Map<string, ReadonlySet<string>>()
    const found: Array<InboundLink> = []
    const turns = createTurns(sliceMs)
    for (const { path, blob, link } of everything()) {
      const targets = known.get(blob) ?? (await candidates(blob))
      seen.set(blob, targets)
      const itself = link.type === type && link.id === id
      const mayLink = !itself && [...addresses].some((address) => targets.has(address))
      if (mayLink && (await linksTo(addresses, await textsOf(path, blob)))) found.push(link)
      if (turns.isDue()) await turns.take()
    }
    known = seen
    return found
  }
}

function ifUnreadable(error: unknown): [] {
  if (error instanceof BodyRenderError) return []
  throw error
}
