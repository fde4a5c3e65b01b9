import type { Element, Nodes, Root } from 'hast'
import { rehype } from 'rehype'
import { visit } from 'unist-util-visit'
import { classesOf } from '#domain/import/html-elements.ts'

const parser = rehype().freeze()

/** A page of HTML in an export, with its first elements by tag or class. */
export function htmlPage(source: string) {
  const root = parser.parse(source) as Root
  const firstOf = (isIt: (element: Element) => boolean, within: Nodes = root): Element | null => {
    let found: Element | null = null
    visit(within, 'element', (element: Element) => {
      if (found === null && isIt(element)) found = element
      return found === null ? undefined : false
    })
    return found
  }
  return {
    byTag: (name: string, within?: Nodes) => firstOf(({ tagName }) => tagName === name, within),
    byClass: (name: string, within?: Nodes) => firstOf((element) => classesOf(element).includes(name), within),
    /** What the head of the page says under a name; '' for nothing. */
    meta: (name: string) =>
      String(
        firstOf(
          ({ tagName, properties }) => tagName === 'meta' && [properties.property, properties.name].includes(name),
        )?.properties.content ?? '',
      ).trim(),
    /** The HTML within an element, without some of the elements in it. */
    inner(element: Element, without: ReadonlyArray<Element | null> = []): string {
      const omitted = new Set<unknown>(without)
      visit(element, 'element', (child, index, parent) => {
        if (!omitted.has(child) || !parent || index === undefined) return undefined
        parent.children.splice(index, 1)
        return index
      })
      return parser.stringify({ type: 'root', children: element.children })
    },
  }
}
