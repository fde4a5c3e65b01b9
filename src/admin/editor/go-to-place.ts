import { splitBlock } from '@milkdown/kit/prose/commands'
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

/**
 * Puts the caret at the end of the text and types white space there: a space, or a line break,
 * which begins a paragraph.
 */
export function goToEnd(view: EditorView, space: string): void {
  // First the focus: a menu opens for a caret in a text that has it.
  view.focus()
  const { tr } = view.state
  tr.setSelection(Selection.atEnd(tr.doc))
  if (space !== '' && !space.includes('\n')) tr.insertText(space)
  view.dispatch(tr.scrollIntoView())
  if (space.includes('\n')) splitBlock(view.state, view.dispatch)
}
