import type { Command } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'

/** The commands that the toolbars run on the open editor. */
export interface EditorActions {
  /** Runs a command and returns the focus to the text, so that the next key is typed there. */
  run(command: Command): void
  /** Asks for a picture and inserts it at the selection. */
  insertImage(): void
  /** Asks for a picture that replaces the selected one. */
  replaceImage(): void
  focus(): void
}

export function createActions(
  viewOf: () => EditorView | null,
  images: Pick<EditorActions, 'insertImage' | 'replaceImage'>,
): EditorActions {
  return {
    ...images,
    run(command) {
      const view = viewOf()
      if (!view) return
      command(view.state, view.dispatch, view)
      view.focus()
    },
    focus: () => viewOf()?.focus(),
  }
}
