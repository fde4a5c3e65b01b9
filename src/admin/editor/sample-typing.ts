import type { Attrs, Node } from '@milkdown/kit/prose/model'
import { TextSelection } from '@milkdown/kit/prose/state'
import { bareAddresses } from './bare-addresses.ts'
import { createEditor, type OpenEditor } from './create-editor.ts'
import { editedMarkdown } from './markdown/edited-markdown.ts'

/** For tests: an editor in a document without a layout, and the keys of a person. */
export interface TypingEditor {
  /** Opens another text. */
  open(markdown: string): void
  /** Puts the caret behind the first occurrence of some words; without them, at the end. */
  caretBehind(words?: string): void
  /** Types letter by letter. */
  type(text: string): void
  /** Text that arrives in one event, as from a keyboard that corrects words. */
  insert(text: string): void
  press(key: string): void
  /** Gives the first occurrence of some words a format. */
  format(mark: string, words: string, attrs?: Attrs): void
  saved(): string
}

/** Needs a `document`: `@vitest-environment happy-dom`. */
export async function typingEditor(): Promise<TypingEditor> {
  const {
    view,
    codec,
    opened: first,
  } = await new Promise<OpenEditor>((resolve) => {
    const options = { root: document.createElement('div'), markdown: '', attributes: () => ({}), onOpen: resolve }
    void createEditor({ ...options, plugins: [bareAddresses] }).create()
  })
  let markdown = ''
  let opened = first
  const insert = (text: string) => {
    const { from, to } = view.state.selection
    const typed = () => view.state.tr.insertText(text, from, to)
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, text, typed))) view.dispatch(typed())
  }
  const put = (at: number) =>
    view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at), -1)))
  return {
    open(text) {
      markdown = text
      opened = codec.open(text)
      view.dispatch(view.state.tr.replaceWith(0, view.state.doc.content.size, opened.doc.content))
      put(view.state.doc.content.size)
    },
    caretBehind(words) {
      put(words === undefined ? view.state.doc.content.size : endOfWords(view.state.doc, words))
    },
    type(text) {
      for (const letter of text) insert(letter)
    },
    insert,
    press(key) {
      const event = new KeyboardEvent('keydown', { key })
      view.someProp('handleKeyDown', (handle) => handle(view, event))
    },
    format(mark, words, attrs = {}) {
      const to = endOfWords(view.state.doc, words)
      view.dispatch(view.state.tr.addMark(to - words.length, to, view.state.schema.mark(mark, attrs)))
    },
    saved: () => editedMarkdown({ markdown, ...opened }, codec.treeOf(view.state.doc)),
  }
}

function endOfWords(doc: Node, words: string): number {
  let found = -1
  doc.descendants((block, at) => {
    if (!block.isTextblock || found >= 0) return found < 0
    const index = block.textBetween(0, block.content.size, undefined, '\uFFFC').indexOf(words)
    if (index >= 0) found = at + 1 + index + words.length
    return false
  })
  if (found < 0) throw new Error(`There is no '${words}'.`)
  return found
}
