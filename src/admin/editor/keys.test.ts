// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest'
import { type SampleEditor, sampleEditor } from './sample-editor.ts'

let editor: SampleEditor
beforeAll(async () => {
  editor = await sampleEditor()
})

const table = '| A | B |\n| - | - |\n| one^ | two |\n'

test.each([
  ['Delete', 'One\n\n## ^Two\n', 'One\n\n## Two\n'],
  ['Delete', '# ^Two\n', '# Two\n'],
  ['Backspace', '# ^Two\n', '# Two\n'],
  ['Backspace', 'One\n\n### ^Two\n', 'OneTwo\n'],
  ['Delete', '- ^one\n- two\n', '- one\n- two\n'],
  ['Delete', 'One\n\n- ^one\n', 'One\n\n- one\n'],
  ['Backspace', '- ^one\n- two\n', 'one\n\n- two\n'],
  ['Backspace', '- one\n\n^two\n', '- onetwo\n'],
  ['Backspace', '> [!TIP]\n> one\n\n^two\n', '> [!TIP]\n> onetwo\n'],
  ['Backspace', '> one\n\n- ^two\n', '> one\n\ntwo\n'],
  ['Backspace', '- one\n\n1. ^two\n2. three\n', '- one\n\ntwo\n\n1. three\n'],
  ['Backspace', '- one\n  - two\n\n  ^three\n', '- one\n\n  - twothree\n'],
  ['Backspace', '```\none\n```\n\n^two\n', '```\nonetwo\n```\n'],
  ['Backspace', `${table.replace('^', '')}\n^two\n`, `${table.replace('^', '')}\ntwo\n`],
  ['Delete', 'one^\n\n- two\n- three\n', 'onetwo\n\n- three\n'],
  ['Delete', 'one^\n\n> two\n\nend\n', 'onetwo\n\nend\n'],
  ['Delete', '# one^\n\n> - two\n> - three\n', '# onetwo\n\n> - three\n'],
  ['Delete', '- one^\n  1. two\n- end\n', '- onetwo\n- end\n'],
  ['Delete', table, table.replace('^', '')],
  ['Delete', 'one^\n\n---\n\n- two\n', 'one\n\n---\n\n- two\n'],
])('%s at the edge of a block, in %j, changes no kind of block: %j', (key, before, after) => {
  for (const held of key === 'Delete'
    ? [{}, { ctrlKey: true }]
    : [{}, { ctrlKey: true }, { shiftKey: true }]) {
    editor.open(before)
    editor.press(key, held)
    expect(editor.markdown()).toBe(after)
  }
})

test.each([
  ['Delete', 'one^\n\n- two\n', 'one\n\n- Xtwo\n'],
  ['Delete', 'one^\n\n> # two\n', 'one\n\n> # Xtwo\n'],
  ['Backspace', '## ^two\n', '## Xtwo\n'],
])('%s over an empty block removes it: %j', (key, before, after) => {
  editor.open(before)
  editor.press('Enter')
  editor.press(key)
  editor.type('X')
  expect(editor.markdown()).toBe(after)
})

test('Backspace makes a paragraph of an empty heading that nothing stands before', () => {
  editor.open('')
  editor.press('1', { ctrlKey: true, altKey: true })
  expect(editor.view.state.doc.firstChild?.type.name).toBe('heading')
  editor.press('Backspace')
  expect(editor.view.state.doc.firstChild?.type.name).toBe('paragraph')
})

test.each([
  ['Enter', {}, '- one^two\n', '- one\n- Xtwo\n'],
  ['Tab', {}, '- one\n- two^\n', '- one\n  - twoX\n'],
  ['Tab', { shiftKey: true }, '- one\n  - two^\n', '- one\n- twoX\n'],
  [']', { ctrlKey: true }, '- one\n- two^\n', '- one\n  - twoX\n'],
  ['[', { ctrlKey: true }, '- one\n  - two^\n', '- one\n- twoX\n'],
  ['Enter', { shiftKey: true }, 'one^two\n', 'one\\\nXtwo\n'],
  ['Enter', { shiftKey: true }, '### one^two\n', '### one\n\n### Xtwo\n'],
  ['Enter', { shiftKey: true }, '```\none^two\n```\n', '```\none\nXtwo\n```\n'],
  ['Enter', { shiftKey: true }, table, '| A | B |\n| - | - |\n| one<br>X | two |\n'],
  ['Enter', {}, table, '| A | B |\n| - | - |\n| one | two |\n\nX\n'],
  ['Enter', { ctrlKey: true }, table, '| A | B |\n| - | - |\n| one | two |\n\nX\n'],
  ['Tab', {}, table, '| A | B |\n| - | - |\n| one | X |\n'],
  ['Tab', { shiftKey: true }, table, '| A | X |\n| - | - |\n| one | two |\n'],
  ['4', { ctrlKey: true, altKey: true }, 'one^\n', '#### oneX\n'],
])('%s with %j in %j, and a letter typed then', (key, held, before, after) => {
  editor.open(before)
  editor.press(key, held)
  editor.view.dispatch(editor.view.state.tr.insertText('X'))
  expect(editor.markdown()).toBe(after)
})
