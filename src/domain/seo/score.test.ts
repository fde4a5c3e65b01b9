import { describe, expect, it } from 'vitest'
import { analyzeSeo, isAnalysable } from './analyze-seo.ts'
import type { Keyword } from './keywords.ts'
import { scoreColor, scoreOf, scoreParts } from './score.ts'

const keywords = (good: number, titled: number, others: number): Array<Keyword> =>
  Array.from({ length: good + others }, (_, index) => ({
    term: `word${index}`,
    occurrences: 1,
    density: 1,
    inTitle: index < titled,
    rating: index < good ? 'Good' : 'Underused',
  }))

describe('the score', () => {
  it.each([
    // good, of them in the title, others, words → keyword part, title part, length part, score
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 300, 0, 0, 10, 10],
    // 10 of min(10, 10), 5 of min(10, 5), 300 words
    [10, 5, 0, 300, 60, 30, 10, 100],
    // more than ten good ones give no more
    [14, 9, 30, 900, 60, 30, 10, 100],
    // 4 of min(20, 10) = 24, 2 of min(20, 5) = 12, 150 words = 5
    [4, 2, 16, 150, 24, 12, 5, 41],
    // 3 of min(4, 10) = 45, 1 of min(4, 5) = 7.5, 90 words = 3 → 55.5
    [3, 1, 1, 90, 45, 7.5, 3, 56],
    // 1 of 3 = 20, none, 1 word
    [1, 0, 2, 1, 20, 0, 1 / 30, 20],
  ])(
    'of %i good keywords, %i in the title, %i others in %i words',
    (good, titled, others, words, ...expected) => {
      const parts = scoreParts(keywords(good, titled, others), words)
      const [keywordPart, title, length, score] = expected
      expect(parts.keywords).toBeCloseTo(keywordPart, 10)
      expect(parts.title).toBeCloseTo(title, 10)
      expect(parts.length).toBeCloseTo(length, 10)
      expect(scoreOf(parts)).toBe(score)
    },
  )

  it.each([
    [100, 'green'],
    [80, 'green'],
    [79, 'yellow'],
    [60, 'yellow'],
    [59, 'red'],
    [0, 'red'],
  ])('of %i is %s', (score, color) => {
    expect(scoreColor(score)).toBe(color)
  })
})

describe('analyzeSeo', () => {
  it('counts a whole text as by hand', () => {
    // 20 words. 'warp clip' 2 and 'warp' 2 contain a title word: good. 'clip' 2 is 10 %: overused.
    // 'stretches', 'audio', 'tempo', 'grid' and 'follows' 1 each, 5 %: overused. 'sets' is a common
    // word, like 'set'.
    const content =
      'The warp clip stretches the audio to a tempo. A warp clip sets the grid and it follows you all.'
    const { words, keywords, score, parts } = analyzeSeo({
      title: 'How to warp',
      content,
      excerpt: '',
    })
    expect(words).toBe(20)
    expect(keywords.map(({ term, rating }) => [term, rating])).toEqual([
      ['warp clip', 'Good'],
      ['warp', 'Good'],
      ['clip', 'Overused'],
      ['stretches', 'Overused'],
      ['audio', 'Overused'],
      ['tempo', 'Overused'],
      ['grid', 'Overused'],
      ['follows', 'Overused'],
    ])
    // 2 of 8 → 15; 2 of min(8, 5) → 12; 20 of 300 words → 0.67
    expect(parts.keywords).toBe(15)
    expect(parts.title).toBe(12)
    expect(parts.length).toBeCloseTo(2 / 3, 10)
    expect(score).toBe(28)
  })

  it('lists a hundred keywords at most and says how many there are', () => {
    const content = Array.from(
      { length: 150 },
      (_, index) => `wort${String.fromCharCode(97 + (index % 26))}${index}`,
    ).join(', ')
    const { keywords, found } = analyzeSeo({ title: '', content, excerpt: '' })
    expect(keywords).toHaveLength(100)
    expect(found).toBe(150)
  })
})

describe('isAnalysable', () => {
  it.each([
    ['x'.repeat(50), false],
    ['x'.repeat(51), true],
    [`  ${'x'.repeat(50)}\n`, false],
    ['', false],
  ])('needs more than 50 characters: %#', (content, expected) => {
    expect(isAnalysable(content)).toBe(expected)
  })
})
