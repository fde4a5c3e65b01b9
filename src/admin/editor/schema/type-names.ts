import type { MarkType, NodeType, Schema } from '@milkdown/kit/prose/model'

type NodeName =
  | 'blockquote'
  | 'bullet_list'
  | 'code_block'
  | 'device'
  | 'hardbreak'
  | 'heading'
  | 'hr'
  | 'image'
  | 'list_item'
  | 'ordered_list'
  | 'paragraph'
  | 'table'
  | 'table_cell'
  | 'table_header'
  | 'table_header_row'
  | 'table_row'

type MarkName =
  | 'emphasis'
  | 'highlight'
  | 'inlineCode'
  | 'link'
  | 'strike_through'
  | 'strong'
  | 'underline'

/** The types of the editor's schema, which `create-editor.ts` puts together, by their names. */
export const nodesOf = ({ schema }: { schema: Schema }) =>
  schema.nodes as Readonly<Record<NodeName, NodeType>>

export const marksOf = ({ schema }: { schema: Schema }) =>
  schema.marks as Readonly<Record<MarkName, MarkType>>
