import type { Attrs, Node } from '@milkdown/kit/prose/model'
import { Selection, TextSelection } from '@milkdown/kit/prose/state'
import { bareAddresses } from './bare-addresses.ts'
import { createEditor, type OpenEditor } from './create-editor.ts'
import { keysPlugin } from './keys.ts'
import { editedMarkdown } from './markdown/edited-markdown.ts'
import { writeTree } from './markdown/write-tree.ts'
import { pastePlugin } from './paste/paste.ts'

/** For tests: the editor in a document that has no layout, and what a person does in it. */
export interface SampleEditor extends OpenEditor {
  /** The Markdown of the text, all of it written anew. */
  markdown(): string
  /** The Markdown that a save would send. */
  saved(): string
  /** Opens another text in the same editor, which costs a fraction of a new one. */
  open(markdown: string): void
  /** Puts the caret behind the first occurrence of some words; without them, at the end. */
  caretBehind(words?: string): void
  /** Types letter by letter. */
  type(text: string): void
  /** Text that arrives in one event, as from a keyboard that corrects words. */
  insert(text: string): void
  press(key: string, held?: KeyboardEventInit): void
  /** Pastes as a browser does; the clipboard has each text under its type. */
  paste(clipboard: Readonly<Record<string, string>>): void
  /** Gives the first occurrence of some words a format. */
  format(mark: string, words: string, attrs?: Attrs): void
}

/**
 * Opens a text. The caret is where the text has a `^`, which is removed; without one, at its end.
 */
export async function sampleEditor(text = ''): Promise<SampleEditor> {
  // The editor of an earlier test; what else tests left in the page stays.
  document.querySelector('[data-sample-editor]')?.remove()
  const root = document.createElement('div')
  root.dataset.sampleEditor = ''
  document.body.append(root)
  const open = await new Promise<OpenEditor>((resolve, reject) => {
    let opened: OpenEditor | null = null
    const keys = keysPlugin({ save: () => {}, link: () => {}, announce: () => {} })
    const paste = pastePlugin(
      () => opened?.codec ?? null,
      () => undefined,
    )
    createEditor({
      root,
      markdown: text,
      attributes: () => ({}),
      plugins: [bareAddresses, keys, paste].flat(),
      onOpen(editor) {
        opened = editor
        resolve(editor)
      },
    })
      .create()
      .catch(reject)
  })
  const { view, codec } = open
  let source = { markdown: text, ...open.opened }
  const insert = (typed: string) => {
    const { from, to } = view.state.selection
    const plain = () => view.state.tr.insertText(typed, from, to)
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, typed, plain)))
      view.dispatch(plain())
  }
  const putCaret = (at: number) =>
    view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at), -1)))
  placeCaret(open)
  return {
    ...open,
    markdown: () => writeTree(codec.treeOf(view.state.doc)),
    saved: () => editedMarkdown(source, codec.treeOf(view.state.doc)),
    open(markdown) {
      source = { markdown, ...codec.open(markdown) }
      view.dispatch(view.state.tr.replaceWith(0, view.state.doc.content.size, source.doc.content))
      placeCaret(open)
    },
    caretBehind(words) {
      putCaret(
        words === undefined ? view.state.doc.content.size : endOfWords(view.state.doc, words),
      )
    },
    type(typed) {
      for (const letter of typed) insert(letter)
    },
    insert,
    press(key, held = {}) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held })
      view.dom.dispatchEvent(event)
    },
    paste(clipboard) {
      const event = new Event('paste', { bubbles: true, cancelable: true })
      const clipboardData = {
        getData: (type: string) => clipboard[type] ?? '',
        files: [],
        items: [],
      }
      Object.defineProperty(event, 'clipboardData', { value: clipboardData })
      view.dom.dispatchEvent(event)
    },
    format(mark, words, attrs = {}) {
      const to = endOfWords(view.state.doc, words)
      view.dispatch(
        view.state.tr.addMark(to - words.length, to, view.state.schema.mark(mark, attrs)),
      )
    },
  }
}

function placeCaret({ view }: OpenEditor) {
  let at: number | null = null
  view.state.doc.descendants((node, pos) => {
    if (at === null && node.text?.includes('^')) at = pos + node.text.indexOf('^')
  })
  const { tr } = view.state
  if (at === null) tr.setSelection(Selection.atEnd(tr.doc))
  else tr.delete(at, at + 1).setSelection(TextSelection.create(tr.doc, at))
  view.dispatch(tr.setMeta('addToHistory', false))
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
