import type { Command } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'

/** What the toolbars can do to the open editor. */
export interface EditorActions {
  /** Does a command and gives the text the focus back, so that the next key is typed there. */
  run(command: Command): void
  /** Asks for a picture and puts it at the selection. */
  insertImage(): void
  /** Asks for another picture in the place of the selected one. */
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
