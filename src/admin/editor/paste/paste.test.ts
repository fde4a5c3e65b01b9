// @vitest-environment happy-dom
import { AllSelection } from '@milkdown/kit/prose/state'
import { CellSelection } from '@milkdown/kit/prose/tables'
import { beforeAll, expect, test } from 'vitest'
import { type SampleEditor, sampleEditor } from '../sample-editor.ts'

let editor: SampleEditor
beforeAll(async () => {
  editor = await sampleEditor()
})

const html = (text: string) => ({ 'text/html': text, 'text/plain': 'not this' })
const plain = (text: string) => ({ 'text/plain': text })

test.each([
  ['^text\n', plain('some '), 'some text\n'],
  ['text^\n', plain(' more'), 'text more\n'],
  ['one^two\n', plain('\tand\t'), 'one and two\n'],
  ['one ^ two\n', plain(' and '), 'one and two\n'],
  ['^text\n', plain('some\n'), 'sometext\n'],
  ['^text\n', html('<meta charset="utf-8"><span>some </span>'), 'some text\n'],
  [
    'text^\n',
    html('<html><body>\r\n<!--StartFragment--><b> more</b><!--EndFragment-->\r\n</body></html>'),
    'text **more**\n',
  ],
  ['one^two\n', html('<i>&nbsp;and&nbsp;</i>'), 'one *and* two\n'],
  ['^text\n', html('<p>some </p>\n'), 'sometext\n'],
  ['^text\n', html('<ul><li>some </li></ul>'), '- some\n\ntext\n'],
])('in %j, pasting %j keeps the spaces at its ends: %j', (before, clipboard, after) => {
  editor.open(before)
  editor.paste(clipboard)
  expect(editor.markdown()).toBe(after)
})

const list = html('<ul><li>a</li><li>b</li></ul>')
test.each([
  ['- one\n- ^\n- three\n', list, '- one\n- a\n- b\n- three\n'],
  ['- ^\n', html('<ol><li>a</li><li>b</li></ol>'), '1. a\n2. b\n'],
  ['- one\n  - ^\n', list, '- one\n  - a\n  - b\n'],
  ['- [ ] ^\n', html('<ul><li><input type="checkbox" checked>a</li></ul>'), '- [x] a\n'],
  [
    '- ^\n',
    html('<ul><li>[x]  a<ul><li>[ ] b</li></ul></li><li>[c] d</li></ul>'),
    '- [x] a\n  - [ ] b\n- \\[c] d\n',
  ],
  [
    '- one\n- ^\n',
    html('<ul data-pm-slice="0 0 []"><li><p>a</p></li><li><p>b</p></li></ul>'),
    '- one\n- a\n- b\n',
  ],
  ['- one^\n', list, '- one\n  - a\n  - b\n'],
  ['^\n', list, '- a\n- b\n'],
])('a list pasted in %j takes the place of an empty item', (before, clipboard, after) => {
  editor.open(before)
  editor.paste(clipboard)
  expect(editor.markdown()).toBe(after)
})

const table = '| A | B |\n| - | - |\n| one^ | two |\n| three | four |\n'
const row = (cells: string) => `| A | B |\n| - | - |\n${cells}\n| three | four |\n`

test.each([
  [plain('x\ny'), row('| onex<br>y | two |')],
  [plain('x\n\ny'), row('| onex<br>y | two |')],
  [plain('\n'), row('| one | two |')],
  [
    { 'text/html': `${'<div>'.repeat(300)}x<p>y`, 'text/plain': 'x\ny' },
    row('| onex<br>y | two |'),
  ],
  [plain(' x'), row('| one x | two |')],
  [plain('- x\n- y'), row('| one• x<br>• y | two |')],
  [html('<p>x</p><p>y</p>'), row('| onex<br>y | two |')],
  [
    html('<ol start="3"><li>x<ul><li>deep</li></ul></li><li>y</li></ol>'),
    row('| one3. x<br>• deep<br>4. y | two |'),
  ],
  [html('<pre>a\n\nb | c</pre><h2>d</h2><hr>'), row('| one`a`<br>`b \\| c`<br>d | two |')],
  [html('<table><tr><td>x <b>y</b></td></tr></table>'), row('| onex **y** | two |')],
  [
    html('<p>before</p><table><tr><td>1</td><td>2</td></tr></table>'),
    row('| onebefore<br>1 2 | two |'),
  ],
  [html('<table><tr><td>x</td><td>y</td></tr></table>'), row('| x | y |')],
  [
    html(
      '<table><tr><td>1</td><td>2</td><td>3</td></tr><tr><td>4</td></tr><tr><td>5</td></tr></table>',
    ),
    '| A | B | |\n| - | - | - |\n| 1 | 2 | 3 |\n| 4 | | |\n| 5 | | |\n',
  ],
])('pasted into a cell, %j stays in the table', (clipboard, after) => {
  editor.open(table)
  editor.paste(clipboard)
  expect(editor.markdown()).toBe(after)
})

