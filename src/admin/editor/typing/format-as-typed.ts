import { Mark, type Node } from '@milkdown/kit/prose/model'
import {
  type EditorState,
  Plugin,
  PluginKey,
  TextSelection,
  type Transaction,
} from '@milkdown/kit/prose/state'
import { isInTable } from '@milkdown/kit/prose/tables'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { isOfWord } from '#domain/markdown/within-words.ts'
import { insertRule } from '../commands.ts'
import { marksOf, nodesOf } from '../schema/type-names.ts'
import { formatsEndingIn, type WrittenFormat } from './formats-in-text.ts'

/** How much of a long line decides, in characters before and behind what is typed. */
const before = 2000
const behind = 200

/**
 * What was formatted by the last input, in the form that the key for undoing an input rule reads.
 */
interface LastInput {
  transform: Transaction
  from: number
  to: number
  text: string
  /** The sign of a format that it ended with. */
  sign: string
}

const key = new PluginKey<LastInput | null>('formatAsTyped')

/**
 * Formats Markdown as it is typed: `*a*`, `~~a~~`, `[a](https://example.org)`. It reads the line as
 * the file will be read, so that text which only looks like a format (`5 * 3 * 2`, `~3 dB and ~2
 * dB`) stays as it was typed. Text may arrive a letter at a time or as a whole, as from a keyboard
 * that corrects words.
 */
export const formatAsTyped = $prose(() => {
  const finish = (view: EditorView, from: number, to: number, text: string) => {
    const tr = withFormats(view.state, from, to, text)
    if (tr) view.dispatch(tr)
    return tr !== null
  }
  return new Plugin<LastInput | null>({
    key,
    // The key for undoing input rules, which is Backspace, looks for this.
    isInputRules: true,
    state: {
      init: () => null,
      apply: (tr, last) => tr.getMeta(key) ?? (tr.selectionSet || tr.docChanged ? null : last),
    },
    props: {
      handleTextInput(view, from, to, text) {
        if (view.composing) return false
        const { $cursor } = view.state.selection as TextSelection
        const isAtEnd = $cursor?.parent.type.name === 'paragraph' && $cursor.pos === $cursor.end()
        const line = isAtEnd ? $cursor.parent.textContent + text : ''
        if ($cursor && /^(?:---|___\s|\*\*\*\s)$/.test(line) && !isInTable(view.state)) {
          view.dispatch(view.state.tr.delete($cursor.start(), $cursor.end()))
          return insertRule(view.state, view.dispatch)
        }
        // CommonMark has six levels; the kit reads more signs as the sixth.
        if (/^#{7,}\s$/.test(line)) {
          view.dispatch(view.state.tr.insertText(text, from, to))
          return true
        }
        const last = key.getState(view.state)
        if (last && from === to && endsOtherwise(last, text)) {
          view.dispatch(withoutFormats(view.state, last))
          const { from: caret } = view.state.selection
          if (!finish(view, caret, caret, text)) view.dispatch(view.state.tr.insertText(text))
          return true
        }
        return finish(view, from, to, text)
      },
      handleDOMEvents: {
        compositionend(view) {
          // The composed text is in the state only after this event.
          setTimeout(() => {
            const { selection } = view.state
            if (!view.isDestroyed && selection instanceof TextSelection && selection.$cursor)
              finish(view, selection.from, selection.to, '')
          })
          return false
        },
      },
    },
  })
})

/**
 * The line of Markdown in which a text is typed, and where it is in it; `offset` is the position of
 * the line.
 */
interface TypedLine {
  line: string
  from: number
  to: number
  offset: number
  marks: ReadonlyArray<Mark>
}

/** Null where text is no Markdown. */
function typedLine(state: EditorState, from: number, to: number, text: string): TypedLine | null {
  const $from = state.doc.resolve(from)
  const block = $from.parent
  const marks = state.storedMarks ?? $from.marks()
  const isCode = block.type.spec.code || marks.some(({ type }) => type.spec.code)
  if (!block.isTextblock || isCode || !$from.sameParent(state.doc.resolve(to))) return null
  const start = Math.max(0, $from.parentOffset - before)
  const end = Math.min(block.content.size, to - $from.start() + behind)
  const head = lineOf(block, start, $from.parentOffset, marks)
  const line = head + text + lineOf(block, to - $from.start(), end, marks)
  return {
    line,
    from: head.length,
    to: head.length + text.length,
    offset: $from.start() + start,
    marks,
  }
}

