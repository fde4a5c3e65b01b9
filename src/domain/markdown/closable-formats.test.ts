import fc from 'fast-check'
import type { Nodes, Paragraph, PhrasingContent } from 'mdast'
import { expect, test } from 'vitest'
import { withClosableFormats } from './closable-formats.ts'
import { inlineMeaning } from './inline-meaning.ts'
import { parseMarkdown } from './parse.ts'
import { houseStyle } from './style.ts'
import { writeBlock } from './write.ts'

const text = (value: string): PhrasingContent => ({ type: 'text', value })
const bold = (...children: Array<PhrasingContent>): PhrasingContent => ({
  type: 'strong',
  children,
})
const write = (...children: Array<PhrasingContent>) =>
  writeBlock({ type: 'paragraph', children: withClosableFormats(children) }, houseStyle)

test.each([
  [[bold(text('Bold.')), text('This is it.')], '**Bold**.This is it.'],
  [[text('so'), bold(text('(very) much')), text(' so')], 'so(**very) much** so'],
  [[bold(text('注意：')), text('これ')], '**注意**：これ'],
  [[bold({ type: 'emphasis', children: [text('a!')] }), text('b')], '**_a_**!b'],
  [[bold(text('Bold.')), text(' This')], '**Bold.** This'],
  [[bold(text('bold')), text('ly')], '**bold**ly'],
])('%j is written as %j', (nodes, expected) => {
  expect(write(...nodes)).toBe(expected)
})

test.each([
  [[text('e'), bold(text('.')), text('g')], 'e.g'],
  [[text('a '), bold({ type: 'inlineCode', value: 'x' }), text('s')], 'a `x`s'],
  [[bold({ type: 'link', url: '/a', children: [text('link')] }), text('s')], '[**link**](/a)s'],
  [[text('a'), bold(text(' (b)')), text(' c')], 'a **(b)** c'],
  [[text('a '), { type: 'break' }, text(' b')], 'a\\\nb'],
  [[bold(text('a'), { type: 'break' }), text('b')], '**a**\\\nb'],
  [[bold({ type: 'delete', children: [text('a')] }), text('b')], '~~a~~b'],
] as Array<[Array<PhrasingContent>, string]>)(
  '%j is written as %j, without what Markdown cannot say',
  (nodes, expected) => {
    expect(write(...nodes)).toBe(expected)
  },
)

test('formats in words of any script are written without references, and read as they were meant', () => {
  const words = fc.constantFrom(
    'one',
    'a b',
    ' c',
    'd ',
    '.',
    'e.',
    '(f)',
    ', g',
    '“h”',
    'é',
    '注：',
    '、大',
    'слово,',
    '안녕',
    'مر',
    '😀',
    '-',
  )
  const leaf: fc.Arbitrary<PhrasingContent> = fc.oneof(
    { weight: 6, arbitrary: words.map(text) },
    words.map((value): PhrasingContent => ({ type: 'inlineCode', value: `x${value}`.trim() })),
    fc.constant<PhrasingContent>({ type: 'break' }),
    fc.constant<PhrasingContent>({ type: 'image', url: '/p.png', alt: 'p' }),
  )
  const format = fc.constantFrom('strong' as const, 'emphasis' as const, 'delete' as const)
  const deep = (inside: fc.Arbitrary<PhrasingContent>) =>
    fc.oneof(
      { weight: 3, arbitrary: leaf },
      fc
        .tuple(format, fc.array(inside, { minLength: 1, maxLength: 3 }))
        .map(([type, children]): PhrasingContent => ({ type, children })),
      fc
        .array(leaf, { minLength: 1, maxLength: 2 })
        .map(
          (children): PhrasingContent => ({ type: 'link', url: '/a', children: children as never }),
        ),
    )
  const line = fc.array(deep(deep(deep(leaf))), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(line, fc.constantFrom('*' as const, '_' as const), (nodes, sign) => {
      const closable = withClosableFormats([text('A'), ...nodes, text('Z')])
      const written = writeBlock(
        { type: 'paragraph', children: closable },
        { ...houseStyle, emphasis: sign, strong: sign },
      )
      expect(written).not.toMatch(/&#x/)
      const again = parseMarkdown(written).root.children
      expect(lettersOf(again)).toBe(lettersOf([text('A'), ...nodes, text('Z')]))
      expect(inlineMeaning((again[0] as Paragraph).children, new Map())).toBe(
        inlineMeaning(closable, new Map()),
      )
    }),
    { numRuns: 40 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
})

/** What is read, without the white space, whose amount has no meaning. */
function lettersOf(nodes: ReadonlyArray<Nodes>): string {
  const read = (node: Nodes): string =>
    'value' in node ? node.value : 'children' in node ? node.children.map(read).join('') : ''
  return nodes.map(read).join('').replace(/\s/g, '')
}
