/**
 * The tree between a Markdown text and the editor's document: mdast with the editor's own nodes. `underline` and `highlight` are inline HTML,
 * `sourceBlock` is what rich text can't hold, a paragraph or heading may carry `align`, a quote `callout`.
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
