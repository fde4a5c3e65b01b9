import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { h, styleOf } from '#domain/html-tree.ts'

/**
 * Turns Word's paragraphs that carry a list level and a visible marker into lists. Changes the tree
 * in place.
 */
export function wordLists(node: Root | Element): void {
  const children: Array<ElementContent> = []
  /** The lists that are open at the last paragraph, the outermost first. */
  let open: Array<Element> = []
  for (const child of node.children as Array<ElementContent>) {
    if (child.type === 'element' && isWordItem(child)) {
      const [outermost] = open
      open = add(child, open)
      if (open[0] && open[0] !== outermost) children.push(open[0])
      continue
    }
    if (child.type === 'element') wordLists(child)
    if (child.type === 'element' || (child.type === 'text' && child.value.trim() !== '')) open = []
    children.push(child)
  }
  node.children = children
}

function isWordItem(node: Element) {
  return node.tagName === 'p' && /mso-list:(?!\s*(?:none|ignore))/i.test(styleOf(node))
}

/** Adds a paragraph as an item at its level. Returns the lists that are open then. */
function add(paragraph: Element, lists: ReadonlyArray<Element>): Array<Element> {
  const level = Number(/level([1-9])/i.exec(styleOf(paragraph))?.[1] ?? 1)
  const open = lists.slice(0, level)
  const isOrdered = /^[\s(]*(?:\d+|[a-z]{1,4})[.)]/i.test(removeMarker(paragraph))
  while (open.length < level) {
    const list = h(isOrdered ? 'ol' : 'ul', {})
    const around = open.at(-1)
    if (around) lastItem(around).children.push(list)
    open.push(list)
  }
  open.at(-1)?.children.push(h('li', {}, ...paragraph.children))
  return open
}

function lastItem(list: Element): Element {
  const last = list.children.at(-1)
  if (last?.type === 'element') return last
  const item = h('li', {})
  list.children.push(item)
  return item
}

/** Removes the visible marker of an item. Returns its text. */
function removeMarker(node: Element): string {
  let text = ''
  node.children = node.children.filter((child) => {
    if (child.type !== 'element') return true
    if (/mso-list:\s*ignore/i.test(styleOf(child))) text ||= textOf(child)
    else {
      text ||= removeMarker(child)
      return true
    }
    return false
  })
  return text
}
