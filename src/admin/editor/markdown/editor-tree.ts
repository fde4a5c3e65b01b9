/**
 * The intermediate tree between Markdown and the editor's document: mdast with additional nodes.
 * `underline` and `highlight` are inline HTML; `sourceBlock` contains Markdown that rich text
 * cannot represent, `device` the settings of a device; a paragraph or heading may have `align`, a
 * quote `callout`.
 */
export interface TreeNode {
  type: string
  value?: string
  children?: Array<TreeNode>
  [field: string]: unknown
}

export const alignments = ['left', 'center', 'right', 'justify'] as const
export type Alignment = (typeof alignments)[number]

export function rootOf(children: Array<TreeNode>): TreeNode {
  return { type: 'root', children }
}
