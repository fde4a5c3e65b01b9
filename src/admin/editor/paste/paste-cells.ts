import {
  type Attrs,
  DOMParser,
  Fragment,
  type Node,
  type Schema,
  Slice,
} from '@milkdown/kit/prose/model'
import { type EditorState, Selection, type Transaction } from '@milkdown/kit/prose/state'
import { CellSelection, isInTable, selectedRect } from '@milkdown/kit/prose/tables'
import { marksOf, nodesOf } from '../schema/type-names.ts'
import { withoutEffects } from './without-effects.ts'

/** Cells, row by row. */
export type Cells = ReadonlyArray<ReadonlyArray<Node>>

/**
 * Inserts pasted content where the selection is in a table: cells go into cells, from the selected
 * one on, and the table grows for them; anything else goes into the text of the cell, in one line.
 * Returns null outside of tables. `copied` are the cells of a slice from an editor. The commands of
 * the kit know only one kind of row, and tear the table.
 */
export function pasteIntoTable(
  state: EditorState,
  slice: Slice,
  copied: Cells | null,
): Transaction | null {
  if (!isInTable(state)) return null
  const cells = copied ?? cellsOf(slice)
  const isSingle = !cells || (cells.length === 1 && cells[0]?.length === 1)
  if (!isSingle) return withCells(state, cells)
  const cell = cells?.[0]?.[0]
  const only = cell ? textIn(cell) : cellContent(slice.content, state.schema)
  if (!(state.selection instanceof CellSelection))
    return state.tr.replaceSelection(new Slice(only, 0, 0)).scrollIntoView()
  return withCells(state, [[cellOf(state.schema, 1, only, cell?.attrs ?? null)]])
}

/**
 * Inserts copied cells outside of tables: of a single one the text, of others a table whose header
 * is the first row.
 */
export function pasteCells(state: EditorState, cells: Cells): Transaction {
  const [cell] = cells[0] ?? []
  if (cell && cells.length === 1 && cells[0]?.length === 1)
    return state.tr.replaceSelection(new Slice(textIn(cell), 0, 0)).scrollIntoView()
  const { schema } = state
  const rows = cells.map((row, y) =>
    rowOf(
      schema,
      y,
      row.map((cell) => cellOf(schema, y, textIn(cell), cell.attrs)),
    ),
  )
  const table = Fragment.from(nodesOf(state).table.create(null, rows))
  return state.tr.replaceSelection(new Slice(table, 0, 0)).scrollIntoView()
}

/** The text of a cell, which is a single paragraph. */
const textIn = (cell: Node) => cell.firstChild?.content ?? Fragment.empty

/** A cell of a row: of a table, the first row is the header. */
function cellOf(schema: Schema, y: number, text: Fragment, attrs: Attrs | null): Node {
  const { table_header: header, table_cell: cell, paragraph } = nodesOf({ schema })
  return (y === 0 ? header : cell).create(attrs, paragraph.create(null, text))
}

function rowOf(schema: Schema, y: number, cells: ReadonlyArray<Node>): Node {
  const { table_header_row: header, table_row: row } = nodesOf({ schema })
  return (y === 0 ? header : row).create(null, cells)
}

/**
 * The cells that were copied from an editor as cells; null for anything else, also for whole
 * tables. They are read from the HTML, because a table of the schema begins with a header: rows
 * without one get another that nobody has copied.
 */
export function copiedCells(html: string, schema: Schema): Cells | null {
  const { body } = new window.DOMParser().parseFromString(withoutEffects(html), 'text/html')
  const table = body.querySelector('table')
  if (!/^1 1/.test(table?.dataset.pmSlice ?? '') || !table || body.childElementCount !== 1)
    return null
  const parser = DOMParser.fromSchema(schema)
  return [...table.rows].map((row) =>
    [...row.cells].map((cell) => {
      const paragraph = parser.parseSlice(cell).content.firstChild
      return cellOf(schema, 1, paragraph?.content ?? Fragment.empty, {
        alignment: cell.dataset.align ?? null,
      })
    }),
  )
}

/** The cells of a slice; null when it holds anything but a table or a part of one. */
function cellsOf({ content, openStart, openEnd }: Slice): Cells | null {
  const first = content.firstChild
  const role = first?.type.spec.tableRole
  if (role === 'row') return childrenOf(content).map((row) => childrenOf(row.content))
  const isAround = role === 'table' || (openStart > 0 && openEnd > 0)
  if (content.childCount !== 1 || !first || !isAround || first.isTextblock) return null
  return cellsOf(new Slice(first.content, Math.max(0, openStart - 1), Math.max(0, openEnd - 1)))
}

function childrenOf(content: Fragment): Array<Node> {
  return Array.from({ length: content.childCount }, (_, index) => content.child(index))
}

