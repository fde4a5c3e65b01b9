import { StrictMode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { RichTextEditor } from '../../../src/admin/editor/rich-text-editor.tsx'
import type { RichTextEditorHandle } from '../../../src/admin/editor/rich-text-editor-props.ts'
import { keepInputMethodKeys } from '../../../src/ui/input-method.ts'

/** The interface between a test and the page. */
export interface Harness {
  value: string
  /** Every text that the editor emitted. */
  changes: Array<string>
  saves: Array<string>
  /** Another text from outside, in the same editor. */
  show(markdown: string): void
  /** A new editor with a text, which knows nothing of the one before. */
  begin(markdown: string): void
  flush(): string
  /** What was stored, by its name. */
  snippets: Array<{ name: string; title: string; content: string }>
  /** The result of the next picture request. */
  picture: { url: string; alt: string } | null
  /** Ends the running upload, or the one of a file. */
  finishUpload(result: { url: string; alt?: string } | null, name?: string): void
  uploads: Array<string>
  /** How many clicks the editor has let through. */
  clicks: number
}

declare global {
  interface Window {
    harness: Harness
  }
}

let setShown: (markdown: string) => void = () => {}
let setBegun: (count: number) => void = () => {}
let editors = 0
/** The clock, which a test may have set. */
const now = Date.now
const running = new Map<string, Harness['finishUpload']>()

function Page() {
  const [value, setValue] = useState('')
  const [begun, countEditors] = useState(0)
  const [error, setError] = useState(false)
  const editor = useRef<RichTextEditorHandle>(null)
  setShown = setValue
  setBegun = countEditors
  window.harness.flush = () => editor.current?.flush() ?? ''
  return (
    <main className="mx-auto max-w-4xl p-4">
      <button type="button" onClick={() => setError(!error)}>
        Error
      </button>
      <RichTextEditor
        key={begun}
        ref={editor}
        label="Content"
        value={value}
        error={error ? 'Content is required' : undefined}
        onChange={(markdown) => {
          window.harness.value = markdown
          window.harness.changes.push(markdown)
          setValue(markdown)
        }}
        onSave={() => window.harness.saves.push(window.harness.value)}
        snippets={{
          all: window.harness.snippets,
          async save(title, content) {
            window.harness.snippets.push({ name: title, title, content })
          },
        }}
        onImageRequest={async () => window.harness.picture}
        onUpload={(file, progress) => {
          window.harness.uploads.push(file.name)
          progress(0.5)
          return new Promise((resolve, reject) => {
            running.set(file.name, (result) =>
              result ? resolve(result) : reject(new Error('The picture could not be stored.')),
            )
          })
        }}
      />
    </main>
  )
}

window.harness = {
  value: '',
  changes: [],
  saves: [],
  uploads: [],
  clicks: 0,
  snippets: [],
  picture: { url: '/media/a.png', alt: 'A knob' },
  flush: () => '',
  finishUpload: (result, name = window.harness.uploads.at(-1) ?? '') => running.get(name)?.(result),
  show(markdown) {
    flushSync(() => void window.harness.flush())
    window.harness.value = markdown
    flushSync(() => setShown(markdown))
  },
  begin(markdown) {
    running.clear()
    Date.now = now
    editors += 1
    window.harness.snippets = []
    flushSync(() => {
      setShown(markdown)
      setBegun(editors)
    })
    Object.assign(window.harness, {
      value: markdown,
      changes: [],
      saves: [],
      uploads: [],
      clicks: 0,
    })
  },
}

document.addEventListener('click', () => {
  window.harness.clicks += 1
})

keepInputMethodKeys()
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
