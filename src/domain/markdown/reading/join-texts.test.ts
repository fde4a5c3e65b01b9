import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JoinedText, joinLines, joinTexts } from './join-texts.ts'

const signs = { yours: '1', theirs: '2', both: '12' }
const shown = (joined: JoinedText | null) =>
  joined?.blocks
    .map(({ runs }) =>
      runs
        .map(({ text, change, by }) =>
          by === null ? text : `[${change === 'added' ? '+' : '-'}${signs[by]} ${text}]`,
        )
        .join(''),
    )
    .join('\n')

test.each([
  ['different words', 'a b c d', 'A b c d', 'a b c D', 'A b c D', '[-1 a][+1 A] b c [-2 d][+2 D]'],
  [
    'the same change, and one more',
    'a b c d',
    'A b c d',
    'A b c D',
    'A b c D',
    '[-12 a][+12 A] b c [-2 d][+2 D]',
  ],
  [
    'a format and a word',
    'a b c d',
    '**a** b c d',
    'a b c D',
    '**a** b c D',
    '[-1 a][+1 a] b c [-2 d][+2 D]',
  ],
  ['words put in at both ends', 'a b c', 'x a b c', 'a b c y', 'x a b c y', '[+1 x ]a b c[+2  y]'],
  [
    'cells of a row',
    '| a | b |',
    '| A | b |',
    '| a | B |',
    '| A | B |',
    '[-1 a][+1 A]\t[-2 b][+2 B]',
  ],
  [
    'an item and one in it',
    '- a\n  - b',
    '- A\n  - b',
    '- a\n  - B',
    '- A\n  - B',
    '[-1 a][+1 A]\n[-2 b][+2 B]',
  ],
])('joins %s', (_name, base, yours, theirs, text, marked) => {
  const joined = joinTexts(base, yours, theirs)
  expect([joined?.text, shown(joined)]).toEqual([text, marked])
})

test.each([
  ['the same word', 'a b', 'A b', 'x b'],
  ['words at the same place', 'a', 'a b', 'a c'],
  ['a word that the other took out', 'a b c', 'a B c', 'a c'],
  ['a deleted text', 'a b', '', 'a B'],
  ['text without a base', '', 'a', 'b'],
  ['code', '```\na b c\n```', '```\nA b c\n```', '```\na b C\n```'],
  ['formats that cross', 'a b c d e', '**a b c** d e', 'a b **c d e**'],
  ['two kinds of blocks', 'a b c', '# a b c', '- a b c'],
])('does not join %s', (_name, base, yours, theirs) => {
  expect(joinTexts(base, yours, theirs)).toBeNull()
})

test('a title is text without formats', () => {
  expect(joinLines('The *warp* modes', 'All *warp* modes', 'The *warp* ways')).toMatchObject({
    text: 'All *warp* ways',
    blocks: [{ bullet: '' }],
  })
})

test('a proposal has all words that either has put in and none that either has taken out, and both see the same', () => {
  const words = 'ableton beat clip drum echo filter gate hold'.split(' ')
  const edit = fc.array(
    fc.record({
      at: fc.nat(words.length - 1),
      how: fc.constantFrom('replace', 'remove', 'add', 'strong'),
    }),
    { maxLength: 3 },
  )
  let joined = 0
  fc.assert(
    fc.property(edit, edit, (mine, other) => {
      const edited = (edits: typeof mine, who: string) =>
        words
          .map((word, at) => {
            const how = edits.find((one) => one.at === at)?.how
            if (how === 'replace') return `${who}${at}`
            if (how === 'add') return `${word} ${who}${at}`
            if (how === 'strong') return `**${word}**`
            return how === 'remove' ? null : word
          })
          .filter((word) => word !== null)
          .join(' ')
      const [base, yours, theirs] = [words.join(' '), edited(mine, 'ada'), edited(other, 'bob')]
      const result = joinTexts(base, yours, theirs)
      expect(joinTexts(base, theirs, yours)?.text).toBe(result?.text)
      if (result === null) return
      joined += 1
      const of = (text: string) => text.split(' ')
      const added = [...of(yours), ...of(theirs)].filter((word) => !words.includes(word))
      const removed = words.filter(
        (word) => !of(yours).includes(word) || !of(theirs).includes(word),
      )
      expect(of(result.text)).toEqual(expect.arrayContaining(added))
      expect(of(result.text).filter((word) => removed.includes(word))).toEqual([])
    }),
    { numRuns: 30 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
  expect(joined).toBeGreaterThan(5)
})
