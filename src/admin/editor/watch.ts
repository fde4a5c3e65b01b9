import { Plugin } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { fromOutside } from './session.ts'
import { type EditorSnapshot, snapshotOf } from './snapshot.ts'
import type { Store } from './store.ts'

/** Position of the selected text in the window; null without a selection. */
export interface SelectionBox {
  box: { left: number; right: number; top: number; bottom: number } | null
}

/** Reports the selection to the toolbars and every edit to the session. */
export function watchPlugin(options: {
  snapshot: Store<EditorSnapshot>
  selected: Store<SelectionBox>
  onEdit: () => void
  onBlur: () => void
  /** Called with the top-level block of the caret, counted from 1. */
  onCaret: (block: number) => void
}) {
  const { snapshot, selected } = options
  const showBox = (view: EditorView) => {
    const { empty, from, to } = view.state.selection
    const words =
      !empty && hasFocus(view) && view.state.doc.textBetween(from, to, ' ').trim() !== ''
    if (!words) {
      selected.set({ box: null })
      return
    }
    const [start, end] = [view.coordsAtPos(from), view.coordsAtPos(to, -1)]
    const left = Math.min(start.left, end.left)
    selected.set({
      box: { left, right: Math.max(start.right, end.right), top: start.top, bottom: end.bottom },
    })
  }
  const tellCaret = (view: EditorView) => {
    if (view.hasFocus()) options.onCaret(view.state.selection.$head.index(0) + 1)
  }
  return $prose(
    () =>
      new Plugin({
        appendTransaction: (transactions) => {
          if (
            transactions.some(
              (tr) =>
                tr.docChanged && !tr.getMeta(fromOutside) && !tr.getMeta('appendedTransaction'),
            )
          )
            options.onEdit()
          return null
        },
        view(view) {
          snapshot.set(snapshotOf(view.state))
          return {
            update(current) {
              snapshot.set(snapshotOf(current.state))
              showBox(current)
              tellCaret(current)
            },
          }
        },
        props: {
          handleDOMEvents: {
            blur(view) {
              options.onBlur()
              // The floating bar itself may take the focus.
              setTimeout(() => {
                if (!view.isDestroyed && !hasFocus(view)) selected.set({ box: null })
              })
              return false
            },
            focus(view) {
              showBox(view)
              tellCaret(view)
              return false
            },
          },
        },
      }),
  )
}

/** Whether the text or its floating bar has the focus. */
function hasFocus(view: EditorView) {
  return view.hasFocus() || document.activeElement?.closest('[data-part="floating-bar"]') != null
}
