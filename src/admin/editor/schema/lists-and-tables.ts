import {
  extendListItemSchemaForTask,
  tableCellSchema,
  tableHeaderSchema,
  tableSchema,
} from '@milkdown/kit/preset/gfm'
import type { Node } from '@milkdown/kit/prose/model'
import type { NodeSchema } from '@milkdown/kit/transformer'

/** A list item that may begin with any block, and is tight by default. */
export const listItem = extendListItemSchemaForTask.extendSchema((previous) => (ctx) => {
  const item = previous(ctx)
  return {
    ...item,
    content: 'block+',
    attrs: { ...item.attrs, spread: { default: false, validate: 'boolean' } },
  }
})

/** A table that may have only a header row. */
export const headedTable = tableSchema.extendSchema((previous) => (ctx) => ({
  ...previous(ctx),
  content: 'table_header_row table_row*',
}))

const alignment = {
  default: null,
  validate: 'string|null',
}

const alignmentOf = (dom: HTMLElement | string) => {
  const value = typeof dom === 'string' ? '' : (dom.dataset.align ?? dom.style.textAlign)
  return { alignment: /^(?:left|center|right)$/.test(value) ? value : null }
}

const alignmentAttribute = (node: Node): Record<string, string> =>
  node.attrs.alignment ? { 'data-align': node.attrs.alignment } : {}

/** Cells have their column's alignment as an attribute instead of a style; most have none. */
const alignedCell = (cell: NodeSchema, tag: string): NodeSchema => ({
  ...cell,
  attrs: { ...cell.attrs, alignment },
  parseDOM: [{ tag, getAttrs: alignmentOf }],
  toDOM: (node) => [tag, alignmentAttribute(node), 0],
})

export const tableCell = tableCellSchema.extendSchema(
  (previous) => (ctx) => alignedCell(previous(ctx), 'td'),
)

export const tableHeader = tableHeaderSchema.extendSchema(
  (previous) => (ctx) => alignedCell(previous(ctx), 'th'),
)
