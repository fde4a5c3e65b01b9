import { splitBlock } from '@milkdown/kit/prose/commands'
import { type Command, Selection } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import type { LinkTarget } from '#domain/link-targets.ts'
import { blockAt, type TextPlace } from '#domain/text-place.ts'

/** The commands that the toolbars run on the open editor. */
export interface EditorActions {
  /** Runs a command and returns the focus to the text, so that the next key is typed there. */
  run(command: Command): void
  /** Asks for a picture and inserts it at the selection. */
  insertImage(): void
  /** Asks for a picture that replaces the selected one. */
  replaceImage(): void
  /**
   * An alternative text for a picture of the text, from its caption, its file's name or the words
   * around it; empty when they say nothing.
   */
  proposeAlt(src: string): Promise<string>
  /** Tells people with a screen reader what has happened. */
  announce(text: string): void
  focus(): void
  selectedText(): string
  /** The search for pages that a link can lead to; null where the screen offers none. */
  linkSearch(): ((query: string) => Promise<ReadonlyArray<LinkTarget>>) | null
  /** Links the selection to a page of this site; without one, inserts the title of the page. */
  linkOwn(path: string): void
  /** Why visitors cannot follow a link; empty when they can. */
  linkProblem(href: string | null): string
  /**
   * Puts the caret at the end of the text and types white space there: a space, or a line break,
   * which begins a paragraph.
   */
  goOn(space: string): void
  /** Puts the caret into the block that a place means, and scrolls there. */
  goTo(place: TextPlace): void
}

export function createActions(
  viewOf: () => EditorView | null,
  own: Omit<EditorActions, 'run' | 'focus' | 'goOn' | 'goTo' | 'selectedText'>,
): EditorActions {
  function run(command: Command) {
    const view = viewOf()
    if (!view) return
    command(view.state, view.dispatch, view)
    view.focus()
  }
  return {
    ...own,
    run,
    focus: () => viewOf()?.focus(),
    goOn(space) {
      const view = viewOf()
      if (!view) return
      // First the focus: a menu opens for a caret in a text that has it.
      view.focus()
      const { tr } = view.state
      tr.setSelection(Selection.atEnd(tr.doc))
      if (space !== '' && !space.includes('\n')) tr.insertText(space)
      view.dispatch(tr.scrollIntoView())
      if (space.includes('\n')) splitBlock(view.state, view.dispatch)
    },
    goTo(place) {
      const view = viewOf()
      if (!view) return
      const found: Array<{ text: string; at: number }> = []
      view.state.doc.descendants((node, at) => {
        if (node.isTextblock && node.textContent.trim() !== '')
          found.push({ text: node.textContent, at })
      })
      const block =
        found[
          blockAt(
            found.map(({ text }) => text.trim()),
            place,
          )
        ]
      if (!block) return
      view.focus()
      const { tr } = view.state
      view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(block.at + 1))))
      const element = view.nodeDOM(block.at)
      if (element instanceof Element) element.scrollIntoView({ block: 'center' })
    },
    selectedText() {
      const view = viewOf()
      if (!view) return ''
      const { from, to } = view.state.selection
      return view.state.doc.textBetween(from, to, ' ').trim()
    },
  }
}
