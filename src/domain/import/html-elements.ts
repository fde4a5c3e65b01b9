import type { Element, Parents } from 'hast'

/** The classes of an element. */
export const classesOf = (node: Element) => [node.properties.className ?? []].flat().map(String)

/** The words in an element. */
export function textIn(node: Element): string {
  return node.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textIn(child) : ''))
    .join('')
}

/** The outermost elements of a name in an element. */
export function all(node: Element, tagName: string): Array<Element> {
  return node.children.flatMap((child) =>
    child.type !== 'element' ? [] : child.tagName === tagName ? [child] : all(child, tagName),
  )
}

/** The first element in a node that fits. */
export function firstElement(node: Parents, isIt: (element: Element) => boolean): Element | undefined {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    const found = isIt(child) ? child : firstElement(child, isIt)
    if (found) return found
  }
  return undefined
}

/** The first element of a name in a node. */
export const first = (node: Parents, name: string) => firstElement(node, ({ tagName }) => tagName === name)

/** The first element with a class in a node. */
export const find = (node: Parents, name: string) => firstElement(node, (element) => classesOf(element).includes(name))
