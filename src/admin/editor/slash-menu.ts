import { Plugin } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { type BlockChoice, findChoices } from './block-choices.ts'
import { type CaretMenu, caretMenuProps, closedMenu } from './caret-menu.ts'
import type { Store } from './store.ts'

/** The menu that opens on `/` at the start of a line or after a space. */
export interface SlashMenu {
  store: Store<CaretMenu<BlockChoice>>
  onImage: (view: EditorView) => void
  /** Whether settings of devices are offered. */
  devices: boolean
}

/** Replaces the typed text by the chosen block. */
export function chooseBlock(view: EditorView, choice: BlockChoice, menu: SlashMenu): void {
  const { from } = menu.store.get()
  menu.store.set(closedMenu)
  view.dispatch(view.state.tr.delete(from, view.state.selection.from))
  if (choice.run === 'image') menu.onImage(view)
  else choice.run(view.state, view.dispatch, view)
  view.focus()
}

export function slashPlugin(menu: SlashMenu) {
  const { store } = menu
  /**
   * Position of a slash that was dismissed with Escape; it stays closed until the caret leaves it.
   */
  let dismissed: number | null = null

  const updateMenu = (view: EditorView) => {
    const { selection } = view.state
    const { $from, empty } = selection
    const inText = empty && $from.parent.type.name === 'paragraph' && view.hasFocus()
    const before = inText
      ? $from.parent.textBetween(
          Math.max(0, $from.parentOffset - 30),
          $from.parentOffset,
          '',
          '\ufffc',
        )
      : ''
    const query = /(?:^|\s)\/([\p{L}\d]*(?: [\p{L}\d]+)?)$/u.exec(before)?.[1]
    const from = selection.from - (query?.length ?? 0) - 1
    const choices =
      query === undefined || dismissed === from ? [] : findChoices(query, menu.devices)
    if (query === undefined) dismissed = null
    if (choices.length === 0) {
      if (store.get().items) store.set(closedMenu)
      return
    }
    const { left, top, bottom } = view.coordsAtPos(from)
    const active = store.get().from === from ? Math.min(store.get().active, choices.length - 1) : 0
    store.set({
      items: choices,
      from,
      left,
      top,
      bottom,
      active: store.get().items?.length === choices.length ? active : 0,
    })
  }

  return $prose(
    () =>
      new Plugin({
        view: () => ({ update: updateMenu, destroy: () => store.set(closedMenu) }),
        props: caretMenuProps(store, {
          choose: (view, choice) => chooseBlock(view, choice, menu),
          dismiss(from) {
            dismissed = from
          },
          close: () => store.set(closedMenu),
        }),
      }),
  )
}
