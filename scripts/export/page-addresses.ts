import { rehype } from 'rehype'
import { visit } from 'unist-util-visit'

/** A parsed page. */
export type PageTree = ReturnType<typeof parser.parse>

const parser = rehype()

export const parsePage = (html: string): PageTree => parser.parse(html)
export const pageText = (tree: PageTree): string => parser.stringify(tree)

/** Attributes with one address, and those with several. */
const single = new Set(['href', 'src', 'poster', 'content'])
const lists = new Set(['srcSet', 'imageSrcSet'])

/**
 * Calls `change` for each address in a page and writes what it returns: in attributes, in values of
 * `data-` attributes, and in structured data. `siteUrl` begins the absolute addresses of this site.
 */
export function changeAddresses(
  tree: PageTree,
  siteUrl: string,
  change: (address: string) => string,
): void {
  const isOfSite = (text: string) => text.startsWith('/') || text.startsWith(`${siteUrl}/`)
  visit(tree, 'element', ({ tagName, properties, children }) => {
    for (const [name, value] of Object.entries(properties)) {
      if (typeof value !== 'string') continue
      if (lists.has(name)) properties[name] = changeList(value, change)
      else if (single.has(name) && (name === 'href' || name === 'src' || isOfSite(value)))
        properties[name] = change(value)
      else if (name.startsWith('data') && isOfSite(value)) properties[name] = change(value)
      else if (name.startsWith('data') && /^[[{]/.test(value))
        properties[name] = changeQuoted(value, isOfSite, change)
    }
    const [text] = children
    if (tagName === 'script' && properties.type === 'application/ld+json' && text?.type === 'text')
      text.value = changeQuoted(text.value, isOfSite, change)
  })
}

function changeList(value: string, change: (address: string) => string): string {
  const candidates = value.split(/,\s+/).map((candidate) => {
    const [address = '', ...rest] = candidate.trim().split(/\s+/)
    return [change(address), ...rest].join(' ')
  })
  return candidates.join(', ')
}

/** Changes the addresses among the strings of a JSON text. */
function changeQuoted(
  json: string,
  isOfSite: (text: string) => boolean,
  change: (address: string) => string,
): string {
  return json.replace(/"([^"\\]*)"/g, (quoted, text: string) =>
    isOfSite(text) ? `"${change(text)}"` : quoted,
  )
}

/**
 * Calls `change` for each absolute address of this site in a feed or a sitemap, and writes what it
 * returns.
 */
export function changeTextAddresses(
  text: string,
  siteUrl: string,
  change: (address: string) => string,
): string {
  const pieces = text.split(`${siteUrl}/`)
  const [first = '', ...rest] = pieces
  const changed = rest.map((piece) => {
    const end = piece.search(/[\s"'<>&\\)\]]/)
    const path = end < 0 ? piece : piece.slice(0, end)
    return change(`${siteUrl}/${path}`) + piece.slice(path.length)
  })
  return [first, ...changed].join('')
}
