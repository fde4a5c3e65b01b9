import type { AlignType, Table, TableCell, TableRow } from 'mdast'
import { commonItems } from './align.ts'
import { endOf, startOf } from './parse.ts'
import type { Source } from './source.ts'

/**
 * How a file writes the rows of a table: with pipes at both ends or without, and with spaces beside
 * them or without.
 */
export interface TableForm {
  lead: string
  tail: string
  space: string
  /** The width of each column where the pipes stand below each other; empty elsewhere. */
  widths: ReadonlyArray<number>
}

/**
 * The form of a table, as its header shows it; `isAligned` tells whether the pipes stand below each
 * other.
 */
export function formOfTable(table: Table, isAligned: boolean, source: Source): TableForm {
  const [header] = table.children
  const line = header ? source.text.slice(startOf(header), endOf(header)).trim() : ''
  const cells = header?.children.map((cell) => cellSource(cell, source)) ?? []
  const isTight = cells.length > 0 && cells.every((cell) => cell === cell.trim())
  return {
    lead: line.startsWith('|') ? '|' : '',
    tail: /(?<!\\)\|$/.test(line) ? '|' : '',
    space: isTight && line.includes('|') ? '' : ' ',
    widths: isAligned && !isTight ? cells.map((cell) => cell.replace(/^ | $/g, '').length) : [],
  }
}

/** The text between the pipes around a cell. */
export function cellSource(cell: TableCell, source: Source): string {
  return source.text.slice(startOf(cell), endOf(cell)).replace(/^\||(?<!\\)\|$/g, '')
}

/** A row of texts in the form of a table. */
export function rowInForm(
  cells: ReadonlyArray<string>,
  { lead, tail, space, widths }: TableForm,
): string {
  const padded = cells.map((text, index) => space + text.padEnd(widths[index] ?? 0) + space)
  const row = lead + padded.join('|') + tail
  return (lead === '' && row.startsWith(' ') ? row.slice(1) : row).replace(
    tail === '' ? / $/ : /$^/,
    '',
  )
}

/** A cell of the line below the header, for an alignment, as wide as a former one. */
export function delimiterCell(former: string, align: AlignType | undefined): string {
  const [, before = '', sign = '---', after = ''] = /^(\s*)(:?-+:?)(\s*)$/.exec(former) ?? []
  const [left, right] = [
    align === 'left' || align === 'center' ? ':' : '',
    align === 'right' || align === 'center' ? ':' : '',
  ]
  const dashes = Math.max(1, sign.length - left.length - right.length)
  return before + left + '-'.repeat(dashes) + right + after
}

/**
 * The columns of an edited table by their number in the original; the others are new. Null when
 * more than columns was added or removed, or when what they hold changed. `meanings` are those of
 * the cells, by row.
 */
export function keptColumns(
  original: ReadonlyArray<ReadonlyArray<string>>,
  edited: ReadonlyArray<ReadonlyArray<string>>,
): ReadonlyMap<number, number> | null {
  if (original.length !== edited.length) return null
  const columns = (rows: ReadonlyArray<ReadonlyArray<string>>) =>
    (rows[0] ?? []).map((_, index) => rows.map((row) => row[index] ?? '').join('\u0001'))
  const [were, are] = [columns(original), columns(edited)]
  const pairs = commonItems(were, are)
  if (pairs.length < Math.min(were.length, are.length)) return null
  return new Map(pairs.map(([old, now]) => [now, old]))
}

export function cellsOf(row: TableRow, width: number): Array<TableCell | undefined> {
  return Array.from({ length: width }, (_, index) => row.children[index])
}
