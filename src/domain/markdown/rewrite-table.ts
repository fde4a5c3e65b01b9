import type { Table, TableCell, TableRow } from 'mdast'
import { inlineMeaning } from './inline-meaning.ts'
import { editedLinkForms, type LinkForm, linkFormsOf } from './link-forms.ts'
import { follow, pairAlike } from './pairing.ts'
import { endOf, type MarkdownDocument, startOf } from './parse.ts'
import { leadPrefix, type PreserveContext } from './preserve-context.ts'
import { spliceTokens } from './rewrite-leaf.ts'
import { isAligned } from './style.ts'
import {
  cellSource,
  cellsOf,
  delimiterCell,
  formOfTable,
  keptColumns,
  rowInForm,
  type TableForm,
} from './table-form.ts'
import { inlineTokens } from './tokens.ts'
import { meaningOf, withAddresses, writeBlock } from './write.ts'

/**
 * Writes a table and keeps the source of unchanged rows and cells; new ones get the form of the
 * table. Null when both columns and what they hold changed; then the whole table is written anew.
 */
export function rewriteTable(original: Table, edited: Table, ctx: PreserveContext): string | null {
  const width = original.children[0]?.children.length ?? 0
  const [header, ...rows] = original.children
  const [newHeader, ...newRows] = edited.children
  if (!header || !newHeader) return null
  const { source } = ctx
  const aligned = isAligned(original, source.text.slice(startOf(original), endOf(original)))
  const form = formOfTable(original, aligned, source)
  if (newHeader.children.length !== width) return rewriteColumns(original, edited, form, ctx)
  const prefix = leadPrefix(original, ctx)

  const bodyStart = rows[0] ? startOf(rows[0]) : endOf(original)
  let text = source.node(header)
  if (rowMeaning(header, width, ctx.original) !== rowMeaning(newHeader, width, ctx.edited)) {
    const changed = rewriteRow(header, newHeader, aligned, ctx)
    if (changed === null) return null
    text = changed
  }
  const rest = source.slice(endOf(header), bodyStart)
  const partners = partnersOf(rows, newRows, width, ctx)
  text += withAlignment(rows[0] ? rest.replace(/\r?\n[^\n]*$/, '') : rest, original, edited)
  for (const row of newRows) {
    const partner = partners.get(row)
    if (!partner) {
      text += source.eol + prefix + newRow(row, width, form, ctx)
      continue
    }
    const written = partner.same
      ? source.node(partner.row)
      : rewriteRow(partner.row, row, aligned, ctx)
    text += source.eol + source.lead(partner.row) + (written ?? newRow(row, width, form, ctx))
  }
  return text
}

/** The line below the header, with the alignments that changed. */
function withAlignment(line: string, original: Table, edited: Table): string {
  let column = -1
  return line.replace(/:?-+:?/g, (sign) => {
    column += 1
    const [was, now] = [original.align?.[column] ?? null, edited.align?.[column] ?? null]
    return was === now ? sign : delimiterCell(sign, now)
  })
}

/** Writes a table that has more or fewer columns, and otherwise the same cells. */
function rewriteColumns(
  original: Table,
  edited: Table,
  form: TableForm,
  ctx: PreserveContext,
): string | null {
  const { source } = ctx
  const widthOf = (table: Table) => table.children[0]?.children.length ?? 0
  const meanings = (table: Table, { links }: MarkdownDocument) =>
    table.children.map((row) =>
      cellsOf(row, widthOf(table)).map((cell) => inlineMeaning(cell?.children ?? [], links)),
    )
  const kept = keptColumns(meanings(original, ctx.original), meanings(edited, ctx.edited))
  const [header] = original.children
  if (!kept || !header) return null
  const now = edited.children.map((row) => cellsOf(row, widthOf(edited)))
  const written = (cell: TableCell | undefined) =>
    cell ? writeCell(withAddresses(cell, ctx.edited), ctx) : ''
  const widths = now[0]!.map((_, column) => {
    const old = kept.get(column)
    if (form.widths.length === 0) return 0
    return old === undefined
      ? Math.max(3, ...now.map((row) => written(row[column]).length))
      : (form.widths[old] ?? 0)
  })
  const lines = now.map((cells, index) => {
    const row = original.children[index]!
    const texts = cells.map((cell, column) => {
      const own = row.children[kept.get(column) ?? -1]
      return own ? cellSource(own, source).trim() : written(cell)
    })
    return source.lead(row) + rowInForm(texts, { ...form, widths })
  })
  const below = source.text
    .slice(endOf(header), source.lineEnd(endOf(header) + 1))
    .replace(/^\n/, '')
  const [lead = ''] = /^[> \t]*/.exec(below) ?? []
  const delimiters = below.slice(lead.length)
  const cells = delimiters.replace(/^\||\|\s*$/g, '').split('|')
  const signs = now[0]!.map((_, column) => {
    const own = cells[kept.get(column) ?? -1]
    const other = (cells[0] ?? '---').replaceAll(':', '-')
    const width = widths[column]
    return (
      own ??
      delimiterCell(width ? other.replace(/-+/, '-'.repeat(width)) : other, edited.align?.[column])
    )
  })
  const head = lines[0]!.slice(source.lead(header).length)
  return [head, lead + form.lead + signs.join('|') + form.tail, ...lines.slice(1)].join(source.eol)
}

