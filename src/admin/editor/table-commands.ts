import type { Node, NodeType } from '@milkdown/kit/prose/model'
import { type Command, type EditorState, TextSelection } from '@milkdown/kit/prose/state'
import {
  deleteColumn,
  deleteTable,
  goToNextCell,
  isInTable,
  selectedRect,
} from '@milkdown/kit/prose/tables'
import { insertBlocks } from './insert-blocks.ts'
import { depthOf } from './places.ts'
import { nodesOf } from './schema/type-names.ts'

/** Inserts a table with a header and two rows, three columns wide. */
export const insertTable: Command = (state, dispatch) => {
  if (isInTable(state)) return false
  const nodes = nodesOf(state)
  const cells = (type: NodeType) => [0, 1, 2].map(() => type.createAndFill() as Node)
  const rows = [
    nodes.table_header_row.create(null, cells(nodes.table_header)),
    ...[0, 1].map(() => nodes.table_row.create(null, cells(nodes.table_cell))),
  ]
  return insertBlocks(state, dispatch, [nodes.table.create(null, rows)])
}

/** Adds a row above or below the caret; a header stays the first row. */
export function addRow(side: 'above' | 'below'): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false
    const { table_row: row, table_cell: cell } = nodesOf(state)
    const { table, tableStart, top, bottom, map } = selectedRect(state)
    const index = Math.max(1, side === 'above' ? top : bottom)
    const cells = Array.from({ length: map.width }, (_, column) =>
      cell.createAndFill({
        alignment: table.firstChild?.maybeChild(column)?.attrs.alignment ?? null,
      }),
    ) as Array<Node>
    const at = tableStart + sizeOfRows(table, index)
    const tr = state.tr.insert(at, row.create(null, cells))
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 3))).scrollIntoView())
    return true
  }
}

function sizeOfRows(table: Node, rows: number): number {
  let size = 0
  for (let index = 0; index < rows; index += 1) size += table.child(index).nodeSize
  return size
}

/** Goes to the next cell; after the last one, adds a row. */
export const nextCell: Command = (state, dispatch) => {
  if (!isInTable(state)) return false
  return goToNextCell(1)(state, dispatch) || addRow('below')(state, dispatch)
}

/** Begins a paragraph below the table of the caret. */
export const leaveTable: Command = (state, dispatch) => {
  const { $head } = state.selection
  const depth = depthOf($head, 'table')
  return depth !== null && beginParagraph($head.after(depth))(state, dispatch)
}

/** Begins a paragraph at a place between blocks. */
export function beginParagraph(at: number): Command {
  return (state, dispatch) => {
    const tr = state.tr.insert(at, nodesOf(state).paragraph.create())
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView())
    return true
  }
}

/** Removes the selected rows; a Markdown table cannot lose its header. */
export const removeRow: Command = (state, dispatch) => {
  if (!isInTable(state)) return false
  const { table, tableStart, top, bottom } = selectedRect(state)
  const first = Math.max(1, top)
  if (first >= bottom) return false
  const from = tableStart + sizeOfRows(table, first)
  dispatch?.(state.tr.delete(from, tableStart + sizeOfRows(table, bottom)))
  return true
}

export const removeColumn: Command = (state, dispatch) => {
  if (!isInTable(state)) return false
  const { left, right, map } = selectedRect(state)
  return (left === 0 && right === map.width ? deleteTable : deleteColumn)(state, dispatch)
}

export function setColumnAlignment(align: 'left' | 'center' | 'right'): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false
    const { table, tableStart, left, right } = selectedRect(state)
    const tr = state.tr
    table.forEach((row, rowOffset) => {
      row.forEach((_cell, cellOffset, column) => {
        if (column < left || column >= right) return
        tr.setNodeAttribute(tableStart + rowOffset + 1 + cellOffset, 'alignment', align)
      })
    })
    dispatch?.(tr)
    return true
  }
}

export function columnAlignmentAt(state: EditorState): string | null {
  if (!isInTable(state)) return null
  const { table, left } = selectedRect(state)
  return table.firstChild?.maybeChild(left)?.attrs.alignment ?? null
}
