import { Selection } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { blockAt, type TextPlace } from '#domain/text-place.ts'

/** Puts the caret into the block that a place means, and scrolls there. */
export function goToPlace(view: EditorView, place: TextPlace): void {
  const found: Array<{ text: string; at: number }> = []
  view.state.doc.descendants((node, at) => {
    const text = node.isTextblock ? node.textContent.trim() : ''
    if (text !== '') found.push({ text, at })
  })
  const texts = found.map(({ text }) => text)
  const block = found[blockAt(texts, place)]
  if (!block) return
  view.focus()
  const { tr } = view.state
  view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(block.at + 1))))
  const element = view.nodeDOM(block.at)
  if (element instanceof Element) element.scrollIntoView({ block: 'center' })
}
