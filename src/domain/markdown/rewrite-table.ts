import type { Table, TableCell, TableRow } from 'mdast'
import { equalPairs, findHunks } from './align.ts'
import { inlineMeaning } from './inline-meaning.ts'
import { pairAlike } from './pairing.ts'
import { endOf, type MarkdownDocument, startOf } from './parse.ts'
import { spliceTokens } from './rewrite-leaf.ts'
import { isAligned } from './style.ts'
import { inlineTokens } from './tokens.ts'
import { leadPrefix, type Workshop } from './workshop.ts'
import { meaningOf, withAddresses, writeBlock } from './write.ts'

/** A table with its untouched rows and cells as they stand in the file. Null when its columns changed, so that all of it is written anew. */
export function rewriteTable(original: Table, edited: Table, shop: Workshop): string | null {
  const width = original.children[0]?.children.length ?? 0
  const align = (table: Table) => Array.from({ length: width }, (_, index) => table.align?.[index] ?? '').join()
  const [header, ...rows] = original.children
  const [newHeader, ...newRows] = edited.children
  if (!header || !newHeader || newHeader.children.length !== width || align(original) !== align(edited)) return null
  const { source } = shop
  const prefix = leadPrefix(original, shop)
  const aligned = isAligned(original, source.text.slice(startOf(original), endOf(original)))
  const widths = aligned ? columnWidths(header, shop) : []

  const bodyStart = rows[0] ? startOf(rows[0]) : endOf(original)
  let text = source.node(header)
  if (rowMeaning(header, width, shop.original) !== rowMeaning(newHeader, width, shop.edited)) {
    const changed = rewriteRow(header, newHeader, aligned, shop)
    if (changed === null) return null
    text = changed
  }
  const rest = source.slice(endOf(header), bodyStart)
  const partners = partnersOf(rows, newRows, width, shop)
  text += rows[0] ? rest.replace(/\r?\n[^\n]*$/, '') : rest
  for (const row of newRows) {
    const partner = partners.get(row)
    if (!partner) {
      text += source.eol + prefix + newRow(row, width, widths, shop)
      continue
    }
    const start = source.lineStart(startOf(partner.row))
    const lead = source.slice(start, startOf(partner.row))
    const written = partner.same ? source.node(partner.row) : rewriteRow(partner.row, row, aligned, shop)
    text += source.eol + lead + (written ?? newRow(row, width, widths, shop))
  }
  return text
}

function partnersOf(rows: Array<TableRow>, newRows: Array<TableRow>, width: number, shop: Workshop) {
  const partners = new Map<TableRow, { row: TableRow; same: boolean }>()
  const hunks = findHunks(
    rows.map((row) => rowMeaning(row, width, shop.original)),
    newRows.map((row) => rowMeaning(row, width, shop.edited)),
  )
  for (const [index, other] of equalPairs(hunks, rows.length))
    partners.set(newRows[other]!, { row: rows[index]!, same: true })
  for (const { start, end, otherStart, otherEnd } of hunks)
    for (const [index, other] of pairAlike(rows.slice(start, end), newRows.slice(otherStart, otherEnd)))
      partners.set(newRows[otherStart + other]!, { row: rows[start + index]!, same: false })
  return partners
}

function rowMeaning(row: TableRow, width: number, { links }: MarkdownDocument): string {
  return Array.from({ length: width }, (_, index) => inlineMeaning(row.children[index]?.children ?? [], links)).join(
    '\u0007',
  )
}

/** A row of the file with its changed cells; null when it has fewer cells than it should, or an empty one was filled. */
function rewriteRow(row: TableRow, edited: TableRow, aligned: boolean, shop: Workshop): string | null {
  if (row.children.length !== edited.children.length) return null
  const { source, original, edited: document } = shop
  let text = ''
  let done = startOf(row)
  for (const [index, cell] of row.children.entries()) {
    const now = edited.children[index]!
    const meaning = inlineMeaning(now.children, document.links)
    if (inlineMeaning(cell.children, original.links) === meaning) continue
    const first = cell.children[0]
    const last = cell.children.at(-1)
    if (!first || !last) return null
    const start = startOf(first)
    const end = endOf(last)
    const content = rewriteCell(cell, now, source.slice(start, end), shop)
    text += source.slice(done, start) + content
    const spaces = /^[ ]*/.exec(source.text.slice(end))?.[0].length ?? 0
    done = end + spaces
    const wanted = aligned ? spaces + (end - start) - content.length : spaces
    text += ' '.repeat(spaces > 0 ? Math.max(1, wanted) : 0)
  }
  return text + source.slice(done, endOf(row))
}

function rewriteCell(cell: TableCell, edited: TableCell, source: string, shop: Workshop): string {
  const write = (node: TableCell, document: MarkdownDocument) => writeCell(withAddresses(node, document), shop)
  const wanted = inlineMeaning(edited.children, shop.edited.links)
  const spliced = spliceTokens(
    inlineTokens(source, ''),
    inlineTokens(write(cell, shop.original), ''),
    inlineTokens(write(edited, shop.edited), ''),
    (plain) =>
      cellMeaning(plain, shop.context) === cellMeaning(write(edited, shop.edited), shop.context) && wanted !== '',
  )
  return spliced ? spliced.map(({ token }) => token.source).join('') : write(edited, shop.edited)
}

function cellMeaning(cell: string, context: string): string {
  return meaningOf(`| ${cell} |\n| --- |`, context)
}

function writeCell(cell: TableCell, { style }: Workshop): string {
  return writeBlock(cell, style).replace(/^\|? ?| ?\|?$/g, '')
}

function newRow(row: TableRow, width: number, widths: ReadonlyArray<number>, shop: Workshop): string {
  const cells = Array.from({ length: width }, (_, index) => {
    const cell = row.children[index]
    const text = cell ? writeCell(withAddresses(cell, shop.edited), shop) : ''
    return text.padEnd(widths[index] ?? 0)
  })
  return `| ${cells.join(' | ')} |`
}

function columnWidths(header: TableRow, { source }: Workshop): Array<number> {
  return header.children.map(
    (cell) => source.text.slice(startOf(cell), endOf(cell)).replace(/^\| ?| ?\|?$/g, '').length,
  )
}
