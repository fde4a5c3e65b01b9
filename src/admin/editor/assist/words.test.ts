// @vitest-environment happy-dom
import { undo } from '@milkdown/kit/prose/history'
import { AllSelection, NodeSelection, TextSelection } from '@milkdown/kit/prose/state'
import { beforeAll, expect, test } from 'vitest'
import { type SampleEditor, sampleEditor } from '../sample-editor.ts'
import { answerLines, answerMarkdown } from './answers.ts'
import { putIn, wordsFor } from './words.ts'

let editor: SampleEditor
beforeAll(async () => {
  editor = await sampleEditor()
})

/** Opens a text and selects what stands between two `|` in it. */
function select(text: string) {
  const [before = '', words = ''] = text.split('|')
  editor.open(text.replaceAll('|', ''))
  editor.caretBehind(
    (before + words)
      .split('\n')
      .at(-1)
      ?.replace(/^(?:- |## |> )+/, ''),
  )
  const { tr, selection } = editor.view.state
  editor.view.dispatch(
    tr.setSelection(TextSelection.create(tr.doc, selection.to - words.length, selection.to)),
  )
}
const selectAll = () =>
  editor.view.dispatch(editor.view.state.tr.setSelection(new AllSelection(editor.view.state.doc)))
const put = (task: Parameters<typeof wordsFor>[0], text: string) =>
  putIn(editor.view, { task, text, words: wordsFor(task, editor.view) }, editor.codec)
const undoOnce = () => undo(editor.view.state, editor.view.dispatch)

test.each([
  ['A |long| word.\n', 'long', 'short', 'A short word.\n'],
  ['A |long |word.\n', 'long', 'short', 'A short word.\n'],
  ['## The |long| title\n\nText.\n', '## long', '## short', '## The short title\n\nText.\n'],
  ['- one\n- |two|\n- three\n', '- two', '- 2', '- one\n- 2\n- three\n'],
  ['> A |long| quote.\n', '> long', '> *short*', '> A *short* quote.\n'],
  ['A |long| word.\n', 'long', 'short\n\nand more', 'A short\n\nand more word.\n'],
  [
    'A |long| word.\n',
    'long',
    '<img src=x onerror=alert(1)>',
    'A \\<img src=x onerror=alert(1)> word.\n',
  ],
])(
  'in %j, %j are the words, and %j takes their place as a paste: %j',
  (text, words, answer, after) => {
    select(text)
    expect(wordsFor('shorten', editor.view).text.trim()).toBe(words)
    const before = editor.markdown()
    expect(put('shorten', answer)).toBe(true)
    expect(editor.markdown()).toBe(after)
    undoOnce()
    expect(editor.markdown()).toBe(before)
  },
)

test('a whole text takes the place of all words', () => {
  editor.open('# One\n\nTwo.\n\n- three\n')
  selectAll()
  put('simplify', '# 1\n\n2.\n\n- 3\n- 4')
  expect(editor.markdown()).toBe('# 1\n\n2.\n\n- 3\n- 4\n')
})

test('a continuation stands below the block at the caret, and in place of an empty one', () => {
  editor.open('- one\n- two\n\nEnd.\n')
  editor.caretBehind('two')
  expect(wordsFor('continue', editor.view).text).toBe('- one\n- two')
  put('continue', 'Next.\n\nAnd more.')
  expect(editor.markdown()).toBe('- one\n- two\n\nNext.\n\nAnd more.\n\nEnd.\n')
})

test('the alternative text of a picture is set, in one step', () => {
  editor.open('Text.\n\n![old](/media/a.png)\n')
  const { tr, doc } = editor.view.state
  doc.descendants((node, pos) => {
    if (node.type.name === 'image')
      editor.view.dispatch(tr.setSelection(NodeSelection.create(doc, pos)))
  })
  expect(wordsFor('alt', editor.view)).toMatchObject({ text: 'old', url: '/media/a.png' })
  put('alt', 'A red line.')
  expect(editor.markdown()).toBe('Text.\n\n![A red line.](/media/a.png)\n')
  undoOnce()
  expect(editor.markdown()).toContain('![old]')
})

test('words are found again after edits before and behind them, and what changed in them is not overwritten', () => {
  for (const [edited, after] of [
    ['One', 'One!, a short word.\n'],
    ['word.', 'One, a short word.!\n'],
    ['lo', null],
  ] as const) {
    select('One, a |long| word.\n')
    const words = wordsFor('shorten', editor.view)
    editor.caretBehind(edited)
    editor.type('!')
    const before = editor.markdown()
    const isIn = putIn(editor.view, { task: 'shorten', words, text: 'short' }, editor.codec)
    expect([isIn, editor.markdown()]).toEqual([after !== null, after ?? before])
  }
})

test('answers lose the fence around them, and titles the marks of their list', () => {
  expect(answerMarkdown('```markdown\n# One\n\nTwo.\n```\n')).toBe('# One\n\nTwo.')
  expect(answerMarkdown('```js\nlet a\n```')).toBe('```js\nlet a\n```')
  expect(answerLines('1. "One, two"\n\n2) **Two**\n- “Three”\n# Four\n')).toEqual([
    'One, two',
    'Two',
    'Three',
    'Four',
  ])
})
