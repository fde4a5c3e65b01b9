import fc from 'fast-check'
import type { Paragraph, PhrasingContent } from 'mdast'
import { expect, test } from 'vitest'
import { withClosableFormats } from './closable-formats.ts'
import { parseMarkdown } from './parse.ts'
import { houseStyle } from './style.ts'
import { writeBlock } from './write.ts'

const text = (value: string): PhrasingContent => ({ type: 'text', value })
const bold = (...children: Array<PhrasingContent>): PhrasingContent => ({ type: 'strong', children })
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

test('words and punctuation beside and in bold are written without references, and read as they were', () => {
  const part = fc.constantFrom('one', '.', 'a.', '(b)', 'c!', ', d', '“e”', 'é', '注：')
  fc.assert(
    fc.property(fc.array(fc.tuple(part, fc.boolean()), { minLength: 1, maxLength: 6 }), (parts) => {
      const nodes = parts
        .filter(([value], index) => /\p{L}/u.test(value) || index === 0)
        .map(([value], index) => (index % 2 ? bold(text(value)) : text(value)))
      const written = write(...nodes)
      expect(written).not.toMatch(/&#x/)
      const again = parseMarkdown(written).root.children[0] as Paragraph
      const words = (list: ReadonlyArray<PhrasingContent>): string =>
        list.map((node) => ('value' in node ? node.value : 'children' in node ? words(node.children) : '')).join('')
      expect(words(again.children)).toBe(words(nodes).trim())
    }),
    { numRuns: 300 },
  )
})
