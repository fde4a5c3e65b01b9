import { Fragment, type Node, Slice } from '@milkdown/kit/prose/model'
import type { EditorState, Transaction } from '@milkdown/kit/prose/state'
import type { EdgeSpaces } from './edge-spaces.ts'
import { type Cells, pasteCells, pasteIntoTable } from './paste-cells.ts'

/**
 * Inserts a pasted document at the selection; text at its ends joins the surrounding text, and
 * `spaces` part them.
 */
export function insertPasted(state: EditorState, doc: Node, spaces: EdgeSpaces): Transaction {
  const slice = new Slice(
    withSpaces(state, doc.content, spaces),
    openAt(doc.firstChild),
    openAt(doc.lastChild),
  )
  const tr = insertInPlace(state, slice, null) ?? state.tr.replaceSelection(slice)
  return tr.scrollIntoView().setMeta('paste', true)
}

/**
 * Inserts a slice where ProseMirror would tear it or what stands there: in a table, in an empty
 * list item, and copied cells, which `cells` are. Null for anything else.
 */
export function insertInPlace(
  state: EditorState,
  slice: Slice,
  cells: Cells | null,
): Transaction | null {
  return (
    pasteIntoTable(state, slice, cells) ??
    pasteIntoItem(state, slice.content) ??
    (cells && pasteCells(state, cells))
  )
}

const openAt = (block: Node | null) => (block && isJoined(block) ? 1 : 0)

const isJoined = (block: Node) => block.type.name === 'paragraph' && !block.attrs.align

/**
 * Adds a space at an end that joins text without one. A paragraph begins with no space, but may end
 * with one that is typed on after.
 */
function withSpaces(state: EditorState, blocks: Fragment, { before, after }: EdgeSpaces): Fragment {
  const { $from, $to } = state.selection
  const space = state.schema.text(' ')
  const isText = (text: string | undefined, edge: RegExp) => text !== undefined && !edge.test(text)
  const first = blocks.firstChild
  const started =
    first &&
    before &&
    isJoined(first) &&
    $from.parent.isTextblock &&
    isText(textBefore($from.parent, $from.parentOffset), /\s$|^$/)
      ? blocks.replaceChild(0, first.copy(Fragment.from(space).append(first.content)))
      : blocks
  const last = started.lastChild
  return last &&
    after &&
    isJoined(last) &&
    $to.parent.isTextblock &&
    isText(textAfter($to.parent, $to.parentOffset), /^\s/)
    ? started.replaceChild(started.childCount - 1, last.copy(last.content.addToEnd(space)))
    : started
}

const textBefore = (block: Node, offset: number) => block.textBetween(0, offset, '', 'x')
const textAfter = (block: Node, offset: number) =>
  block.textBetween(offset, block.content.size, '', 'x')

/**
 * Puts the items of a pasted list in place of the empty item at the caret; null elsewhere. An only
 * item gives way to the whole list.
 */
function pasteIntoItem(state: EditorState, content: Fragment): Transaction | null {
  const { $from, empty } = state.selection
  const list = content.firstChild
  const isList =
    content.childCount === 1 && list && /^(?:bullet|ordered)_list$/.test(list.type.name)
  if (
    !isList ||
    !empty ||
    $from.depth < 3 ||
    $from.node(-1).type.name !== 'list_item' ||
    $from.node(-1).nodeSize !== 4
  )
    return null
  const depth = $from.node(-2).childCount === 1 ? $from.depth - 2 : $from.depth - 1
  const tr = state.tr.replaceWith(
    $from.before(depth),
    $from.after(depth),
    depth === $from.depth - 2 ? list : list.content,
  )
  return tr
}