function partnersOf(
  rows: Array<TableRow>,
  newRows: Array<TableRow>,
  width: number,
  ctx: PreserveContext,
) {
  const before = { items: rows, keys: rows.map((row) => rowMeaning(row, width, ctx.original)) }
  const after = { items: newRows, keys: newRows.map((row) => rowMeaning(row, width, ctx.edited)) }
  return new Map(
    follow<TableRow>(before, after, pairAlike).map(([index, other]) => [
      newRows[other]!,
      { row: rows[index]!, same: before.keys[index] === after.keys[other] },
    ]),
  )
}

function rowMeaning(row: TableRow, width: number, { links }: MarkdownDocument): string {
  return Array.from({ length: width }, (_, index) =>
    inlineMeaning(row.children[index]?.children ?? [], links),
  ).join('\u0007')
}

/**
 * A row of the file with its changed cells. Cells beyond the columns of the table, which nobody
 * sees, stay. Null when cells are missing; without such cells also when an empty cell was filled.
 */
function rewriteRow(
  row: TableRow,
  edited: TableRow,
  aligned: boolean,
  ctx: PreserveContext,
): string | null {
  if (row.children.length < edited.children.length) return null
  const { source, original, edited: document } = ctx
  let text = ''
  let done = startOf(row)
  for (const [index, now] of edited.children.entries()) {
    const cell = row.children[index]!
    const meaning = inlineMeaning(now.children, document.links)
    if (inlineMeaning(cell.children, original.links) === meaning) continue
    const first = cell.children[0]
    const last = cell.children.at(-1)
    if (!first || !last) {
      if (row.children.length === edited.children.length) return null
      const border = source.text[startOf(cell)] === '|' ? '|' : ''
      text += `${source.slice(done, startOf(cell))}${border} ${writeCell(withAddresses(now, document), ctx)} `
      done = endOf(cell)
      continue
    }
    const start = startOf(first)
    const end = endOf(last)
    const content = rewriteCell(cell, now, source.slice(start, end), ctx)
    text += source.slice(done, start) + content
    const spaces = /^[ ]*/.exec(source.text.slice(end))?.[0].length ?? 0
    done = end + spaces
    const wanted = aligned ? spaces + (end - start) - content.length : spaces
    text += ' '.repeat(spaces > 0 ? Math.max(1, wanted) : 0)
  }
  return text + source.slice(done, endOf(row))
}

function rewriteCell(
  cell: TableCell,
  edited: TableCell,
  own: string,
  ctx: PreserveContext,
): string {
  const written = writeCell(withAddresses(edited, ctx.edited), ctx)
  const meaning = cellMeaning(written, ctx.definitionText)
  const isEmpty = inlineMeaning(edited.children, ctx.edited.links) === ''
  const forms = linkFormsOf(cell, ctx.source.text)
  for (const links of forms.size > 0
    ? [editedLinkForms(forms, edited, ctx.typedLinks), ctx.typedLinks]
    : [ctx.typedLinks]) {
    const spliced = spliceTokens(
      inlineTokens(own, ''),
      inlineTokens(writeCell(withAddresses(cell, ctx.original), ctx, links), ''),
      inlineTokens(writeCell(withAddresses(edited, ctx.edited), ctx, links), ''),
      (plain) => !isEmpty && cellMeaning(plain, ctx.definitionText) === meaning,
    )
    if (spliced) return spliced.map(({ item }) => item.source).join('')
  }
  return written
}

function cellMeaning(cell: string, definitionText: string): string {
  return meaningOf(`| ${cell} |\n| --- |`, definitionText)
}

function writeCell(
  cell: TableCell,
  { style, typedLinks }: PreserveContext,
  links: ReadonlyMap<string, LinkForm> = typedLinks,
): string {
  return writeBlock(cell, style, links).replace(/^\|? ?| ?\|?$/g, '')
}

function newRow(row: TableRow, width: number, form: TableForm, ctx: PreserveContext): string {
  const cells = cellsOf(row, width).map((cell) =>
    cell ? writeCell(withAddresses(cell, ctx.edited), ctx) : '',
  )
  return rowInForm(cells, form)
}