/**
 * Inserts a text and formats what it completes; null when it completes nothing. Without a text, the
 * letter before the caret counts.
 */
function withFormats(
  state: EditorState,
  from: number,
  to: number,
  text: string,
): Transaction | null {
  const typed = typedLine(state, from, to, text)
  if (!typed) return null
  const begin = text ? typed.from : typed.from - 1
  if (!/[*_~`)>]/.test(typed.line.slice(begin, typed.to))) return null
  const tr = state.tr
  if (text) tr.insertText(text, from, to)
  const done = formatText(tr, formatsEndingIn(typed.line, begin, typed.to), typed.offset)
  if (done.length === 0) return null
  tr.setStoredMarks(typed.marks).scrollIntoView()
  const ending = done.some((format) => format.to === typed.to)
    ? typed.line.charAt(typed.to - 1)
    : ''
  const sign = /[*_~`]/.test(ending) ? ending : ''
  return tr.setMeta(key, { transform: tr, from, to, text, sign } satisfies LastInput)
}

/**
 * Whether a text typed directly behind a format shows that its last sign ended none: `_a_b`,
 * `~a~~`. Bold before a letter stays (`**Note:**It`), which a file can say in another way.
 */
function endsOtherwise({ sign }: LastInput, text: string) {
  return sign !== '' && (text.startsWith(sign) || (sign === '_' && isOfWord(text[0])))
}

/** The state before the last formats, with the text that was typed. */
function withoutFormats(state: EditorState, { transform, from, to, text }: LastInput): Transaction {
  const tr = state.tr
  for (const [index, step] of [...transform.steps.entries()].reverse())
    tr.step(step.invert(transform.docs[index]!))
  if (!text) return tr
  return tr
    .insertText(text, from, to)
    .setSelection(TextSelection.create(tr.doc, from + text.length))
}

/**
 * A part of a textblock as a line of Markdown, a character for each position. Text with other
 * formats than what is typed has its signs already; commas are in the place of those that it shows.
 */
function lineOf(block: Node, from: number, to: number, marks: ReadonlyArray<Mark>): string {
  let line = ''
  block.nodesBetween(from, to, (node, at) => {
    const text = node.text?.slice(Math.max(0, from - at), to - at) ?? '\uFFFC'.repeat(node.nodeSize)
    line +=
      Mark.sameSet(node.marks, marks) || !node.isText ? text : text.replace(/[!-/:-@[-`{-~]/g, ',')
    return false
  })
  return line
}

/** What takes the place of signs: mostly nothing. */
interface Edit {
  from: number
  to: number
  node: Node | null
}

/**
 * Makes formats of their signs in the text from `offset` on. Returns those that the text there can
 * have.
 */
function formatText(
  tr: Transaction,
  formats: ReadonlyArray<WrittenFormat>,
  offset: number,
): Array<WrittenFormat> {
  const edits: Array<Edit> = []
  const done = formats.filter((format) => {
    const { kind } = format
    const found =
      kind === 'image' ? pictureFor(tr, format, offset) : signsOf(tr, kind, format, offset)
    edits.push(...(found ?? []))
    return found !== null
  })
  // From the end on, so that the places of the others stay.
  for (const { from, to, node } of edits.sort((a, b) => b.from - a.from))
    if (node) tr.replaceWith(from, to, node)
    else tr.delete(from, to)
  return done
}

function pictureFor(
  tr: Transaction,
  { from, to, address, alt, title }: WrittenFormat,
  offset: number,
): Array<Edit> {
  const node = nodesOf(tr.doc.type).image.create({ src: address, alt, title: title ?? '' })
  return [{ from: offset + from, to: offset + to, node }]
}

/** Adds a mark to the text between the signs of a format. */
function signsOf(
  tr: Transaction,
  kind: Exclude<WrittenFormat['kind'], 'image'>,
  format: WrittenFormat,
  offset: number,
): Array<Edit> | null {
  const type = marksOf(tr.doc.type)[kind === 'delete' ? 'strike_through' : kind]
  const start = offset + format.start
  const end = offset + format.end
  if (start >= end) return null
  if (kind === 'link') {
    if (tr.doc.rangeHasMark(start, end, type)) return null
    const form = format.to - format.end === 1 ? 'autolink' : 'resource'
    tr.addMark(start, end, type.create({ href: format.address, title: format.title, form }))
  } else tr.addMark(start, end, type.create())
  return [
    { from: offset + format.from, to: start, node: null },
    { from: end, to: offset + format.to, node: null },
  ]
}
