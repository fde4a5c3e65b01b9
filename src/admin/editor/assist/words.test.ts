// @vitest-environment happy-dom
import { undo } from '@milkdown/kit/prose/history'
import { NodeSelection, TextSelection } from '@milkdown/kit/prose/state'
import { beforeAll, expect, test } from 'vitest'
import type { AssistTask } from '#domain/assist.ts'
import { type SampleEditor, sampleEditor } from '../sample-editor.ts'
import { answerLines, answerMarkdown } from './answers.ts'
import { putIn, wordsFor } from './words.ts'

let editor: SampleEditor
beforeAll(async () => {
  editor = await sampleEditor()
})

/** Opens a text and selects what stands between `«` and `»`, which are removed. */
function select(text: string) {
  editor.open(text)
  const { tr, doc } = editor.view.state
  const marks: Array<number> = []
  doc.descendants((node, pos) => {
    for (const { index } of node.text?.matchAll(/[«»]/g) ?? []) marks.push(pos + index)
  })
  const [from = 0, to = 0] = marks
  tr.delete(to, to + 1).delete(from, from + 1)
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, from, to - 1)))
}
const put = (task: AssistTask, text: string, words = wordsFor(task, editor.view)) =>
  putIn(editor.view, { task, text, words }, editor.codec)

test.each<[AssistTask, text: string, words: string, answer: string, after: string]>([
  ['shorten', 'A «long» word.\n', 'long', 'short', 'A short word.\n'],
  ['shorten', 'A «long »word.\n', 'long', 'short\n\nand more', 'A short\n\nand more word.\n'],
  ['shorten', '## The «long» title\n', '## long', '## short', '## The short title\n'],
  ['simplify', '- one\n- «two\n- three»\n', '- two\n- three', '- 2\n- 3', '- one\n- 2\n- 3\n'],
  ['simplify', '# «One\n\nTwo.»\n', '# One\n\nTwo.', '1\n\n- 2', '# 1\n\n- 2\n'],
  ['expand', 'A «b».\n', 'b', '<img src=x onerror=a()>', 'A \\<img src=x onerror=a()>.\n'],
  ['correct', '| A |\n| - |\n| teh «wrod» |\n', 'wrod', 'word', '| A |\n| - |\n| teh word |\n'],
  [
    'continue',
    '- one\n- two«»\n\nEnd.\n',
    '- one\n- two',
    'Next.',
    '- one\n- two\n\nNext.\n\nEnd.\n',
  ],
])('%s in %j is about %j, and %j is put in as a paste: %j', (task, text, words, answer, after) => {
  select(text)
  const before = editor.markdown()
  expect(wordsFor(task, editor.view).text.trim()).toBe(words)
  expect(put(task, answer)).toBe(true)
  expect(editor.markdown()).toBe(after)
  undo(editor.view.state, editor.view.dispatch)
  expect(editor.markdown()).toBe(before)
})

test('without a selection, the whole text is replaced', () => {
  editor.open('---\n\nOne.\n\n---\n')
  expect(put('simplify', '---\n\n1.\n\n---')).toBe(true)
  expect(editor.markdown()).toBe('---\n\n1.\n\n---\n')
})

test('the alternative text of a picture is set', () => {
  editor.open('Text.\n\n![old](/media/a.png)\n')
  const { tr, doc } = editor.view.state
  doc.descendants((node, pos) => {
    if (node.type.name === 'image')
      editor.view.dispatch(tr.setSelection(NodeSelection.create(doc, pos)))
  })
  expect(wordsFor('alt', editor.view)).toMatchObject({ text: 'old', url: '/media/a.png' })
  put('alt', 'A red line.')
  expect(editor.markdown()).toBe('Text.\n\n![A red line.](/media/a.png)\n')
})

test('words are found again after edits before and behind them, and what changed in them is not overwritten', () => {
  for (const [edited, after] of [
    ['One', 'One!, a short word.\n'],
    ['word.', 'One, a short word.!\n'],
    ['lo', null],
  ] as const) {
    select('One, a «long» word.\n')
    const words = wordsFor('shorten', editor.view)
    editor.caretBehind(edited)
    editor.type('!')
    const before = editor.markdown()
    const isIn = put('shorten', 'short', words)
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
