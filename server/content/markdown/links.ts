import type { Root } from 'hast'
import { visit } from 'unist-util-visit'
import { anchorPrefix } from '#domain/body-format.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'

/** Addresses whose anchors are headings of a body. */
const contentAddress =
  /^\/(?:article|news|newsletter)\/[^/?#]+\/?(?:\?[^#]*)?$|^\/(?:about|privacy-policy|terms-of-service|cookie-policy)\/?(?:\?[^#]*)?$/

/**
 * Step on the hast tree before sanitising: writes schemes and white space of addresses as browsers
 * read them (`HTTPS://…` → `https://…`). It forbids nothing; the sanitiser does.
 */
export function plainAddresses(tree: Root): void {
  visit(tree, 'element', ({ properties }) => {
    for (const name of ['href', 'src'] as const) {
      const value = properties[name]
      if (typeof value !== 'string') continue
      properties[name] = value
        .trim()
        .replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase())
    }
  })
}

/**
 * Adds the prefix to links to anchors (`#warp-modes` → `#s-warp-modes`), also of other content
 * pages, and gives links to other sites a `rel` that hides the referrer and the opener from them.
 */
export function finishLinks(tree: Root, prefix: string): void {
  const ids = new Set<string>()
  visit(tree, 'element', ({ properties }) => {
    if (properties.id !== undefined) ids.add(String(properties.id))
  })
  visit(tree, 'element', ({ tagName, properties }) => {
    if (tagName !== 'a' || typeof properties.href !== 'string') return
    const href = properties.href
    if (/^(?:(?:https?|ftps?):|[/\\]{2})/.test(href)) {
      properties.rel = ['noopener', 'noreferrer']
      return
    }
    const hash = href.indexOf('#')
    if (hash < 0 || hash === href.length - 1) return
    const address = href.slice(0, hash)
    const anchor = href.slice(hash + 1)
    if (address === '') {
      // A percent sign that starts no escape is a literal character.
      const decoded = percentDecoded(anchor) ?? anchor
      const id = [anchor, decoded, decoded.toLowerCase()]
        .flatMap((name) => [prefix + name, name])
        .find((name) => ids.has(name))
      if (id) properties.href = `#${id}`
    } else if (contentAddress.test(address) && !anchor.startsWith(anchorPrefix)) {
      properties.href = `${address}#${anchorPrefix}${anchor}`
    }
  })
}
