import fc from 'fast-check'
import type { PhrasingContent } from 'mdast'
import { expect, test } from 'vitest'
import { withClosableFormats } from './closable-formats.ts'
import { sameMeaning } from './meaning.ts'
import { parseMarkdown } from './parse.ts'
import { preserveBlocks } from './preserve-blocks.ts'
import { detectStyle, houseStyle } from './style.ts'
import { writeBlock } from './write.ts'

const text = (value: string): PhrasingContent => ({ type: 'text', value })

test.each([
  [
    'It is __so__.\n\nTwo racks.\n',
    'It is **so**.\n\nTwo **rack**s.\n',
    'It is __so__.\n\nTwo **rack**s.\n',
  ],
  [
    'It is __so__.\n\n音を大きく。\n',
    'It is **so**.\n\n音を**大きく**。\n',
    'It is __so__.\n\n音を**大きく**。\n',
  ],
  [
    'He said _so_.\n\nTwo racks.\n',
    'He said *so*.\n\nTwo *racks*.\n',
    'He said _so_.\n\nTwo _racks_.\n',
  ],
  ['a _word_ b and _c_\n', 'a *word*b and *c*\n', 'a *word*b and _c_\n'],
  ['# b _word_ a and __c__\n', '# b*word* a and **c**\n', '# b*word* a and __c__\n'],
  ['_a_ and __b__ word\n', '*a* and **b** w*or*d\n', '_a_ and __b__ w*or*d\n'],
])('of %j, edited to %j, only a mark within a word gets stars', (file, edited, expected) => {
  expect(preserveBlocks(file, edited)).toBe(expected)
})

test('marks within words do not change what counts as the style of a file', () => {
  expect(detectStyle(parseMarkdown('a**b**c, d*e* and *f*g, __h__ _i_\n'))).toMatchObject({
    emphasis: '_',
    strong: '_',
  })
})

test('a format in any part of a paragraph is written in the file without references', () => {
  const script = fc.constantFrom(
    'After that.',
    'Это слово, да',
    '音を「大きく」する。次',
    'a (b) c!',
    'مرحبا، بك',
    '안녕 하세요.',
    '“x” – y…',
    '😀 b😀',
  )
  const kind = fc.constantFrom('strong', 'emphasis', 'delete', 'inlineCode', 'link')
  const formatted = (type: string, value: string): PhrasingContent => {
    if (type === 'inlineCode') return { type, value: value.trim() }
    const children = [text(value)]
    return (type === 'link' ? { type, url: '/a', children } : { type, children }) as PhrasingContent
  }
  const file = '_It_ is __so__.\n\nOne line\n\n~~End~~\n'
  fc.assert(
    fc.property(script, kind, fc.nat(20), fc.nat(20), (line, type, one, other) => {
      const letters = [...line]
      const [from, to] = [one % letters.length, other % letters.length].sort((a, b) => a - b) as [
        number,
        number,
      ]
      const part = letters.slice(from, to + 1).join('')
      fc.pre(part.trim() !== '')
      const nodes = [
        text(letters.slice(0, from).join('')),
        formatted(type, part),
        text(letters.slice(to + 1).join('')),
      ]
      const children = withClosableFormats([text('One '), ...nodes, text(' line')])
      const edited = file.replace('One line', () =>
        writeBlock({ type: 'paragraph', children }, houseStyle),
      )
      const written = preserveBlocks(file, edited)
      expect(written).not.toMatch(/&#/)
      expect(sameMeaning(written, edited)).toBe(true)
      expect(written.replace(/One .*line/, 'One line')).toBe(file)
    }),
    { numRuns: 15 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
})
