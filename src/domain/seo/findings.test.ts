import { describe, expect, it } from 'vitest'
import { analyzeSeo } from './analyze-seo.ts'
import type { SeoItem } from './finding.ts'

const whats = (item: Partial<SeoItem>) =>
  analyzeSeo({ title: 'Title', content: 'Reverb', excerpt: '', ...item }).findings.map(
    ({ level, what }) => `${level}: ${what}`,
  )

const sentence =
  'Reverb tails smear a busy mix, so shorten them before anything else happens there. '

describe('the findings', () => {
  it('say of each what was found, why it matters and what to do', () => {
    const { findings } = analyzeSeo({
      title: 'Delay',
      content: sentence,
      excerpt: 'x',
      metaDescription: '',
      primaryKeyword: 'delay',
    })
    for (const { what, why, todo } of findings)
      for (const text of [what, why, todo]) expect(text).toMatch(/^[\p{L}\d].*\.$/u)
    expect(findings.map(({ level }) => level)).toEqual(
      [...findings.map(({ level }) => level)].sort().reverse(),
    )
  })

  it.each([
    [1, 'problem: The text has 1 word.'],
    [149, 'problem: The text has 149 words.'],
    [150, 'improve: The text has 150 words.'],
    [299, 'improve: The text has 299 words.'],
    [300, 'good: The text has 300 words.'],
  ])('judge a length of %i words', (words, expected) => {
    expect(whats({ content: 'the '.repeat(words) })).toContain(expected)
  })

  it('miss the subject in the title, and see it there', () => {
    expect(whats({ title: 'Echo', content: sentence })).toContain(
      'problem: No word of the title is a keyword of the text.',
    )
    expect(whats({ title: 'Reverb tails', content: sentence }).join()).toMatch(
      /good: The title shares keywords with the text: “reverb”/,
    )
    expect(whats({ title: '', content: sentence }).join()).not.toMatch(/title/)
  })

  it('warn of a title that is cut', () => {
    expect(whats({ title: 'x'.repeat(60) }).join()).not.toContain('characters')
    expect(whats({ title: 'x'.repeat(61) })).toContain('improve: The title has 61 characters.')
  })

  it('name keywords that stand too often', () => {
    expect(whats({ content: 'reverb reverb' }).join()).toContain(
      'A keyword makes up more than 2.5% of the words: “reverb”.',
    )
    expect(whats({ content: 'reverb, delay' }).join()).toContain(
      '2 keywords make up more than 2.5% of the words: “reverb”, “delay”.',
    )
  })

  it.each([
    ['', 'improve: There is no meta description.'],
    ['x'.repeat(69), 'improve: The meta description has 69 characters.'],
    ['x'.repeat(70), 'good: The meta description has 70 characters.'],
    ['x'.repeat(160), 'good: The meta description has 160 characters.'],
    ['x'.repeat(161), 'improve: The meta description has 161 characters.'],
  ])('judge the meta description %#', (metaDescription, expected) => {
    expect(whats({ metaDescription })).toContain(expected)
  })

  it('know that an excerpt stands in for the meta description, and that some types have none', () => {
    expect(whats({ metaDescription: '', excerpt: 'Short.' })).toContain(
      'improve: The excerpt stands in for the meta description.',
    )
    expect(whats({}).join()).not.toContain('meta description')
  })

  it('want headings in a text that is long', () => {
    const long = sentence.repeat(20)
    expect(whats({ content: long })).toContain('improve: The text has no headings.')
    expect(whats({ content: `## Tails\n\n${long}` })).toContain('good: The text has 1 heading.')
    expect(whats({ content: sentence }).join()).not.toContain('heading')
  })

  it('miss headings in a long text, and in a long part of one', () => {
    const words = (count: number) => 'tail '.repeat(count)
    expect(whats({ content: words(599) })).toContain('improve: The text has no headings.')
    expect(whats({ content: words(600) })).toContain('problem: The text has no headings.')
    expect(whats({ content: `## One\n\n${words(600)}` })).toContain(
      'improve: A part of 600 words has no heading.',
    )
    expect(whats({ content: `## One\n\n${words(400)}\n\n## Two\n\n${words(400)}` })).toContain(
      'good: The text has 2 headings.',
    )
  })

  it.each([
    ['[Echo](/article/echo)', true],
    ['[Echo](https://example.org/article/echo)', true],
    ['<a class="x" href="/news/1">News</a>', true],
    ['[Echo][1]\n\n[1]: /article/echo', true],
    ['[Echo](https://elsewhere.example/article/echo) [file](//elsewhere.example)', false],
    ['![Tail](/media/a.png) <img src="/media/b.png" alt="b">', false],
  ])('know whether %s leads to this site', (link, leads) => {
    const found = whats({
      content: `${sentence.repeat(25)}\n\n${link}`,
      origin: 'https://example.org',
    })
    expect(found.includes('good: The text links to this site.')).toBe(leads)
    expect(found.includes('improve: The text has no link to another page of this site.')).toBe(
      !leads,
    )
  })

  it('ask for no link in a short text', () => {
    expect(whats({ content: sentence }).join()).not.toContain('link')
  })

  it('find a first paragraph that is too long to begin with', () => {
    expect(whats({ content: `${'tail '.repeat(101)}\n\nShort.` })).toContain(
      'improve: The first paragraph has 101 words.',
    )
    expect(whats({ content: `Short.\n\n${'tail '.repeat(101)}` }).join()).not.toContain(
      'first paragraph',
    )
  })

  it('show how results cut a title', () => {
    const { findings } = analyzeSeo({
      title: `${'Reverb '.repeat(8)}and a very long tail`,
      content: sentence,
    })
    expect(findings.find(({ what }) => what.startsWith('The title has'))?.why).toContain(
      '“Reverb Reverb Reverb Reverb Reverb Reverb Reverb Reverb and …”',
    )
  })

  it('find pictures without alt text in Markdown and HTML', () => {
    expect(whats({ content: '![](/a.png) ![tail](/b.png)' })).toContain(
      'problem: A picture has no alt text.',
    )
    expect(
      whats({ content: '<img src="/a.png"> <img src="/b.png" alt=""> <img alt="x" src="/c.png">' }),
    ).toContain('problem: 2 pictures have no alt text.')
  })

  it('look for the primary keyword where it counts, as whole words', () => {
    const item = {
      title: 'Reverbs',
      excerpt: 'About rooms.',
      metaDescription: '',
      slug: 'long-tails',
      content: sentence,
      primaryKeyword: 'Reverb',
    }
    expect(whats(item).filter((what) => what.includes('“reverb” is'))).toEqual([
      'problem: The primary keyword “reverb” is not in the title.',
      'improve: The primary keyword “reverb” is not in the meta description.',
      'improve: The primary keyword “reverb” is not in the address.',
    ])
    const good = { ...item, title: 'Reverb: tails', excerpt: 'A reverb.', slug: 'reverb-tails' }
    expect(whats(good)).toContain('good: The primary keyword “reverb” stands where it counts.')
    expect(whats({ ...item, primaryKeyword: 'delay' })).toContain(
      'problem: The text does not use the primary keyword “delay”.',
    )
  })
})
