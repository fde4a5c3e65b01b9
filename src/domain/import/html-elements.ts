import type { Element } from 'hast'

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

/** The first element of a name in an element. */
export const first = (node: Element, tagName: string): Element | undefined => all(node, tagName)[0]

/** The first element with a class in an element. */
export function find(node: Element, name: string): Element | undefined {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    if (classesOf(child).includes(name)) return child
    const inner = find(child, name)
    if (inner) return inner
  }
  return undefined
}
