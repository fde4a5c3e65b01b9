import { describe, expect, it } from 'vitest'
import { keywordAfterTags, withPrimaryKeyword } from '../documents/draft-values.ts'
import { sampleValues } from '../documents/sample-values.ts'
import { draftRules } from './draft-rules.ts'
import { slugAfterTitle, typeTitle } from './title-and-slug.ts'

describe('draftRules', () => {
  const complaints = (
    type: 'articles' | 'news' | 'newsletters',
    changes: object,
    base = sampleValues(),
  ) => {
    const result = draftRules(type, base).safeParse({ ...base, ...changes })
    return result.success
      ? []
      : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  }

  it.each([
    ['title', '', 'title: Title is required'],
    ['title', '  ', 'title: Title is required'],
    ['slug', '', 'slug: Slug is required'],
    ['slug', 'No Slug', 'slug: A slug has lowercase letters, digits, hyphens and underscores only'],
    [
      'slug',
      'x'.repeat(121),
      'slug: A slug has at most 120 characters, and at most 200 bytes of UTF-8',
    ],
    ['excerpt', '', 'excerpt: Excerpt is required'],
    ['content', ' \n', 'content: Content is required'],
    ['category', '', 'category: Category is required'],
    ['readTime', 0, 'readTime: Reading time is at least 1 minute'],
    [
      'metaDescription',
      'x'.repeat(161),
      'metaDescription: The meta description has at most 160 characters',
    ],
  ])('refuse an article whose %s is %j', (field, value, complaint) => {
    expect(complaints('articles', { [field]: value })).toEqual([complaint])
  })

  it('let an article pass', () => {
    expect(
      complaints('articles', { metaDescription: 'x'.repeat(160), publishedAt: '', slug: 'new' }),
    ).toEqual([])
  })

  it('let a long meta description pass that nobody touched', () => {
    const base = sampleValues({ metaDescription: 'x'.repeat(200) })
    expect(complaints('articles', { title: 'New' }, base)).toEqual([])
    expect(complaints('articles', { metaDescription: 'x'.repeat(199) }, base)).toHaveLength(1)
  })

  it('let what is missing in the file already stay so, which a new item may not', () => {
    const missing = { excerpt: '', content: '', category: '' }
    expect(complaints('articles', { title: 'New' }, sampleValues(missing))).toEqual([])
    expect(
      complaints('articles', { title: 'New' }, sampleValues({ ...missing, title: '' })),
    ).toHaveLength(3)
  })

  it('ask only for the titles of a newsletter', () => {
    const draft = { publishedAt: '' }
    expect(
      complaints('newsletters', { ...draft, slug: '', excerpt: '', content: '', category: '' }),
    ).toEqual([])
    const articles = [
      { title: 'A', excerpt: '', content: '' },
      { title: '', excerpt: '', content: '' },
    ]
    expect(complaints('newsletters', { title: '', articles })).toEqual([
      'title: Title is required',
      'articles.1.title: Title is required',
    ])
  })

  it('keep an issue without any text from being published', () => {
    const why = 'content: This issue has no text yet. Write it before it is published or sent.'
    const published = { publishedAt: '2026-01-02T00:00', content: ' \n' }
    expect(complaints('newsletters', published)).toEqual([why])
    expect(complaints('newsletters', { ...published, title: '' })).toEqual([
      'title: Title is required',
      why,
    ])
    expect(complaints('newsletters', { ...published, draft: true })).toEqual([])
    const piece = { title: 'A', excerpt: '', content: 'Text' }
    expect(complaints('newsletters', { ...published, articles: [piece] })).toEqual([])
  })

  it('let the slug of a news item be empty, since it names only the file', () => {
    expect(complaints('news', { slug: '' })).toEqual([])
    expect(complaints('news', { category: '', excerpt: '', content: '' })).toHaveLength(3)
  })
})

describe('slugAfterTitle', () => {
  it.each([
    // slug, title before, title now, slug now
    ['', '', 'Warp Modes', 'warp-modes'],
    ['', 'Warp', 'Warp Modes', 'warp-modes'],
    ['warp', 'Warp', 'Warp Modes', 'warp-modes'],
    ['my-own', 'Warp', 'Warp Modes', 'my-own'],
    ['warp', 'Warp', '', ''],
    ['uber', 'Über', 'Übermut', 'ubermut'],
  ])('%j under %j becomes under %j %j', (slug, before, title, expected) => {
    expect(slugAfterTitle(slug, before, title)).toBe(expected)
  })
})

it.each([
  ['articles', 'Edit Article'],
  ['news', 'Edit News'],
  ['newsletters', 'Edit Newsletter'],
  ['podcasts', 'Edit podcast'],
  [null, 'Edit Content'],
  ['', 'Edit Content'],
])('the title for %j is %s', (type, title) => {
  expect(typeTitle(type)).toBe(title)
})

describe('the primary keyword', () => {
  it.each([
    [['a'], 'warp', ['warp', 'a']],
    [['a', 'Warp'], 'warp', ['a', 'Warp']],
    [['a'], '', ['a']],
  ])('in tags %j: %j', (tags, keyword, expected) => {
    expect(withPrimaryKeyword(tags, keyword)).toEqual(expected)
  })

  it('goes with its tag', () => {
    expect(keywordAfterTags(['Warp'], 'warp')).toBe('warp')
    expect(keywordAfterTags(['a'], 'warp')).toBe('')
    expect(keywordAfterTags([], '')).toBe('')
  })
})
