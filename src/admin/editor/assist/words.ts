import { closeHistory } from '@milkdown/kit/prose/history'
import type { Node, Slice } from '@milkdown/kit/prose/model'
import { AllSelection, NodeSelection, TextSelection } from '@milkdown/kit/prose/state'
import { isInTable } from '@milkdown/kit/prose/tables'
import type { EditorView } from '@milkdown/kit/prose/view'
import type { AssistTask } from '#domain/assist.ts'
import { updateImage } from '../commands.ts'
import type { DocumentCodec } from '../document-codec.ts'
import { pastedDocument, pasteOver } from '../paste/paste.ts'
import { selectedPicture } from '../pictures/move-picture.ts'

/** Words of a document that the model was asked about. */
export interface AskedWords {
  /** The document at that time. */
  doc: Node
  from: number
  to: number
  /** The Markdown of the words, or the alternative text of the picture. */
  text: string
  /** The address of the picture. */
  url?: string
}

/** So much of a text is sent to be continued, in characters. */
const mostContinued = 6_000

/**
 * The words that a task is about: the selected ones, without any the whole text. A text is continued
 * from its start.
 */
export function wordsFor(task: AssistTask, view: EditorView): AskedWords {
  const { doc, selection } = view.state
  const picture = selectedPicture(view.state)
  if (task === 'alt' && picture) {
    const { src, alt } = picture.node.attrs
    return { doc, from: picture.from, to: selection.to, text: String(alt), url: String(src) }
  }
  const markdownOf = (slice: Slice) =>
    view.someProp('clipboardTextSerializer', (write) => write(slice, view)) ?? ''
  const { to } = selection
  if (task === 'continue')
    return { doc, from: to, to, text: markdownOf(doc.slice(0, to)).slice(-mostContinued) }
  const words = selection.empty ? { from: 0, to: doc.content.size } : { from: selection.from, to }
  return {
    doc,
    ...words,
    text: markdownOf(doc.slice(words.from, words.to, !isInTable(view.state))),
  }
}

/** Where words of an earlier document are now; null when the text has changed there. */
export function placeNow({ doc, from, to }: AskedWords, now: Node) {
  const start = doc.content.findDiffStart(now.content)
  const end = doc.content.findDiffEnd(now.content)
  if (start === null || !end || to <= start) return { from, to }
  const moved = end.b - end.a
  return from >= end.a ? { from: from + moved, to: to + moved } : null
}

/**
 * Puts what a model wrote into the text, as one step for undo: in place of the words, below them,
 * or as the alternative text of the picture. False when the text has changed at the words.
 */
export function putIn(
  view: EditorView,
  { task, words, text }: { task: AssistTask; words: AskedWords; text: string },
  codec: DocumentCodec,
): boolean {
  const { doc, tr } = view.state
  const place = placeNow(words, doc)
  if (!place) return false
  view.dispatch(closeHistory(tr.setSelection(selectionOf(doc, place, words.url !== undefined))))
  if (words.url !== undefined) updateImage({ alt: text })(view.state, view.dispatch)
  else if (task === 'continue' || task === 'summary') insertBelow(view, pastedDocument(text, codec))
  else pasteOver(view, pastedDocument(text, codec))
  view.dispatch(closeHistory(view.state.tr))
  return true
}

function selectionOf(doc: Node, { from, to }: { from: number; to: number }, isPicture: boolean) {
  if (isPicture) return NodeSelection.create(doc, from)
  // The whole text may begin or end with something that is no text.
  if (from === 0) return new AllSelection(doc)
  return TextSelection.between(doc.resolve(from), doc.resolve(to))
}

/** Inserts blocks below the one where the selection ends, or in its place if it is empty. */
function insertBelow(view: EditorView, { content }: Node) {
  const { tr, selection } = view.state
  const { $to } = selection
  const isEmpty = $to.depth === 1 && $to.parent.content.size === 0
  const after = $to.depth === 0 ? $to.pos : $to.after(1)
  const start = isEmpty ? $to.before(1) : after
  tr.replaceWith(start, after, content)
  const end = TextSelection.near(tr.doc.resolve(start + content.size), -1)
  view.dispatch(tr.setSelection(end).scrollIntoView())
}
