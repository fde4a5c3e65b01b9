import type { MilkdownPlugin } from '@milkdown/kit/ctx'
import type { Node } from '@milkdown/kit/prose/model'
import { Plugin } from '@milkdown/kit/prose/state'
import type { EditorProps, EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { createStore, type Store } from './store.ts'

/** A menu that opens at the caret while a query is typed behind a sign. */
export interface CaretMenu<Item> {
  /** The id of its list, which the text names as its own. */
  id: string
  shown: Store<ShownChoices<Item>>
  plugins: ReadonlyArray<MilkdownPlugin>
  choose(item: Item): void
  /** What was offered last, also after the menu was closed. */
  offered(): ReadonlyArray<Item>
}

interface ShownChoices<Item> {
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

const closed: ShownChoices<never> = {
  items: null,
  active: 0,
  from: 0,
  left: 0,
  top: 0,
  bottom: 0,
}

interface TypedQuery {
  query: string
  from: number
}

interface MenuOptions<Item> {
  id: string
  sign: string
  /** Finds the query, its first group, at the end of the text before the caret. */
  opening: RegExp
  /** How much of that text is read, in characters. */
  longest: number
  /** Whether the menu opens in the text of a block. */
  opensIn(block: Node): boolean
  find(query: string, view: EditorView): ReadonlyArray<Item> | Promise<ReadonlyArray<Item>>
  /** How long typing must pause before a search, in milliseconds. */
  pauseMs: number
  /** Replaces the typed text from `from` to the caret. */
  insert(view: EditorView, item: Item, from: number): void
}

/** The id of a choice, for `aria-activedescendant`. */
export const choiceId = (list: string, index: number) => `${list}-${index}`

export function createCaretMenu<Item>(options: MenuOptions<Item>): CaretMenu<Item> {
  const shown = createStore<ShownChoices<Item>>(closed)
  /**
   * Position of a sign that was dismissed with Escape; it stays closed until the caret leaves it.
   */
  let dismissed: number | null = null
  let asked: TypedQuery | null = null
  let opened: EditorView | null = null
  let offered: ReadonlyArray<Item> = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const close = () => {
    clearTimeout(timer)
    asked = null
    shown.set(closed)
  }
  const ask = async (view: EditorView, typed: TypedQuery) => {
    const items = await options.find(typed.query, view)
    if (view.isDestroyed || asked !== typed) return
    offered = items
    const { from } = typed
    const { left, top, bottom } = view.coordsAtPos(from)
    shown.set({ items: items.length > 0 ? items : null, active: 0, from, left, top, bottom })
  }
  const update = (view: EditorView) => {
    const typed = view.hasFocus() ? typedQuery(view, options) : null
    if (!typed) dismissed = null
    if (!typed || typed.from === dismissed) return close()
    if (asked?.query === typed.query && asked.from === typed.from) return
    asked = typed
    clearTimeout(timer)
    if (options.pauseMs === 0) void ask(view, typed)
    else timer = setTimeout(() => void ask(view, typed), options.pauseMs)
  }
  const choose = (item: Item) => {
    const { from } = shown.get()
    close()
    if (!opened) return
    options.insert(opened, item, from)
    opened.focus()
  }
  const handleKeyDown: EditorProps['handleKeyDown'] = (_view, event) => {
    const { items, active, from } = shown.get()
    if (!items) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) shown.set({ active: (active + step + items.length) % items.length })
    else if (event.key === 'Enter' || event.key === 'Tab') choose(items[active] as Item)
    else if (event.key === 'Escape') {
      dismissed = from
      close()
    } else return false
    return true
  }
  const plugin = $prose(
    () =>
      new Plugin({
        view(view) {
          opened = view
          const stop = shown.subscribe(() => nameChoices(view.dom, options.id, shown.get()))
          return {
            update,
            destroy() {
              close()
              stop()
              opened = null
            },
          }
        },
        props: { handleKeyDown, handleDOMEvents: { blur: close } },
      }),
  )
  return { id: options.id, shown, plugins: [plugin], choose, offered: () => offered }
}

function typedQuery<Item>(
  { state }: EditorView,
  { opensIn, opening, longest, sign }: MenuOptions<Item>,
): TypedQuery | null {
  const { $from, empty } = state.selection
  if (!empty || !opensIn($from.parent)) return null
  const start = Math.max(0, $from.parentOffset - longest)
  const before = $from.parent.textBetween(start, $from.parentOffset, '', '\ufffc')
  const query = opening.exec(before)?.[1]
  return query === undefined ? null : { query, from: $from.pos - query.length - sign.length }
}

/** The text names the menu's list and its active choice for screen readers. */
function nameChoices(text: Element, id: string, { items, active }: ShownChoices<unknown>) {
  if (items) {
    text.setAttribute('aria-controls', id)
    text.setAttribute('aria-activedescendant', choiceId(id, active))
  } else if (text.getAttribute('aria-controls') === id) {
    text.removeAttribute('aria-controls')
    text.removeAttribute('aria-activedescendant')
  }
}
