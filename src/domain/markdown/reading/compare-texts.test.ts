import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { sampleDocument } from '../sample-documents.ts'
import { changesOnly } from './changes-only.ts'
import { type ComparedBlock, compareTexts, sideOfComparison } from './compare-texts.ts'
import { plainText, shownBlocks } from './shown-blocks.ts'

const marks = { same: '', added: '+', removed: '-' }
const shown = ({ change, bullet, runs }: ComparedBlock) =>
  `${change}: ${bullet && `${bullet} `}${runs.map((run) => (run.change === 'same' ? run.text : `[${marks[run.change]}${run.text}]`)).join('')}`

test.each<[string, string, string, Array<string>]>([
  [
    'a word',
    'One *two* <constructor>.',
    'One *2* <constructor>.',
    ['changed: One [-two][+2] <constructor>.'],
  ],
  ['a format', 'One two.', 'One **two**.', ['changed: One [-two][+two].']],
  ['a link', '[a](/x) b', '[a](/y) b', ['changed: [-a][+a] b']],
  ['several words in a row', 'a b c d', 'a x y d', ['changed: a [-b c][+x y] d']],
  ['an added and a removed block', 'a\n\nb', 'b\n\nc', ['removed: [-a]', 'same: b', 'added: [+c]']],
  ['a moved block', 'a\n\nb\n\nc', 'b\n\nc\n\na', ['left: a', 'same: b', 'same: c', 'moved: a']],
  [
    'a moved block and a changed one',
    'a\n\nb one two\n\nc',
    'b one 2\n\nc\n\na',
    ['left: a', 'changed: b one [-two][+2]', 'same: c', 'moved: a'],
  ],
  [
    'a block that was moved and changed',
    'a b c d\n\nx\n\ny',
    'x\n\ny\n\na b c D',
    ['left: a b c d', 'same: x', 'same: y', 'moved: a b c [-d][+D]'],
  ],
  [
    'items of a list',
    '- [x] a\n- b',
    '- [x] a\n- b 2\n- c',
    ['same: ☑ a', 'changed: • b[+ 2]', 'added: • [+c]'],
  ],
  [
    'numbers that follow from another item',
    '1. a\n2. b',
    '1. new\n2. a\n3. b',
    ['added: 1. [+new]', 'same: 1. a', 'same: 2. b'],
  ],
  [
    'a row of a table',
    '| a | b |\n| - | - |\n| 1 | 2 |',
    '| a | b |\n| - | - |\n| 1 | 3 |',
    ['same: a\tb', 'changed: 1\t[-2][+3]'],
  ],
  ['a part of a table', '| 1 | 2 |', '| 1 | 3 |', ['changed: 1\t[-2][+3]']],
  ['a word of code', '```\na b\n```', '```\na c\n```', ['changed: a [-b][+c]']],
  ['a paragraph that became a heading', 'Warp modes', '## Warp modes', ['changed: Warp modes']],
  ['spelling without a meaning', '* a\n\n__b__', '- a\n\n**b**', ['same: • a', 'same: b']],
])('%s', (_name, before, after, expected) => {
  expect(compareTexts(before, after).map(shown)).toEqual(expected)
})

test('blocks far from a change are only counted', () => {
  expect(changesOnly(compareTexts('a\n\nb\n\nc\n\nd', 'a\n\nb\n\nc\n\nD'))[0]).toEqual({
    change: 'hidden',
    count: 2,
  })
})

describe('blocks', () => {
  it.each<[string, string, object]>([
    [
      'an aligned heading',
      '<h2 align="center">A &amp; <em>b</em></h2>',
      {
        kind: 'heading',
        depth: 2,
        runs: [
          { text: 'A & ', marks: [] },
          { text: 'b', marks: ['emphasis'] },
        ],
      },
    ],
    [
      'underlined text behind another tag',
      '<kbd><u>b</u>',
      {
        runs: [
          { text: '<kbd>', marks: ['code'] },
          { text: 'b', marks: ['underline'] },
        ],
      },
    ],
    [
      'a picture',
      '![Alt](/media/a.png)',
      { runs: [{ text: 'Alt', marks: [], picture: '/media/a.png' }] },
    ],
    ['an open task', '- [ ] a', { bullet: '☐', indent: 1 }],
    ['a quote', '> a', { quotes: 1, kind: 'paragraph' }],
    ['other HTML', '<div>\nx\n</div>', { kind: 'source' }],
  ])('%s', (_name, markdown, expected) => {
    expect(shownBlocks(markdown)).toMatchObject([expected])
  })
})

test('each side of a comparison of random texts says what its text says', () => {
  fc.assert(
    fc.property(sampleDocument, sampleDocument, (before, after) => {
      const compared = compareTexts(before, after)
      const texts = (side: 'before' | 'after') => sideOfComparison(compared, side).map(plainText)
      expect(texts('before')).toEqual(shownBlocks(before).map(plainText))
      expect(texts('after')).toEqual(shownBlocks(after).map(plainText))
      if (before === after) expect(compared.every(({ change }) => change === 'same')).toBe(true)
    }),
    { numRuns: 10 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
})
