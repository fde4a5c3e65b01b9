import { describe, expect, it, test } from 'vitest'
import { textLanguage } from '../text-analysis/load-text-language.ts'
import { findKeywords, ratingOf } from './keywords.ts'
import { seoText } from './seo-text.ts'

const found = (content: string, title = '') =>
  findKeywords(seoText(content), title).map(({ term, occurrences }) => `${term} ${occurrences}`)

describe('ratingOf', () => {
  it.each([
    // of 200 words, one is 0.5 %, five are 2.5 %
    [1, 200, 'Good'],
    [5, 200, 'Good'],
    [6, 200, 'Overused'],
    [1, 201, 'Underused'],
    // of 1,000 words: 4 are 0.4 %, 5 are 0.5 %, 25 are 2.5 %, 26 are 2.6 %
    [4, 1000, 'Underused'],
    [5, 1000, 'Good'],
    [25, 1000, 'Good'],
    [26, 1000, 'Overused'],
  ] as const)('%i of %i words is %s', (occurrences, words, rating) => {
    expect(ratingOf(occurrences, words)).toBe(rating)
  })
})

describe('findKeywords', () => {
  it('counts single words from one, phrases from two occurrences', () => {
    expect(found('Drum rack. Drum rack. Sidechain compressor.')).toEqual([
      'drum rack 2',
      'drum 2',
      'rack 2',
      'sidechain 1',
      'compressor 1',
    ])
  })

  it('finds phrases of three words and none of four', () => {
    const terms = findKeywords(seoText('Glue bus drum chain. Glue bus drum chain.'), '').map(
      ({ term }) => term,
    )
    expect(terms).toEqual([
      'glue bus drum',
      'bus drum chain',
      'glue bus',
      'bus drum',
      'drum chain',
      'glue',
      'bus',
      'drum',
      'chain',
    ])
  })

  it('ignores common words in every form, numbers and single letters', () => {
    expect(
      found('The use of it, uses and used: 12 of 90 are a b c. It’s its, THE reverb.'),
    ).toEqual(['reverb 1'])
  })

  it('takes a name in digits, and neither units nor what they count nor years', () => {
    expect(found('Tune the 808. An 808 at 440 Hz, 120 BPM and -6 dB, made in 1980.')).toEqual([
      '808 2',
      'tune 1',
    ])
  })

  it('ignores phrases that hold a common word', () => {
    expect(found('Reverb and delay. Reverb and delay.')).toEqual(['reverb 2', 'delay 2'])
  })

  it('lets no phrase cross a sentence, a comma or a paragraph', () => {
    expect(found('Warp clips, warp\n\nclips. Warp; clips')).toEqual(['warp 3', 'clips 3'])
  })

  it('keeps words with hyphens, slashes and apostrophes whole', () => {
    expect(found("Side-chain mid/side Ableton's")).toEqual([
      'side-chain 1',
      'mid/side 1',
      "ableton's 1",
    ])
  })

  it('does not mind capital letters or other alphabets', () => {
    expect(found('Größe größe. Ритм РИТМ')).toEqual(['größe 2', 'ритм 2'])
  })

  it('divides by all words, the common ones too', () => {
    const keywords = findKeywords(seoText('The kick and the snare are the kick of it.'), '')
    // ten words, 'kick' twice
    expect(keywords[0]).toEqual({
      term: 'kick',
      occurrences: 2,
      density: 20,
      inTitle: false,
      rating: 'Overused',
    })
  })

  it('counts a keyword with a title word of more than three letters as good', () => {
    const keywords = findKeywords(seoText('Kick drum kick drum tom'), 'The KICK and tom')
    expect(keywords.map(({ term, inTitle, rating }) => [term, inTitle, rating])).toEqual([
      ['kick drum', true, 'Good'],
      ['kick', true, 'Good'],
      ['drum', false, 'Overused'],
      ['tom', false, 'Overused'],
    ])
  })

  it('finds nothing in an empty text', () => {
    expect(found('')).toEqual([])
    expect(found('***')).toEqual([])
  })
})

describe('seoText', () => {
  it('reads Markdown and HTML as the same words', () => {
    const markdown = '## Warp modes\n\nUse **Beats** on [drums](/x).\n\n- one\n- two'
    const html =
      '<h2 id="a">Warp modes</h2><p>Use <strong>Beats</strong> on <a href="/x">drums</a>.</p><ul><li>one</li><li>two</li></ul>'
    expect(seoText(html)).toEqual(seoText(markdown))
    expect(seoText(markdown)).toEqual({
      clauses: [['warp', 'modes'], ['use', 'beats', 'on', 'drums'], ['one'], ['two']],
      words: 8,
      headings: ['Warp modes'],
      longestPart: 6,
      opening: 'Use Beats on drums.',
    })
  })

  it('leaves code and pictures out', () => {
    expect(seoText('Text\n\n```\ncode here\n```\n\n![picture words](/a.png)').words).toBe(1)
  })
})

test('on a German site the words without a topic are those of German', async () => {
  const text = seoText(
    'Über den Klang: für den Bass und für die Gitarre, weil der Klang über den Bass geht. The sound.',
  )
  const terms = findKeywords(text, '', await textLanguage('de')).map(({ term }) => term)
  expect(terms).toEqual(expect.arrayContaining(['klang', 'bass', 'gitarre', 'the']))
  expect(terms).not.toEqual(expect.arrayContaining(['für']))
  expect(terms.filter((term) => /\b(?:über|für|den|und|weil|der|die)\b/u.test(term))).toEqual([])
})
