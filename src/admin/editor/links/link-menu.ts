import { Plugin } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { foldedWords, type LinkTarget } from '#domain/link-targets.ts'
import { type CaretMenu, caretMenuProps, closedMenu } from '../caret-menu.ts'
import type { Store } from '../store.ts'
import type { LinkSource } from './link-source.ts'
import { suggestLinks } from './link-suggestions.ts'

/** How long typing must pause before a search, in milliseconds. */
const pauseMs = 120
const longestName = 80
/** The brackets and the name typed after them. After `!` they are a picture of a writer. */
const opening = /(?:^|[^!])\[\[([^[\]]*)$/u

/** The name that is typed after `[[` before the caret, or null. */
function typedName({ state }: EditorView): { name: string; from: number } | null {
  const { $from, empty } = state.selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null
  const start = Math.max(0, $from.parentOffset - longestName)
  const name = opening.exec($from.parent.textBetween(start, $from.parentOffset, '', '\ufffc'))?.[1]
  return name === undefined ? null : { name, from: $from.pos - name.length - 2 }
}

/** Replaces the brackets and the name by a link to a page, whose text is its title. */
export function chooseTarget(
  view: EditorView,
  target: LinkTarget,
  store: Store<CaretMenu<LinkTarget>>,
): void {
  const { from } = store.get()
  store.set(closedMenu)
  const link = view.state.schema.marks.link?.create({ href: target.url })
  if (!link) return
  const text = view.state.schema.text(target.title, [link])
  view.dispatch(
    view.state.tr
      .replaceWith(from, view.state.selection.from, text)
      .removeStoredMark(link)
      .scrollIntoView(),
  )
  view.focus()
}

/**
 * Offers pages and headings while a name is typed after `[[`. What is chosen becomes a Markdown
 * link.
 */
export function linkMenuPlugin(
  store: Store<CaretMenu<LinkTarget>>,
  links: () => LinkSource | undefined,
) {
  /**
   * Position of brackets that were dismissed with Escape; they stay closed until the caret leaves
   * them.
   */
  let dismissed: number | null = null
  let asked: { name: string; from: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /**
   * What was offered last. The first closing bracket closes the menu before the second is typed.
   */
  let offered: ReadonlyArray<LinkTarget> = []

  const close = () => {
    clearTimeout(timer)
    asked = null
    if (store.get().items) store.set(closedMenu)
  }
  const updateMenu = (view: EditorView) => {
    const source = links()
    const typed = source && view.hasFocus() ? typedName(view) : null
    if (!source || !typed || typed.from === dismissed) {
      if (!typed) dismissed = null
      close()
      return
    }
    if (asked?.name === typed.name && asked.from === typed.from) return
    asked = typed
    clearTimeout(timer)
    timer = setTimeout(async () => {
      const targets = await suggestLinks(typed.name, source, view.state.doc).catch(() => [])
      if (view.isDestroyed || asked !== typed) return
      offered = targets
      const { left, top, bottom } = view.coordsAtPos(typed.from)
      store.set({
        items: targets.length > 0 ? targets : null,
        from: typed.from,
        left,
        top,
        bottom,
        active: 0,
      })
    }, pauseMs)
  }
  /** Chooses the page with exactly the typed name. */
  const closeBrackets = (view: EditorView) => {
    const { from } = view.state.selection
    const before = view.state.doc.textBetween(Math.max(0, from - longestName), from, '\n')
    const name = /\[\[([^[\]]+)\]$/.exec(before)?.[1]
    const start = from - (name?.length ?? 0) - 3
    if (name === undefined) return false
    const target = offered.find(({ title }) => foldedWords(title) === foldedWords(name))
    if (!target) return false
    store.set({ from: start })
    chooseTarget(view, target, store)
    return true
  }

  return $prose(
    () =>
      new Plugin({
        view: () => ({ update: updateMenu, destroy: close }),
        props: {
          ...caretMenuProps(store, {
            choose: (view, target) => chooseTarget(view, target, store),
            dismiss(from) {
              dismissed = from
            },
            close,
          }),
          handleTextInput: (view, _from, _to, text) => text === ']' && closeBrackets(view),
        },
      }),
  )
}
