import type { Root } from 'hast'
import { visit } from 'unist-util-visit'
import { anchorPrefix } from '#domain/body-format.ts'

/** Addresses whose anchors are headings of a body. */
const contentAddress =
  /^\/(?:article|news|newsletter)\/[^/?#]+\/?(?:\?[^#]*)?$|^\/(?:about|privacy-policy|terms-of-service|cookie-policy)\/?(?:\?[^#]*)?$/

/**
 * Rehype-side step before sanitising: schemes and white space as browsers read them, so that `HTTPS://…` counts as what it is. It only makes
 * addresses plainer; what is allowed is decided afterwards.
 */
export function plainAddresses(tree: Root): void {
  visit(tree, 'element', ({ properties }) => {
    for (const name of ['href', 'src'] as const) {
      const value = properties[name]
      if (typeof value !== 'string') continue
      properties[name] = value.trim().replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase())
    }
  })
}

/**
 * Leads links to anchors where the anchors are (`#warp-modes` → `#s-warp-modes`), also those of other content pages, and keeps other sites from
 * learning which page a visitor comes from or from reaching back into it.
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
      const id = [anchor, decoded(anchor), decoded(anchor).toLowerCase()]
        .flatMap((name) => [prefix + name, name])
        .find((name) => ids.has(name))
      if (id) properties.href = `#${id}`
    } else if (contentAddress.test(address) && !anchor.startsWith(anchorPrefix)) {
      properties.href = `${address}#${anchorPrefix}${anchor}`
    }
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone percent sign stands for itself.
    return text
  }
}
