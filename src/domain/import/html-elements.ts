import type { Element, ElementContent, Parents } from 'hast'

/** The classes of an element. */
export const classesOf = (node: Element) => [node.properties.className ?? []].flat().map(String)

/** The words in an element. */
export function textIn(node: Element): string {
  return node.children
    .map((child) =>
      child.type === 'text' ? child.value : child.type === 'element' ? textIn(child) : '',
    )
    .join('')
}

/** The outermost elements of a name in an element. */
export function all(node: Element, tagName: string): Array<Element> {
  return node.children.flatMap((child) =>
    child.type !== 'element' ? [] : child.tagName === tagName ? [child] : all(child, tagName),
  )
}

/** The first element in a node that fits. */
export function firstElement(
  node: Parents,
  isIt: (element: Element) => boolean,
): Element | undefined {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    const found = isIt(child) ? child : firstElement(child, isIt)
    if (found) return found
  }
  return undefined
}

/** The first element of a name in a node. */
export const first = (node: Parents, name: string) =>
  firstElement(node, ({ tagName }) => tagName === name)

/** The first element with a class in a node. */
export const find = (node: Parents, name: string) =>
  firstElement(node, (element) => classesOf(element).includes(name))

/** A new element. */
export function element(
  tagName: string,
  children: Array<ElementContent>,
  properties: Element['properties'] = {},
): Element {
  return { type: 'element', tagName, properties, children }
}

/** A new text. */
export const text = (value: string): ElementContent => ({ type: 'text', value })

/** The data that Substack puts beside an element. */
export function dataOf(node: Element): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(String(node.properties.dataAttrs ?? '{}'))
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  } catch {
    // Not Substack's own attribute.
    return {}
  }
}

/** A sound as this site writes one: a picture of it, alone in a paragraph. */
export const sound = (address: string, title: string) =>
  element('p', [element('img', [], { src: address, alt: title })])

/** A link alone in a paragraph, which the site shows as a player. */
export const alone = (address: string, words = '') =>
  element('p', [element('a', [text(words || address)], { href: address })])

/**
 * The picture at its largest: Substack and lazy loading put the address of the whole picture into
 * attributes of their own.
 */
export function picture(node: Element): Element {
  const { src, alt, dataSrc, dataLazySrc, dataOrigSrc } = node.properties
  const own = dataOf(node).src
  const isPlaceholder = /^data:/.test(String(src ?? 'data:'))
  const address =
    own ?? (isPlaceholder ? (dataSrc ?? dataLazySrc ?? dataOrigSrc ?? src) : src) ?? ''
  return element('img', [], { src: String(address), alt: String(alt ?? '') })
}
