// @vitest-environment happy-dom
import { TextSelection } from '@milkdown/kit/prose/state'
import { beforeAll, expect, test } from 'vitest'
import { type SampleEditor, sampleEditor } from './sample-editor.ts'

let editor: SampleEditor
beforeAll(async () => {
  editor = await sampleEditor()
})

/** Selects some words, which are in one text. */
function select(words: string): void {
  editor.caretBehind(words)
  const { doc, selection, tr } = editor.view.state
  editor.view.dispatch(
    tr.setSelection(TextSelection.create(doc, selection.to - words.length, selection.to)),
  )
}

type Edit = () => void

const empties = (words: string) => () => {
  select(words)
  editor.view.dispatch(editor.view.state.tr.deleteSelection())
}
const typesBehind = (words: string, typed: string) => () => {
  editor.caretBehind(words)
  editor.type(typed)
}
const typesBefore = (words: string, typed: string) => () => {
  select(words)
  const { doc, selection, tr } = editor.view.state
  editor.view.dispatch(tr.setSelection(TextSelection.create(doc, selection.from)))
  editor.type(typed)
}
const joins = (words: string) => () => {
  typesBefore(words, '')()
  editor.press('Backspace')
}

test.each<[name: string, markdown: string, edit: Edit, expected: string]>([
  [
    'a paragraph between two lists is emptied',
    'Title\n=====\n\n* one\n* two\n\nMiddle:\n\n* three\n',
    empties('Middle:'),
    'Title\n=====\n\n* one\n* two\n\n- three\n',
  ],
  [
    'a paragraph between a list and indented code is emptied',
    'Title\n=====\n\n* one\n* two\n\nMiddle:\n\n    three\n',
    empties('Middle:'),
    'Title\n=====\n\n* one\n* two\n\n<!-- -->\n\n    three\n',
  ],
  [
    'a paragraph with a picture as Obsidian writes it is edited',
    'See ![[shot.png|A *shot*]] and [[a note]] here, and ![B](images/b.png)\n',
    typesBefore('See', 'Now '),
    'Now See ![[shot.png|A *shot*]] and [[a note]] here, and ![B](images/b.png)\n',
  ],
  [
    'a list behind an empty comment is edited',
    '* one\n\n<!-- -->\n\n* two\n* three\n* four\n',
    typesBehind('three', '!'),
    '* one\n\n<!-- -->\n\n* two\n* three!\n* four\n',
  ],
  [
    'an ordered list behind indented code is edited',
    '    code\n\n2. Two\n',
    typesBehind('Two', 'q'),
    '    code\n\n2. Twoq\n',
  ],
  [
    'text beside an indented fence with meta is edited',
    'Para.\n\n  ```ts title="x"\n  code\n  ```\n\nMore __text__.\n',
    typesBehind('Para.', 'q'),
    'Para.q\n\n  ```ts title="x"\n  code\n  ```\n\nMore __text__.\n',
  ],
  [
    'text before a comment without an end is edited',
    'Para __one__.\n\n<!-- open\n\nMore\n',
    typesBefore('Para', 'q'),
    'qPara __one__.\n\n<!-- open\n\nMore\n',
  ],
  [
    'a letter beside an address that stands bare and behind other text',
    'See https://e.org/p and [the _site_](https://e.org/p), __now__.\n',
    typesBefore('See', 'S'),
    'SSee https://e.org/p and [the _site_](https://e.org/p), __now__.\n',
  ],
  [
    'a paragraph is joined to one that ends bold',
    '__Bold.__\n\nThis is it.\n',
    joins('This is it.'),
    '__Bold__.This is it.\n',
  ],
  [
    'a paragraph with reference links is split',
    'A [b][2]&nbsp;c. E [f][2] g.\n\nEnd.\n\n[2]: /y\n',
    () => {
      editor.caretBehind('c. ')
      editor.press('Enter')
    },
    'A [b][2]&nbsp;c.\n\nE [f][2] g.\n\nEnd.\n\n[2]: /y\n',
  ],
  [
    'two paragraphs with reference links are joined',
    'A [b][2]&nbsp;c.\n\nE [f][2] g.\n\n[2]: /y\n',
    joins('E '),
    'A [b][2]&nbsp;c.E [f][2] g.\n\n[2]: /y\n',
  ],
])('%s, and the file changes in that place only', (_, markdown, edit, expected) => {
  editor.open(markdown)
  edit()
  expect(editor.saved()).toBe(expected)
})

test.each([
  ['b', {}, '**word**'],
  ['i', {}, '*word*'],
  ['u', {}, '<u>word</u>'],
  ['e', {}, '`word`'],
  ['x', { shiftKey: true }, '~~word~~'],
  ['h', { shiftKey: true }, '<mark data-color="yellow">word</mark>'],
  ['1', { altKey: true }, '# word'],
  ['2', { altKey: true }, '## word'],
  ['3', { altKey: true }, '### word'],
  ['c', { altKey: true }, '```\nword\n```'],
  ['7', { shiftKey: true }, '1. word'],
  ['8', { shiftKey: true }, '- word'],
  ['9', { shiftKey: true }, '- [ ] word'],
  ['b', { shiftKey: true }, '> word'],
  ['e', { shiftKey: true }, '<p align="center">word</p>'],
  ['r', { shiftKey: true }, '<p align="right">word</p>'],
  ['j', { shiftKey: true }, '<p align="justify">word</p>'],
])('Mod+%s with %j formats what is selected', (key, held, expected) => {
  editor.open('word\n')
  select('word')
  editor.press(key, { ...held, ctrlKey: true })
  expect(editor.saved().trimEnd()).toBe(expected)
})
