import { describe, expect, it } from 'vitest'
import { patchOf, valuesOf } from './draft-values.ts'
import { sampleValues } from './sample-values.ts'

describe('valuesOf', () => {
  it('shows an item as the fields have it, the date by the clock of the site', () => {
    const item = {
      title: 'T',
      publishedAt: '2026-06-30T22:00:00.000Z',
      metaDescription: null,
      imageUrl: null,
      markdown: 'M',
    }
    expect(valuesOf('articles', item, 'Europe/Berlin')).toMatchObject({
      title: 'T',
      publishedAt: '2026-07-01T00:00',
      metaDescription: '',
      imageUrl: '',
      content: 'M',
      readTime: 5,
      tags: [],
    })
  })

  it('takes the description of a newsletter for its excerpt, and what was written of its articles', () => {
    const item = {
      description: 'D',
      excerpt: 'not this',
      articles: [
        { title: 'A', excerpt: '', content: '<p>B</p>', markdown: 'B' },
        { title: 'C', content: 'raw' },
      ],
    }
    const values = valuesOf('newsletters', item, 'UTC')
    expect(values.excerpt).toBe('D')
    expect(values.articles).toEqual([
      { title: 'A', excerpt: '', content: 'B' },
      { title: 'C', excerpt: '', content: 'raw' },
    ])
  })
})

describe('patchOf', () => {
  const patch = (
    changes: Parameters<typeof sampleValues>[0],
    type: 'articles' | 'news' | 'newsletters' = 'articles',
  ) => patchOf(type, sampleValues(), sampleValues(changes), 'Europe/Berlin')
  const whole = (type: 'articles' | 'newsletters') =>
    Object.fromEntries(
      Object.entries(patch({ title: 'Other' }, type) ?? {}).map(([name, value]) => [
        name,
        name === 'title' ? sampleValues().title : value,
      ]),
    )

  it.each([
    [{}, null],
    [{ title: 'New' }, { title: 'New' }],
    [
      { tags: ['a'], readTime: 9 },
      { tags: ['a'], readTime: 9 },
    ],
    [{ content: 'New' }, { content: 'New', contentFormat: 'markdown' }],
    [{ publishedAt: '2026-07-01T12:00' }, { publishedAt: '2026-07-01T10:00:00.000Z' }],
    [{ publishedAt: '' }, { publishedAt: null }],
    [{ metaDescription: 'M' }, { metaDescription: 'M' }],
    [
      { imageUrl: '/media/a.png', imageAlt: 'A' },
      { imageUrl: '/media/a.png', imageAlt: 'A' },
    ],
    [{ abletonVersion: 'live_12' }, { abletonVersion: 'live_12' }],
  ])('sends the whole article with what was changed: %j', (changes, expected) => {
    expect(patch(changes)).toEqual(expected && { ...whole('articles'), ...expected })
  })

  it('names every field of the specification, and others only when they were changed', () => {
    expect(
      Object.keys(patch({ title: 'New' }) ?? {})
        .sort()
        .join(' '),
    ).toBe(
      'category content contentFormat excerpt featured imageUrl metaDescription publishedAt readTime slug tags title',
    )
  })

  it('sends an untouched date to the millisecond', () => {
    const base = sampleValues({ publishedAt: '2026-07-01T12:00' })
    const exact = { publishedAt: '2026-07-01T10:00:34.567Z' }
    const sent = (values: typeof base) =>
      patchOf('articles', base, values, 'Europe/Berlin', exact)?.publishedAt
    expect(sent({ ...base, title: 'New' })).toBe(exact.publishedAt)
    expect(sent({ ...base, publishedAt: '2026-07-01T12:01' })).toBe('2026-07-01T10:01:00.000Z')
  })

  it('does not publish a draft whose mark is taken away before it has a date', () => {
    const base = sampleValues({ draft: true, publishedAt: '' })
    expect(patchOf('articles', base, { ...base, draft: false }, 'UTC')).toMatchObject({
      draft: false,
      publishedAt: null,
    })
  })

  it('says none for what was emptied', () => {
    const base = sampleValues({
      metaDescription: 'M',
      imageUrl: '/a.png',
      abletonVersion: 'live_9',
    })
    const emptied = { ...base, metaDescription: '', imageUrl: '', abletonVersion: '' }
    expect(patchOf('articles', base, emptied, 'UTC')).toMatchObject({
      metaDescription: null,
      imageUrl: null,
      abletonVersion: null,
    })
  })

  it('leaves out what a type does not have', () => {
    expect(patch({ readTime: 9, featured: true, issueNumber: 7 }, 'news')).toBeNull()
    expect(patch({ category: 'x', tags: [], metaDescription: 'x' }, 'newsletters')).toBeNull()
    expect(patch({ issueNumber: 7 })).toBeNull()
  })

  it('sends the excerpt of a newsletter as its description, and its articles as Markdown', () => {
    const articles = [{ title: 'A', excerpt: '', content: 'B' }]
    expect(patch({ excerpt: 'D', articles, issueNumber: 7 }, 'newsletters')).toEqual({
      ...whole('newsletters'),
      description: 'D',
      articles,
      issueNumber: 7,
      contentFormat: 'markdown',
    })
  })
})
