import type { Element, ElementContent, Nodes, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { withoutInvisible } from './invisible-signs.ts'

const inline = /^(?:a|abbr|b|br|code|em|font|i|s|small|span|strong|sub|sup|u)$/

/** Replaces each layout table by the contents of its cells, in order. Data tables stay. Changes the tree in place. */
export function flattenTables(node: Root | Element): void {
  const children: Array<ElementContent> = []
  for (const child of node.children as Array<ElementContent>) {
    if (child.type !== 'element') {
      children.push(child)
      continue
    }
    if (child.tagName === 'table' && !isData(child)) {
      for (const cell of cellsOf(child)) {
        const content: Element = { ...cell, tagName: 'div', properties: {} }
        flattenTables(content)
        if (hasContent(content)) children.push(content)
      }
      continue
    }
    flattenTables(child)
    children.push(child)
  }
  node.children = children
}

/** Whether a table contains data: it has header cells, or every row has several columns of plain text. */
function isData(table: Element): boolean {
  if (/^(?:presentation|none)$/.test(String(table.properties.role ?? ''))) return false
  const rows = rowsOf(table)
  const cells = rows.flatMap((row) => cellsIn(row))
  if (cells.some((cell) => !cell.children.every(isPlain))) return false
  const columns = rows.map((row) => cellsIn(row).length)
  if (cells.some(({ tagName }) => tagName === 'th')) return Math.max(0, ...columns) > 1
  const laidOut = ['cellPadding', 'cellSpacing', 'align', 'bgColor', 'background'].some(
    (name) => name in table.properties,
  )
  const filled = cells.filter((cell) => textOf(cell).trim() !== '').length
  return (
    !laidOut && rows.length > 1 && (columns[0] ?? 0) > 1 && new Set(columns).size === 1 && filled > cells.length / 2
  )
}

function isPlain(node: ElementContent): boolean {
  if (node.type !== 'element') return true
  return inline.test(node.tagName) || (node.tagName === 'p' && node.children.every(isPlain))
}

function rowsOf(table: Element): Array<Element> {
  return (table.children as Array<ElementContent>).flatMap((child): Array<Element> => {
    if (child.type !== 'element') return []
    if (child.tagName === 'tr') return [child]
    return /^(?:tbody|thead|tfoot)$/.test(child.tagName) ? rowsOf(child) : []
  })
}

const cellsIn = (row: Element) =>
  row.children.filter((cell): cell is Element => cell.type === 'element' && /^t[dh]$/.test(cell.tagName))

function cellsOf(table: Element): Array<Element> {
  const captions = table.children.filter(
    (child): child is Element => child.type === 'element' && child.tagName === 'caption',
  )
  return [...captions, ...rowsOf(table).flatMap(cellsIn)]
}

function hasContent(node: Nodes): boolean {
  if (node.type === 'text') return withoutInvisible(node.value).trim() !== ''
  if (node.type === 'element' && (node.tagName === 'img' || node.tagName === 'hr')) return true
  return 'children' in node && node.children.some(hasContent)
}
