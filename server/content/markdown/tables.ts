import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'

/** Puts each table of a clean tree into a region that scrolls sideways, also by keyboard, named after what the table holds. */
export function wrapTables(tree: Root): void {
  const labels = new Map<string, number>()
  visit(tree, 'element', (table, index, parent) => {
    if (table.tagName !== 'table' || index === undefined || !parent) return
    const label = tableLabel(table)
    const count = (labels.get(label) ?? 0) + 1
    labels.set(label, count)
    const region: Element = {
      type: 'element',
      tagName: 'div',
      properties: {
        className: ['table-scroll'],
        role: 'region',
        tabIndex: 0,
        // Regions of one name could not be told apart in a list of them.
        ariaLabel: count === 1 ? label : `${label} (${count})`,
      },
      children: [table],
    }
    parent.children[index] = region
    return SKIP
  })
}

function tableLabel(table: Element): string {
  let caption = ''
  const headers: Array<string> = []
  visit(table, 'element', (element) => {
    if (element.tagName === 'caption') caption ||= textOf(element)
    if (element.tagName === 'th') headers.push(textOf(element).trim())
  })
  const named = caption || headers.filter(Boolean).slice(0, 4).join(', ')
  return named ? `Table: ${named.replace(/\s+/g, ' ').trim().slice(0, 100)}` : 'Table'
}
