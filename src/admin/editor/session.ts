import { closeHistory } from '@milkdown/kit/prose/history'
import type { Node } from '@milkdown/kit/prose/model'
import type { EditorState, Transaction } from '@milkdown/kit/prose/state'
import { wordsOf } from '#domain/reading-time.ts'
import type { OpenEditor } from './create-editor.ts'
import type { OpenedText } from './document-codec.ts'
import { editedMarkdown, type OriginalText } from './markdown/edited-markdown.ts'
import type { MarkdownAnswer, MarkdownRequest } from './markdown-worker.ts'

/**
 * Text is emitted `pauseMs` after the last change, and at most `latestMs` after the first pending
 * one.
 */
const pauseMs = 300
const latestMs = 700

/** The meta key of transactions that come from outside of the editor and are no edits. */
export const fromOutside = 'fromOutside'

export interface EditingSession {
  /** The document changed; its Markdown follows after a pause. */
  changed(): void
  /** Emits pending text at once. Returns the current Markdown. */
  flush(): string
  /**
   * Replaces the document by a text from outside. This is no edit, and undo restores the former
   * document.
   */
  show(markdown: string): void
  words(): number
  end(): void
}

/**
 * Tracks the edits of one open editor and emits its Markdown. `onMarkdown` gets every new text
 * once.
 */
export function createSession(options: {
  editor: OpenEditor
  markdown: string
  onMarkdown: (markdown: string) => void
  /** Called with true when an edit is pending, and with false when none is. */
  onPendingChange: (pending: boolean) => void
  startWorker: () => Worker
}): EditingSession {
  const { editor, onMarkdown, onPendingChange } = options
  const { view, codec } = editor
  let original = originalOf(editor.opened, options.markdown)
  let current = options.markdown
  let version = 0
  let written = 0
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let firstChange = 0
  let worker: Worker | null = null

  const hand = (markdown: string, of: number) => {
    written = of
    if (markdown !== current) {
      current = markdown
      onMarkdown(markdown)
    }
    if (written === version) onPendingChange(false)
  }
  const stopTimer = () => {
    if (timer) clearTimeout(timer)
    timer = null
  }
  const writeHere = () => hand(editedMarkdown(original, codec.treeOf(view.state.doc)), version)

  const listen = (started: Worker) => {
    started.addEventListener('message', ({ data }: MessageEvent<MarkdownAnswer>) => {
      if (data.id === asked && data.id > written) hand(data.markdown, data.id)
    })
    started.addEventListener('error', () => {
      // When the worker cannot be loaded, the text must not be lost; the next change tries again.
      worker = null
      if (version !== written) writeHere()
    })
    return started
  }
  const ask = () => {
    timer = null
    if (view.composing) {
      timer = setTimeout(ask, pauseMs)
      return
    }
    worker ??= listen(options.startWorker())
    asked = version
    worker.postMessage({
      id: version,
      original,
      tree: codec.treeOf(view.state.doc),
    } satisfies MarkdownRequest)
  }
  const flush = () => {
    stopTimer()
    if (version !== written) writeHere()
    return current
  }
  const show = (markdown: string) => {
    stopTimer()
    const opened = codec.open(markdown)
    current = markdown
    original = originalOf(opened, markdown)
    const tr = becoming(view.state, opened.doc)
    if (tr.docChanged) {
      // A separate undo step, from what was typed just before and what is typed just after.
      view.dispatch(closeHistory(tr.setMeta(fromOutside, true)))
      view.dispatch(closeHistory(view.state.tr))
    }
    version += 1
    asked = version
    written = version
    onPendingChange(false)
  }

  return {
    changed() {
      const now = performance.now()
      if (version === written) {
        firstChange = now
        onPendingChange(true)
      }
      version += 1
      stopTimer()
      timer = setTimeout(ask, Math.max(0, Math.min(pauseMs, firstChange + latestMs - now)))
    },
    flush,
    show,
    words: () => countWords(view.state.doc),
    end() {
      stopTimer()
      worker?.terminate()
    },
  }
}

/**
 * Replaces only what differs between two documents, so that the caret keeps its place if possible.
 */
function becoming(state: EditorState, wanted: Node): Transaction {
  const { doc } = state
  const from = doc.content.findDiffStart(wanted.content)
  const ends = doc.content.findDiffEnd(wanted.content)
  if (from === null || !ends) return state.tr
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b))
  const part = state.tr.replace(from, ends.a + overlap, wanted.slice(from, ends.b + overlap))
  // ProseMirror may change a part that begins or ends inside a table or list to make it fit; then
  // everything is replaced.
  return part.doc.eq(wanted) ? part : state.tr.replaceWith(0, doc.content.size, wanted.content)
}

function originalOf({ definitions, baseline }: OpenedText, markdown: string): OriginalText {
  return { markdown, definitions, baseline }
}

const counted = new WeakMap<Node, number>()

/** Counts the words of a document; unchanged blocks come from a cache. */
function countWords(doc: Node): number {
  let words = 0
  doc.forEach((block) => {
    let count = counted.get(block)
    if (count === undefined) {
      count = wordsOf(block.textBetween(0, block.content.size, '\n', ' ')).length
      counted.set(block, count)
    }
    words += count
  })
  return words
}
