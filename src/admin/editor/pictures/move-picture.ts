import type { Node } from '@milkdown/kit/prose/model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  type Transaction,
} from '@milkdown/kit/prose/state'
import { nodesOf } from '../schema/type-names.ts'

/** The selected picture or sound, with its place; null when something else is selected. */
export function selectedPicture({ selection }: EditorState): { node: Node; from: number } | null {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return null
  return { node: selection.node, from: selection.from }
}

/** Whether a picture is alone in its paragraph, which then moves with it. */
function isAlone(state: EditorState, from: number): boolean {
  const { parent } = state.doc.resolve(from)
  return parent.type.name === 'paragraph' && parent.childCount === 1
}

/**
 * Moves a picture into the gap between two blocks at the top level, as a paragraph of its own, and
 * selects it. Null when it is there already.
 */
export function pictureMovedTo(state: EditorState, from: number, gap: number): Transaction | null {
  const picture = state.doc.nodeAt(from)
  if (!picture) return null
  const $from = state.doc.resolve(from)
  const alone = isAlone(state, from)
  const [start, end] = alone ? [$from.before(), $from.after()] : [from, from + picture.nodeSize]
  if (alone && $from.depth === 1 && (gap === start || gap === end)) return null
  const block = alone ? $from.parent : nodesOf(state).paragraph.create(null, picture)
  const tr = state.tr
  if (alone) tr.deleteRange(start, end)
  else tr.delete(start, end)
  const at = tr.mapping.map(gap)
  tr.insert(at, block)
  return tr.setSelection(NodeSelection.create(tr.doc, at + 1)).scrollIntoView()
}

/**
 * Moves the selected picture before the block above it, or behind the one below it. `announce` is
 * called with its new place.
 */
export function movePicture(direction: 'up' | 'down', announce: (text: string) => void): Command {
  return (state, dispatch) => {
    const picture = selectedPicture(state)
    if (!picture) return false
    const { doc } = state
    const $from = doc.resolve(picture.from)
    const index = $from.index(0)
    const alone = $from.depth === 1 && isAlone(state, picture.from)
    const neighbour = direction === 'up' ? index - 1 : index + 1
    if (alone && (neighbour < 0 || neighbour >= doc.childCount)) {
      announce(direction === 'up' ? 'The picture is at the top.' : 'The picture is at the end.')
      return true
    }
    const passed = alone ? neighbour : index
    const gap = gapBefore(doc, direction === 'up' ? passed : passed + 1)
    const tr = pictureMovedTo(state, picture.from, gap)
    if (!tr || !dispatch) return true
    dispatch(tr)
    const words = doc.child(passed).textContent.trim().slice(0, 60)
    announce(
      `Moved ${direction === 'up' ? 'above' : 'below'} ${words ? `“${words}”` : 'the next block'}.`,
    )
    return true
  }
}

/** The position before a block at the top level. */
function gapBefore(doc: Node, index: number): number {
  let at = 0
  for (let before = 0; before < index; before += 1) at += doc.child(before).nodeSize
  return at
}
