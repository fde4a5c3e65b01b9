import type { Node } from '@milkdown/kit/prose/model'
import { type EditorState, Selection, type Transaction } from '@milkdown/kit/prose/state'

/**
 * Inserts blocks at the selection and replaces an empty paragraph. The caret is placed after `skip`
 * nodes of them.
 */
export function insertBlocks(
  state: EditorState,
  dispatch: ((tr: Transaction) => void) | undefined,
  blocks: ReadonlyArray<Node>,
  caretAt = 0,
): boolean {
  const { $from } = state.selection
  const empty = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
  const from = empty ? $from.before() : $from.depth > 0 ? $from.after() : state.selection.from
  const tr = state.tr.replaceWith(from, empty ? $from.after() : from, blocks)
  const before = blocks.slice(0, caretAt).reduce((size, block) => size + block.nodeSize, 0)
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(from + before + 1))).scrollIntoView())
  return true
}
