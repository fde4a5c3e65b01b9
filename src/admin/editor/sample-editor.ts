import { Selection, TextSelection } from '@milkdown/kit/prose/state'
import { createEditor, type OpenEditor } from './create-editor.ts'
import { keysPlugin } from './keys.ts'
import { writeTree } from './markdown/write-tree.ts'
import { pastePlugin } from './paste/paste.ts'

/** For tests: the editor with its keys and its pasting, in a document that has no layout. */
export interface SampleEditor extends OpenEditor {
  /** The Markdown of the text. */
  markdown(): string
  press(key: string, held?: KeyboardEventInit): void
  /** Pastes as a browser does; the clipboard has each text under its type. */
  paste(clipboard: Readonly<Record<string, string>>): void
}

/** Opens a text. The caret is where the text has a `^`, which is removed; without one, at its end. */
export async function sampleEditor(text: string): Promise<SampleEditor> {
  const root = document.createElement('div')
  document.body.replaceChildren(root)
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
      plugins: [keys, paste].flat(),
      onOpen(editor) {
        opened = editor
        resolve(editor)
      },
    })
      .create()
      .catch(reject)
  })
  const { view, codec } = open
  placeCaret(open)
  return {
    ...open,
    markdown: () => writeTree(codec.treeOf(view.state.doc)),
    press(key, held = {}) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held })
      view.dom.dispatchEvent(event)
    },
    paste(clipboard) {
      const event = new Event('paste', { bubbles: true, cancelable: true })
      const clipboardData = { getData: (type: string) => clipboard[type] ?? '', files: [], items: [] }
      Object.defineProperty(event, 'clipboardData', { value: clipboardData })
      view.dom.dispatchEvent(event)
    },
  }
}

function placeCaret({ view }: OpenEditor): void {
  let at: number | null = null
  view.state.doc.descendants((node, pos) => {
    if (at === null && node.text?.includes('^')) at = pos + node.text.indexOf('^')
  })
  const { tr } = view.state
  if (at === null) tr.setSelection(Selection.atEnd(tr.doc))
  else tr.delete(at, at + 1).setSelection(TextSelection.create(tr.doc, at))
  view.dispatch(tr.setMeta('addToHistory', false))
}
