// @vitest-environment happy-dom
import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { beforeAll, expect, test } from 'vitest'
import { parseMarkdown } from '#domain/markdown/parse.ts'
import { type SampleEditor, sampleEditor } from '../sample-editor.ts'

let editor: SampleEditor
beforeAll(async () => {
  editor = await sampleEditor()
})

const ways = ['type', 'insert'] as const

function savedAfter(way: (typeof ways)[number], text: string): string {
  editor.open('')
  editor[way](text)
  return editor.saved().trimEnd()
}

test.each([
  ['*a*, **b**: ~~c~~ `d`', null],
  ['_a_ __b__ ~c~', '*a* **b** ~~c~~'],
  ['***both***', null],
  ['*a **b** c*', null],
  ['**a *b* c**', null],
  ['*a `b` c*', null],
  ['`a **b** _c_ ~d~`', null],
  ['``a`b`` and `` ` ``', null],
  ['a*b*c (*d*)', null],
  ['**注意**です', null],
  ['[a *b*](https://e.org/x_y_z "Title")', null],
  ['[a](/article/x) and [b](#part)', null],
  ['![a](https://e.org/a.png)', null],
  ['<https://e.org/a_b_c>', '<https://e.org/a_b_c>'],
] as const)('%j is formatted, typed or at once', (text, expected) => {
  for (const way of ways) expect(savedAfter(way, text), way).toBe(expected ?? text)
})

test.each([
  '5 * 3 * 2 = 30',
  'Cut ~3 dB at 300 Hz and boost ~2 dB at 8 kHz.',
  'snake_case_name, _private_name and __init__x',
  'a * b*, ** a **, ~ c ~, ~~ d ~~ and ` `',
  'f(x) = x*y + z *w',
  '[a] (b) and [note]',
  '####### seven',
  '|3x2| a---',
])('%j stays as it is, typed or at once', (text) => {
  for (const way of ways) expect(savedAfter(way, text), way).toBe(text)
})

test('a rule is made in no table', () => {
  editor.open('| -- |\n| --- |\n| b |')
  editor.caretBehind('--')
  editor.type('-')
  expect(editor.view.state.doc.textContent).toBe('---b')
})

test('an address with a scheme that the editor refuses stays text', () => {
  for (const way of ways)
    expect(savedAfter(way, '[a](javascript:b)'), way).toBe('\\[a]\\(javascript:b)')
})

test('what is typed behind a rule stands below it', () => {
  editor.open('')
  editor.type('---After')
  expect(editor.saved()).toBe('---\n\nAfter\n')
})

test('what is typed next to a format has it no more, and Backspace gives its signs back', () => {
  editor.open('')
  editor.insert('see *this*')
  editor.type(' now')
  expect(editor.saved()).toBe('see *this* now\n')
  editor.type(' **x**')
  editor.press('Backspace')
  expect(editor.saved()).toBe('see *this* now \\*\\*x\\*\\*\n')
})

test('signs in code and in text with another format have no meaning', () => {
  editor.open('one `two` **th*ree**\n')
  editor.caretBehind('tw')
  editor.type('*a*')
  editor.caretBehind('ree')
  editor.type(' x* y*')
  expect(editor.saved()).toBe('one `tw*a*o` **th*ree x* y\\***\n')
})

test('whatever is typed, no letter is lost, and none has a format that the text would not have in a file', () => {
  const part = fc.constantFrom(
    'a',
    'b ',
    ' c',
    '*',
    '**',
    '_',
    '__',
    '~',
    '~~',
    '`',
    '``',
    '注',
    '5',
    ' ',
  )
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 2, maxLength: 12 }),
      fc.constantFrom(...ways),
      (parts, way) => {
        const text = parts.join('').trim()
        // Not a list, a heading, a line or code.
        fc.pre(/^[a\d注`~_]/.test(text) && !/^(?:`{3}|~{3}|_+$)/.test(text) && text.length > 1)
        // A format that has ended stays when a letter follows, though its last sign stands behind
        // another one.
        fc.pre(way === 'insert' || !/([*_~`])(?!\1)[*_~`]+[\p{L}\d]/u.test(text))
        const found = lettersOf(savedAfter(way, text))
        const allowed = lettersOf(text)
        expect(found.map(({ letter }) => letter)).toEqual(allowed.map(({ letter }) => letter))
        for (const [index, { formats }] of found.entries())
          expect(allowed[index]!.formats, text).toEqual(expect.arrayContaining(formats))
      },
    ),
    { numRuns: 15 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
})

/** The letters of a text with their formats, without signs and spaces. */
function lettersOf(markdown: string): Array<{ letter: string; formats: Array<string> }> {
  const collect = (
    node: Nodes,
    formats: Array<string>,
  ): Array<{ letter: string; formats: Array<string> }> => {
    const own = /^(?:strong|emphasis|delete|inlineCode)$/.test(node.type)
      ? [...new Set([...formats, node.type])]
      : formats
    if ('value' in node)
      return [...node.value]
        .filter((sign) => /[\p{L}\d]/u.test(sign))
        .map((letter) => ({ letter, formats: own }))
    return 'children' in node ? node.children.flatMap((child) => collect(child, own)) : []
  }
  return collect(parseMarkdown(markdown).root, [])
}