/** Selects the cells from one word to another, as dragging over them does. */
function selectCells({ view }: SampleEditor, from: string, to: string): void {
  const at = (word: string) => {
    let found = 0
    view.state.doc.descendants((node, pos) => {
      if (/^table_(?:cell|header)$/.test(node.type.name) && node.textContent === word) found = pos
    })
    return found
  }
  view.dispatch(view.state.tr.setSelection(CellSelection.create(view.state.doc, at(from), at(to))))
}

test.each([
  ['A', 'A', '| A | B |\n| - | - |\n| one | A |\n| three | four |\n'],
  ['A', 'one', '| A | B |\n| - | - |\n| one | A |\n| three | one |\n'],
  ['one', 'two', '| A | B | |\n| - | - | - |\n| one | one | two |\n| three | four | |\n'],
  ['one', 'four', '| A | B | |\n| - | - | - |\n| one | one | two |\n| three | three | four |\n'],
])('the cells from %s to %s are copied into other cells', (from, to, after) => {
  editor.open(table.replace('^', ''))
  const { view } = editor
  selectCells(editor, from, to)
  const copied = view.serializeForClipboard(view.state.selection.content())
  selectCells(editor, 'two', 'two')
  editor.paste({ 'text/html': copied.dom.innerHTML, 'text/plain': copied.text })
  expect(editor.markdown()).toBe(after)
})

test.each([
  ['A', 'A', 'xA\n'],
  ['one', 'two', 'x\n\n| one | two |\n| - | -: |\n'],
  ['B', 'four', 'x\n\n| B |\n| -: |\n| two |\n| four |\n'],
])(
  'the cells from %s to %s are a table of their own outside of it, a single one its text',
  (from, to, after) => {
    editor.open(table.replace('^', '').replace('- | - ', '- | -: '))
    const { view } = editor
    selectCells(editor, from, to)
    const copied = view.serializeForClipboard(view.state.selection.content())
    editor.open('x^\n')
    editor.paste({ 'text/html': copied.dom.innerHTML, 'text/plain': copied.text })
    expect(editor.markdown()).toBe(after)
  },
)

test('a copied table with text below it goes into a cell in one line', () => {
  editor.open('| C |\n| - |\n| c |\n\nmore\n')
  const { view } = editor
  view.dispatch(view.state.tr.setSelection(new AllSelection(view.state.doc)))
  const copied = view.serializeForClipboard(view.state.selection.content())
  editor.open(table)
  editor.paste({ 'text/html': copied.dom.innerHTML, 'text/plain': copied.text })
  expect(editor.markdown()).toBe(row('| oneC<br>c<br>more | two |'))
})

test('one text is pasted into each of the selected cells', () => {
  editor.open(table.replace('^', ''))
  selectCells(editor, 'one', 'four')
  editor.paste(plain('x\ny'))
  expect(editor.markdown()).toBe('| A | B |\n| - | - |\n| x<br>y | x<br>y |\n| x<br>y | x<br>y |\n')
  editor.view.dispatch(editor.view.state.tr.insertText('!'))
  expect(editor.markdown()).toContain('| x<br>y | x<br>y! |\n')
})

test.each([plain('wrong\u0010 dash\u0000'), html('<p>wrong\u0010 dash\u0000</p>')])(
  'control characters of %j are not pasted',
  (clipboard) => {
    editor.open('^\n')
    editor.paste(clipboard)
    expect(editor.markdown()).toBe('wrong dash\n')
  },
)

test('a line break that PowerPoint copies as a control character is pasted as one', () => {
  editor.open('^\n')
  editor.paste(plain('one\vtwo'))
  expect(editor.markdown()).toBe('one\\\ntwo\n')
})