/**
 * Writes contents into the cells from the selected one on; into several selected cells, as often as
 * they fit.
 */
function withCells(state: EditorState, cells: Cells): Transaction {
  const { schema, selection } = state
  const { table, tableStart, map, top, left, bottom, right } = selectedRect(state)
  const pastedWidth = Math.max(...cells.map((row) => row.length))
  const isRange = selection instanceof CellSelection && selection.ranges.length > 1
  const below = isRange ? bottom : top + cells.length
  const behind = isRange ? right : left + pastedWidth
  const pastedAt = (y: number, x: number) =>
    y < top || y >= below || x < left || x >= behind
      ? undefined
      : cells[(y - top) % cells.length]?.[(x - left) % pastedWidth]
  const rows = Array.from({ length: Math.max(map.height, below) }, (_, y) => {
    const row = table.maybeChild(y)
    const content = Array.from({ length: Math.max(map.width, behind) }, (_, x) => {
      const old = row?.maybeChild(x)
      const pasted = pastedAt(y, x)
      if (old && !pasted) return old
      const attrs = old?.attrs ?? {
        alignment: table.firstChild?.maybeChild(x)?.attrs.alignment ?? null,
      }
      return cellOf(schema, y, pasted ? textIn(pasted) : Fragment.empty, attrs)
    })
    return rowOf(schema, y, content)
  })
  const tr = state.tr.replaceWith(
    tableStart - 1,
    tableStart - 1 + table.nodeSize,
    table.copy(Fragment.from(rows)),
  )
  const end = tableStart + endOfCell(rows, below - 1, behind - 1)
  return tr.setSelection(Selection.near(tr.doc.resolve(end), -1)).scrollIntoView()
}

/** The end of a cell's content, counted from the start of the table's content. */
function endOfCell(rows: ReadonlyArray<Node>, y: number, x: number): number {
  const above = rows.slice(0, y).reduce((size, row) => size + row.nodeSize, 0)
  const before = childrenOf((rows[y] as Node).content).slice(0, x + 1)
  return above + 1 + before.reduce((size, cell) => size + cell.nodeSize, 0) - 1
}

/**
 * The content of blocks in one line, as a cell of a Markdown table has it: a line break between
 * blocks, and the mark of its list before each item.
 */
function cellContent(blocks: Fragment, schema: Schema): Fragment {
  const lines = linesOf(blocks, schema).filter((line) => line.size > 0)
  return joined(lines, () => nodesOf({ schema }).hardbreak.create())
}

function linesOf(blocks: Fragment, schema: Schema): Array<Fragment> {
  const lines: Array<Fragment> = []
  blocks.forEach((block) => {
    const name = block.type.name
    if (block.isInline) lines.push(Fragment.from(block))
    else if (block.type.spec.code) lines.push(...codeLines(block.textContent, schema))
    else if (block.isTextblock) lines.push(block.content)
    else if (typeof block.attrs.value === 'string')
      lines.push(...codeLines(block.attrs.value, schema))
    else if (name === 'bullet_list' || name === 'ordered_list')
      lines.push(...itemLines(block, schema))
    else if (name === 'table_row' || name === 'table_header_row') lines.push(rowLine(block, schema))
    else lines.push(...linesOf(block.content, schema))
  })
  return lines
}

function codeLines(code: string, schema: Schema): Array<Fragment> {
  const mark = marksOf({ schema }).inlineCode.create()
  return code
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Fragment.from(schema.text(line, [mark])))
}

function itemLines(list: Node, schema: Schema): Array<Fragment> {
  const isOrdered = list.type.name === 'ordered_list'
  const start = Number(list.attrs.order ?? 1)
  const lines: Array<Fragment> = []
  list.forEach((item, _offset, index) => {
    const box = item.attrs.checked === null ? '' : item.attrs.checked ? '[x] ' : '[ ] '
    const mark = schema.text(`${isOrdered ? `${start + index}.` : '•'} ${box}`)
    const [first = Fragment.empty, ...rest] = linesOf(item.content, schema)
    lines.push(Fragment.from(mark).append(first), ...rest)
  })
  return lines
}

/** The cells of a row, with a space between them. */
function rowLine(row: Node, schema: Schema): Fragment {
  const cells: Array<Fragment> = []
  row.forEach((cell) => {
    const content = cellContent(cell.content, schema)
    if (content.size > 0) cells.push(content)
  })
  return joined(cells, () => schema.text(' '))
}

function joined(parts: ReadonlyArray<Fragment>, between: () => Node): Fragment {
  return parts.reduce(
    (all, part, index) => (index === 0 ? part : all.addToEnd(between()).append(part)),
    Fragment.empty,
  )
}
