import { closeHistory } from '@milkdown/kit/prose/history'
import type { Node } from '@milkdown/kit/prose/model'
import type { EditorState, Transaction } from '@milkdown/kit/prose/state'
import { wordsOf } from '#domain/reading-time.ts'
import type { OpenEditor } from './create-editor.ts'
import type { OpenedText } from './document-codec.ts'
import { editedMarkdown, type OriginalText } from './markdown/edited-markdown.ts'
import type { MarkdownAnswer, MarkdownRequest } from './markdown-worker.ts'

/** Text is handed out this long after the last change, and at the latest that long after the first. */
const pauseMs = 300
const latestMs = 700

/** Marks a change that comes from outside and is no edit. */
export const fromOutside = 'fromOutside'

export interface EditingSession {
  /** The document changed; its Markdown follows a moment later. */
  changed(): void
  /** Hands out what is due at once. Answers the Markdown of this moment. */
  flush(): string
  /** Puts a text from outside in the place of the document. It is no edit; undo leads back. */
  show(markdown: string): void
  words(): number
  end(): void
}

/** Leads the text of one open editor: when it is written, and what counts as an edit. `onMarkdown` gets every new text once. */
export function createSession(options: {
  editor: OpenEditor
  markdown: string
  onMarkdown: (markdown: string) => void
  /** Told when there is an edit that was not handed out yet, and when there is none any more. */
  onHold: (holds: boolean) => void
  startWorker: () => Worker
}): EditingSession {
  const { editor, onMarkdown, onHold } = options
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
    if (written === version) onHold(false)
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
      // A worker that can't be loaded must not cost the text; the next change tries anew.
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
    worker.postMessage({ id: version, original, tree: codec.treeOf(view.state.doc) } satisfies MarkdownRequest)
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
    // Undo takes it back alone, however soon it came after the last typed letter.
    if (tr.docChanged) view.dispatch(closeHistory(tr.setMeta(fromOutside, true)))
    version += 1
    asked = version
    written = version
    onHold(false)
  }

  return {
    changed() {
      const now = performance.now()
      if (version === written) {
        firstChange = now
        onHold(true)
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

/** Replaces what differs between two documents, so that the caret stays where it can. */
function becoming(state: EditorState, wanted: Node): Transaction {
  const { doc } = state
  const from = doc.content.findDiffStart(wanted.content)
  const ends = doc.content.findDiffEnd(wanted.content)
  if (from === null || !ends) return state.tr
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b))
  const part = state.tr.replace(from, ends.a + overlap, wanted.slice(from, ends.b + overlap))
  // A part that begins or ends within tables and lists is made to fit, which is not always what was wanted.
  return part.doc.eq(wanted) ? part : state.tr.replaceWith(0, doc.content.size, wanted.content)
}

function originalOf({ definitions, baseline }: OpenedText, markdown: string): OriginalText {
  return { markdown, definitions, baseline }
}

const counted = new WeakMap<Node, number>()

/** Words of a document; blocks that were counted before are not read again. */
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
