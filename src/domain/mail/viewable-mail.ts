import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { rehype } from 'rehype'

/** A mail as it came, for looking at. */
export interface ViewableMail {
  /** Without anything that runs or is fetched. What stood in `style` stands in `data-style`: a page may forbid styles that are written in HTML. */
  html: string
  /** The texts of its style sheets. */
  styles: Array<string>
}

const parser = rehype().data('settings', { fragment: true }).freeze()
const gone = /^(?:script|noscript|link|meta|base|iframe|frame|object|embed|form|audio|video|svg|math|template|title)$/
/** Attributes that lead somewhere or fetch something. */
const leading = /^(?:on|href|src|srcSet|action|formAction|background|poster|ping|xLinkHref|srcDoc|data$)/

/** The HTML of a mail as it may be shown: its pictures of other sites are empty places, its links lead nowhere and name their target. */
export function viewableMail(html: string): ViewableMail {
  const styles: Array<string> = []
  const tree = parser.parse(html)
  const walk = (node: Root | Element): void => {
    node.children = (node.children as Array<ElementContent>).filter((child) => {
      if (child.type === 'text') return true
      if (child.type !== 'element' || gone.test(child.tagName)) return false
      if (child.tagName === 'style') {
        styles.push(textOf(child))
        return false
      }
      child.properties = harmless(child)
      walk(child)
      return true
    }) as typeof node.children
  }
  walk(tree)
  return { html: parser.stringify(tree), styles }
}

function harmless({ tagName, properties }: Element): Element['properties'] {
  const kept = Object.fromEntries(
    Object.entries(properties).filter(([name]) => !leading.test(name) && name !== 'style'),
  )
  const { style, href, src } = properties
  if (typeof style === 'string') kept.dataStyle = style
  if (typeof href === 'string') kept.title = href
  // Pictures of the mail itself are put in by whoever has them.
  if (tagName === 'img' && typeof src === 'string') kept.dataSource = /^(?:cid|data):/i.test(src) ? src : 'elsewhere'
  return kept
}
