import type { Element, ElementContent, Nodes, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { changeElements, elementsIn, firstElementNamed } from './html-tree.ts'
import { withoutInvisible } from './mail/invisible-signs.ts'

const inline = /^(?:a|abbr|b|br|code|em|font|i|s|small|span|strong|sub|sup|u)$/

/**
 * Replaces each layout table by the contents of its cells, in order. Other tables stay. Changes the
 * tree in place.
 */
export function flattenTables(node: Root | Element, isLayout: (table: Element) => boolean): void {
  changeElements(node, (child) => {
    const isFlat = child.tagName === 'table' && isLayout(child)
    const parts = isFlat
      ? cellsOf(child).map((cell): Element => ({ ...cell, tagName: 'div', properties: {} }))
      : [child]
    for (const part of parts) flattenTables(part, isLayout)
    return isFlat ? parts.filter(hasContent) : parts
  })
}

const isPresentation = (table: Element) =>
  /^(?:presentation|none)$/.test(String(table.properties.role ?? ''))

/**
 * Whether a table of a web page or document is for its layout: it has no header, and contains
 * tables or has one column.
 */
export function isPageLayout(table: Element): boolean {
  const rows = rowsOf(table).map(cellsIn)
  const cells = rows.flat()
  const isColumn = rows.every(({ length }) => length <= 1)
  return (
    isPresentation(table) ||
    (cells.every(({ tagName }) => tagName === 'td') && (isColumn || cells.some(containsTable)))
  )
}

const containsTable = (node: Element) => firstElementNamed(node, 'table') !== undefined

/**
 * Whether a table of a mail is for its layout. One with data has header cells, or several columns
 * of plain text in every row.
 */
export function isMailLayout(table: Element): boolean {
  return isPresentation(table) || !hasData(table)
}

function hasData(table: Element): boolean {
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
    !laidOut &&
    rows.length > 1 &&
    (columns[0] ?? 0) > 1 &&
    new Set(columns).size === 1 &&
    filled > cells.length / 2
  )
}

function isPlain(node: ElementContent): boolean {
  if (node.type !== 'element') return true
  return inline.test(node.tagName) || (node.tagName === 'p' && node.children.every(isPlain))
}

function rowsOf(table: Element): Array<Element> {
  return elementsIn(table).flatMap((child) => {
    if (child.tagName === 'tr') return [child]
    return /^(?:tbody|thead|tfoot)$/.test(child.tagName) ? rowsOf(child) : []
  })
}

const cellsIn = (row: Element) => elementsIn(row).filter(({ tagName }) => /^t[dh]$/.test(tagName))

function cellsOf(table: Element): Array<Element> {
  const captions = elementsIn(table).filter(({ tagName }) => tagName === 'caption')
  return [...captions, ...rowsOf(table).flatMap(cellsIn)]
}

function hasContent(node: Nodes): boolean {
  if (node.type === 'text') return withoutInvisible(node.value).trim() !== ''
  if (node.type === 'element' && (node.tagName === 'img' || node.tagName === 'hr')) return true
  return 'children' in node && node.children.some(hasContent)
}
