import fc from 'fast-check'
import { expect, test } from 'vitest'
import { preserveBlocks } from './preserve-blocks.ts'
import { asAnEditorWrites } from './sample-editor.ts'

const definitions = '\n\n[2]: /y "T"\n[name]: /z\n'

test.each([
  [
    'A [b][2]&nbsp;c. E [f][2] g.\n\nEnd.',
    'A [b](/y "T")\u00a0c.\n\nE [f](/y "T") g.\n\nEnd.\n',
    'A [b][2]&nbsp;c.\n\nE [f][2] g.\n\nEnd.',
  ],
  ['One. Two.\n\n\nEnd.', 'One.\n\nTwo.\n\nEnd.\n', 'One.\n\nTwo.\n\n\nEnd.'],
  [
    'One two \nthree  \nfour \n\nEnd.',
    'One\n\ntwo\nthree\\\nfour\n\nEnd.\n',
    'One\n\ntwo \nthree  \nfour \n\nEnd.',
  ],
  [
    '> One two\t\n> three  \n>\n\nb',
    '> One\n>\n> two\n> three\n\nb\n',
    '> One\n>\n> two\t\n> three  \n>\n\nb',
  ],
  ['- One two \n  three  \n- b', '- One\n- two\n  three\n- b\n', '- One\n- two \n  three  \n- b'],
  [
    'A [b][2]&nbsp;c.\n\nE [name] g.',
    'A [b](/y "T")\u00a0c.E [name](/z) g.\n',
    'A [b][2]&nbsp;c.E [name] g.',
  ],
  [
    '* A [b][2] x\n  wrapped __c__. E [f][2] g.\n* two',
    '- A [b](/y "T") x wrapped **c**.\n- E [f](/y "T") g.\n- two\n',
    '* A [b][2] x\n  wrapped __c__.\n* E [f][2] g.\n* two',
  ],
  [
    '* A [b][2]\n* B [c][2]\n* three',
    '- A [b](/y "T")B [c](/y "T")\n- three\n',
    '* A [b][2]B [c][2]\n* three',
  ],
  [
    '> A [b][2] x\n> wrapped __c__. E [f][2] g.',
    '> A [b](/y "T") x wrapped **c**.\n>\n> E [f](/y "T") g.\n',
    '> A [b][2] x\n> wrapped __c__.\n>\n> E [f][2] g.',
  ],
  ['A [b][2] __c__.\n\nEnd', '## A [b](/y "T") **c**.\n\nEnd\n', '## A [b][2] __c__.\n\nEnd'],
  ['A [b][2] __c__.\n\nEnd', '> A [b](/y "T") **c**.\n\nEnd\n', '> A [b][2] __c__.\n\nEnd'],
  [
    'A [b][2] \\_c\\_.\n\nB [c][2]\n\nEnd',
    '- A [b](/y "T") \\_c\\_.\n- B [c](/y "T")\n\nEnd\n',
    '- A [b][2] \\_c\\_.\n- B [c][2]\n\nEnd',
  ],
  [
    'word [b][2]\n\nEnd',
    '> [!WARNING]\n> word [b](/y "T")\n\nEnd\n',
    '> [!WARNING]\n> word [b][2]\n\nEnd',
  ],
])('%j becomes %j as %j', (original, edited, expected) => {
  for (const baseline of [undefined, asAnEditorWrites(original + definitions)])
    expect(
      preserveBlocks(original + definitions, edited, baseline === undefined ? {} : { baseline }),
    ).toBe(expected + definitions)
})

const part = fc.constantFrom(
  '[b][2]',
  '[name]',
  'a&nbsp;b',
  '__bold__',
  '_it_',
  '\\*no\\*',
  '`code`',
  '&copy;',
  'word',
)
const parts = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map((list) => `One ${list.join(' ')} end`)
const block = fc.constantFrom<[open: string, below: string]>(['', ''], ['* ', '  '], ['> ', '> '])

test('a split or joined paragraph keeps its own source on both sides', () => {
  fc.assert(
    fc.property(block, parts, parts, ([open, below], first, second) => {
      const frame = (text: string) => `Before.\n\n${text}\n\nAfter _it_.${definitions}`
      const item = open === '* '
      const apart = frame(
        `${open}${first}\n${item ? open : `${below.trimEnd()}\n${below}`}${second}`,
      )
      const spaced = frame(`${open}${first} ${second}`)
      const together = frame(`${open}${first}${second}`)
      expect(preserveBlocks(spaced, asAnEditorWrites(apart))).toBe(apart)
      expect(preserveBlocks(apart, asAnEditorWrites(together))).toBe(together)
    }),
    { numRuns: 10 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
})
