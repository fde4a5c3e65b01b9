import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { fragmentParser } from '../html-fragment.ts'
import { changeChildren } from '../html-tree.ts'

/** The original mail, made safe to display. */
export interface ViewableMail {
  /**
   * HTML without scripts, handlers and external resources. `style` attributes are renamed to
   * `data-style`, because the Content-Security-Policy may forbid inline styles.
   */
  html: string
  /** The contents of its style elements. */
  styles: Array<string>
}

const gone =
  /^(?:script|noscript|link|meta|base|iframe|frame|object|embed|form|audio|video|svg|math|template|title)$/
/** Attributes that navigate or load something. */
const leading =
  /^(?:on|href|src|srcSet|action|formAction|background|poster|ping|xLinkHref|srcDoc|data$)/

/**
 * Makes the HTML of a mail safe to display: pictures of other sites have no source, links have no
 * target and show their address as a title.
 */
export function viewableMail(html: string): ViewableMail {
  const styles: Array<string> = []
  const tree = fragmentParser.parse(html)
  const walk = (node: Root | Element) =>
    changeChildren(node, (child) => {
      if (child.type === 'text') return child
      if (child.type !== 'element' || gone.test(child.tagName)) return []
      if (child.tagName === 'style') {
        styles.push(textOf(child))
        return []
      }
      child.properties = harmless(child)
      walk(child)
      return child
    })
  walk(tree)
  return { html: fragmentParser.stringify(tree), styles }
}

function harmless({ tagName, properties }: Element): Element['properties'] {
  const kept = Object.fromEntries(
    Object.entries(properties).filter(([name]) => !leading.test(name) && name !== 'style'),
  )
  const { style, href, src } = properties
  if (typeof style === 'string') kept.dataStyle = style
  if (typeof href === 'string') kept.title = href
  // The caller inserts the pictures that are part of the mail.
  if (tagName === 'img' && typeof src === 'string')
    kept.dataSource = /^(?:cid|data):/i.test(src) ? src : 'elsewhere'
  return kept
}
