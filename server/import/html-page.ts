import type { Element, Parents, Root } from 'hast'
import { rehype } from 'rehype'
import { visit } from 'unist-util-visit'
import { elementOfClass, firstElement, firstElementNamed } from '#domain/html-tree.ts'

const parser = rehype().freeze()

/** A page of HTML in an export, with its first elements by tag or class. */
export function htmlPage(source: string) {
  const root = parser.parse(source) as Root
  return {
    byTag: (name: string, within: Parents = root) => firstElementNamed(within, name) ?? null,
    byClass: (name: string, within: Parents = root) => elementOfClass(within, name) ?? null,
    /** What the head of the page says under a name; '' for nothing. */
    meta: (name: string) =>
      String(
        firstElement(
          root,
          ({ tagName, properties }) =>
            tagName === 'meta' && [properties.property, properties.name].includes(name),
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
