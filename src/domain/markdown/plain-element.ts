import type { Element, ElementContent } from 'hast'
import { fragmentParser } from '../html-fragment.ts'

/** What the renderer adds, and what no page shows. */
const added = [
  'id',
  'loading',
  'decoding',
  'srcSet',
  'sizes',
  'tabIndex',
  'role',
  'ariaLabel',
  'rel',
  'style',
  'className',
]

/**
 * A copy of an element as a file has it: without the attributes that the renderer adds, and without
 * event handlers.
 */
export function plainHtml(node: Element): Element {
  const kept = Object.entries(node.properties).filter(
    ([name]) => !added.includes(name) && !/^on/i.test(name),
  )
  return { ...node, properties: Object.fromEntries(kept), children: node.children.map(plainChild) }
}

export function plainChild(child: ElementContent): ElementContent {
  return child.type === 'element' ? plainHtml(child) : child
}

/** The opening tag of an element. */
export function openingTag(node: Element): string {
  const written = fragmentParser.stringify({ type: 'root', children: [{ ...node, children: [] }] })
  return written.endsWith(`</${node.tagName}>`)
    ? written.slice(0, -`</${node.tagName}>`.length)
    : written
}

/** The element of an opening tag; null for tags that are none without others around them. */
export function elementOf(tag: string): Element | null {
  const [element] = fragmentParser.parse(tag).children
  return element?.type === 'element' ? element : null
}
