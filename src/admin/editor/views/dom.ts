import { Selection } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'

/** An element with some properties; `data` are its data attributes. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  data: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  Object.assign(made.dataset, data)
  return made
}

/** Returns a function that sets an attribute of the node that a view shows. */
export function attributeSetter(view: EditorView, getPos: () => number | undefined, name: string) {
  return (value: unknown): void => {
    const pos = getPos()
    if (pos !== undefined) view.dispatch(view.state.tr.setNodeAttribute(pos, name, value))
  }
}

/** Puts the caret into the text that is nearest to a position in a direction. */
export function putCaret(view: EditorView, pos: number, direction: 1 | -1): void {
  const { doc, tr } = view.state
  view.dispatch(tr.setSelection(Selection.near(doc.resolve(pos), direction)).scrollIntoView())
}
