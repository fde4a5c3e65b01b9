import type { EditorProps, EditorView } from '@milkdown/kit/prose/view'
import type { Store } from './store.ts'

/** A menu that opens at the caret while something is typed. */
export interface CaretMenu<Item> {
  /** Null: the menu is closed. */
  items: ReadonlyArray<Item> | null
  active: number
  /** Document position of the sign that opened it. */
  from: number
  /** Position in the window, in pixels. */
  left: number
  top: number
  bottom: number
}

export const closedMenu: CaretMenu<never> = {
  items: null,
  active: 0,
  from: 0,
  left: 0,
  top: 0,
  bottom: 0,
}

/**
 * The props of an editor with a menu: the arrows move in it, Enter and Tab choose, Escape dismisses
 * it, and it closes with the focus.
 */
export function caretMenuProps<Item>(
  store: Store<CaretMenu<Item>>,
  {
    choose,
    dismiss,
    close,
  }: { choose(view: EditorView, item: Item): void; dismiss(from: number): void; close(): void },
): EditorProps {
  return {
    handleKeyDown(view, event) {
      const { items, active, from } = store.get()
      if (!items) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) store.set({ active: (active + step + items.length) % items.length })
      else if (event.key === 'Enter' || event.key === 'Tab') {
        const item = items[active]
        if (item) choose(view, item)
      } else if (event.key === 'Escape') {
        dismiss(from)
        close()
      } else return false
      return true
    },
    handleDOMEvents: {
      blur() {
        close()
        return false
      },
    },
  }
}
