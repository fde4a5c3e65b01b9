import { setImmediate } from 'node:timers/promises'
import { type ContentType, contentTypes, staticPageNames } from '#domain/content.ts'
import { itemAddress } from '#domain/item/types.ts'
import { readFrontmatter } from './frontmatter.ts'
import { BodyRenderError } from './markdown/limits.ts'
import type { TextWork } from './markdown/text-work.ts'
import { normalAddress } from './redirects.ts'
import { readItemText } from './saving/item-text.ts'
import type { ContentStore } from './store.ts'

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

/** Milliseconds of reading after which other requests have their turn. */
const turn = 8
/** Whatever looks like a link to a place on a site, in Markdown and HTML. Finds too much rather than too little: code as well. */
const linkLike = /(?:\]\([ \t]*<?|\]:[ \t]*<?|\bhref[ \t]*=[ \t]*["']?|<)(https?:\/\/[^\s/)"'<>]+)?(\/[^\s)"'<>]*)/g

/**
 * Who links to an item: every article, news item, newsletter and page, whether visitors see it or not, by its address or by an older one that leads to
 * it. The first question reads every file, in short turns; what a blob may link to is remembered.
 */
export function createInboundLinks(parts: {
  store: Pick<ContentStore, 'all' | 'one' | 'reader'>
  read: (blob: string) => Uint8Array
  texts: Pick<TextWork, 'references'>
  siteUrl: string
}) {
  const { store, read, texts: work, siteUrl } = parts
  let known = new Map<string, ReadonlySet<string>>()

  function candidates(blob: string): ReadonlySet<string> {
    const text = Buffer.from(read(blob)).toString('utf8')
    const found = [...text.matchAll(linkLike)].flatMap(([, origin, path = '']) =>
      origin === undefined || origin === siteUrl ? [normalAddress(path)] : [],
    )
    return new Set(found.filter((path) => !path.startsWith('/media/')))
  }

  /** The texts of a file in which a link counts: its body and, in a newsletter, each piece. */
  function textsOf(path: string | null, blob: string): Array<string> {
    if (path === null) {
      const file = readFrontmatter(read(blob))
      return file.kind === 'frontmatter' ? [file.body] : []
    }
    const text = readItemText(path, read(blob), store.reader.settings().timeZone)
    if (text.kind === 'faulty') return []
    const { fields, markdown } = text.item
    const pieces = (Array.isArray(fields.articles) ? fields.articles : []) as Array<{ content: string }>
    return [markdown, ...pieces.map(({ content }) => content)]
  }

  async function linksTo(addresses: ReadonlySet<string>, texts: ReadonlyArray<string>): Promise<boolean> {
    // A text that can't be read links nowhere, as its page shows its source.
    const found = await Promise.all(texts.map((text) => work.references(text).catch(ifUnreadable)))
    const references = found.flat()
    return references.some(({ kind, url }) => {
      const path = url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url
      return kind === 'link' && addresses.has(normalAddress(path))
    })
  }

  /** Every item and page, with the file that holds it. */
  function everything(): Array<{ path: string | null; blob: string; link: InboundLink }> {
    const items = contentTypes.flatMap((type) =>
      store.all(type).map(({ path, status, item }) => ({
        path,
        blob: item.blob,
        link: { type, id: item.id, title: item.title, url: itemAddress(type, item), status },
      })),
    )
    const pages = staticPageNames.flatMap((name) => {
      const page = store.reader.staticPage(name)
      if (!page) return []
      const link = {
        type: 'pages' as const,
        id: null,
        title: page.title,
        url: `/${name}`,
        status: 'published' as const,
      }
      return [{ path: null, blob: page.blob, link }]
    })
    return [...items, ...pages]
  }

  /** Null when there is no such item. A link of an item to itself does not count. */
  return async function inboundLinks(type: ContentType, id: number): Promise<Array<InboundLink> | null> {
    const target = store.one(type, id)
    if (!target) return null
    const addresses = new Set([itemAddress(type, target.item), ...target.item.aliases].map(normalAddress))
    const seen = new Map<string, ReadonlySet<string>>()
    const found: Array<InboundLink> = []
    let since = performance.now()
    for (const { path, blob, link } of everything()) {
      const told = known.get(blob) ?? candidates(blob)
      seen.set(blob, told)
      const itself = link.type === type && link.id === id
      const mayLink = !itself && [...addresses].some((address) => told.has(address))
      if (mayLink && (await linksTo(addresses, textsOf(path, blob)))) found.push(link)
      if (performance.now() - since > turn) {
        await setImmediate()
        since = performance.now()
      }
    }
    known = seen
    return found
  }
}

function ifUnreadable(error: unknown): [] {
  if (error instanceof BodyRenderError) return []
  throw error
}
