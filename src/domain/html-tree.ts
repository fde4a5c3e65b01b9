import type { Element, ElementContent, Nodes, Parents } from 'hast'

/** A new element, as `hastscript` names it; a string is a text in it. */
export function h(
  tagName: string,
  properties: Element['properties'],
  ...children: ReadonlyArray<ElementContent | string>
): Element {
  return {
    type: 'element',
    tagName,
    properties,
    children: children.map((child) =>
      typeof child === 'string' ? { type: 'text', value: child } : child,
    ),
  }
}

/** The classes of an element. */
export const classesOf = (node: Element) => [node.properties.className ?? []].flat().map(String)

/** The style of an element in lower case. */
export const styleOf = ({ properties }: Element) => String(properties.style ?? '').toLowerCase()

/** Whether a text in a node is more than white space. */
export function containsWords(node: Nodes): boolean {
  if (node.type === 'text') return node.value.trim() !== ''
  return 'children' in node && node.children.some(containsWords)
}

/** The outermost elements of a name in an element. */
export function elementsNamed(node: Element, tagName: string): Array<Element> {
  return node.children.flatMap((child) =>
    child.type !== 'element'
      ? []
      : child.tagName === tagName
        ? [child]
        : elementsNamed(child, tagName),
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
export const firstElementNamed = (node: Parents, name: string) =>
  firstElement(node, ({ tagName }) => tagName === name)

/** The first element with a class in a node. */
export const elementOfClass = (node: Parents, name: string) =>
  firstElement(node, (element) => classesOf(element).includes(name))

/** The elements among the children of a node. */
export function elementsIn(node: Parents): Array<Element> {
  return (node.children as Array<ElementContent>).filter((child) => child.type === 'element')
}

/** The captions of a table as paragraphs: Markdown's tables have none, and their words stay. */
export const captionsOf = (table: Element) =>
  elementsIn(table)
    .filter(({ tagName }) => tagName === 'caption')
    .map((caption): Element => ({ ...caption, tagName: 'p' }))

/** Puts in the place of each child of a node what `change` makes of it. */
export function changeChildren(
  node: Parents,
  change: (child: ElementContent) => ElementContent | ReadonlyArray<ElementContent>,
): void {
  node.children = (node.children as Array<ElementContent>).flatMap(change)
}

/** The same for its elements; texts and comments stay. */
export function changeElements(
  node: Parents,
  change: (element: Element) => ElementContent | ReadonlyArray<ElementContent>,
): void {
  changeChildren(node, (child) => (child.type === 'element' ? change(child) : child))
}
