import type { Node } from '@milkdown/kit/prose/model'
import { liftListItem, sinkListItem, wrapInList } from '@milkdown/kit/prose/schema-list'
import type { Command, EditorState } from '@milkdown/kit/prose/state'
import { depthOf } from './places.ts'
import { nodesOf } from './schema/type-names.ts'

export type ListKind = 'bullet' | 'ordered' | 'task'

/** The kind of the innermost list around the selection. */
export function listKindAt({ selection: { $from } }: EditorState): ListKind | null {
  const depth = depthOf($from, 'list_item')
  if (depth === null) return null
  return kindOf($from.node(depth - 1), $from.node(depth))
}

function kindOf(list: Node, item: Node): ListKind {
  if (item.attrs.checked !== null) return 'task'
  return list.type.name === 'ordered_list' ? 'ordered' : 'bullet'
}

/**
 * Makes a list of the selected blocks, changes the kind of the list around them, or removes a list
 * of this kind.
 */
export function toggleList(kind: ListKind): Command {
  return (state, dispatch) => {
    const { bullet_list: bullets, ordered_list: numbers, list_item: item } = nodesOf(state)
    const type = kind === 'ordered' ? numbers : bullets
    const { $from } = state.selection
    const depth = depthOf($from, 'list_item')
    if (depth === null) {
      return wrapInList(type)(
        state,
        dispatch &&
          ((tr) => {
            if (kind === 'task') {
              const { from, to } = tr.selection
              tr.doc.nodesBetween(from, to, (node, pos) => {
                if (node.type === item) tr.setNodeAttribute(pos, 'checked', false)
              })
            }
            dispatch(tr)
          }),
      )
    }
    const list = $from.node(depth - 1)
    if (kindOf(list, $from.node(depth)) === kind) return liftListItem(item)(state, dispatch)
    const start = $from.before(depth - 1)
    const tr = state.tr.setNodeMarkup(start, type, { spread: list.attrs.spread })
    list.forEach((child, offset) => {
      const checked = kind === 'task' ? (child.attrs.checked ?? false) : null
      tr.setNodeMarkup(start + 1 + offset, null, { ...child.attrs, checked })
    })
    dispatch?.(tr)
    return true
  }
}

/** Moves an item one level deeper (1) or higher (-1). */
export function indentItem(direction: 1 | -1): Command {
  return (state, dispatch) => {
    const move = direction === 1 ? sinkListItem : liftListItem
    return move(nodesOf(state).list_item)(state, dispatch)
  }
}
