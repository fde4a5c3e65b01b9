import { expect, test } from 'vitest'
import { contentInput } from '#domain/content-input.ts'
import { changesOfCreated } from '../documents/created-changes.ts'
import { createdItem } from '../editing/created-item.ts'
import { emptyState, emptyValues } from '../editing/creator-state.ts'
import { analyzedValues } from './prepared-values.ts'
import { sampleAnalysis } from './sample-analysis.ts'

const { input } = emptyState('articles')
const article = analyzedValues('articles', sampleAnalysis(), input, emptyValues('articles'))
const news = analyzedValues('news', sampleAnalysis(), input, emptyValues('news'))

test('an article is sent with all of its fields, and the server takes them', () => {
  const sent = createdItem('articles', article, 'published')
  expect(contentInput.articles.parse(sent)).toEqual({
    title: 'Warp modes, compared',
    excerpt: 'What they do.',
    content: 'One.\n\nTwo.\n',
    contentFormat: 'markdown',
    category: 'sound_design',
    metaDescription: 'What warp modes do.',
    readTime: 4,
    featured: false,
    tags: ['warp', 'Audio'],
    slug: 'warp-modes-compared',
    techniqueLevel: 'beginner',
    abletonVersion: 'live_12',
  })
})

test('the slug is sent, whether it follows the title or was written by hand', () => {
  expect(createdItem('articles', article, 'published').slug).toBe('warp-modes-compared')
  expect(createdItem('articles', { ...article, slug: 'mine' }, 'published').slug).toBe('mine')
})

test('a news item is sent with its own fields, and the server takes them', () => {
  const sent = createdItem(
    'news',
    { ...news, imageUrl: '/media/a.png', imageAlt: 'A' },
    'published',
  )
  expect(Object.keys(contentInput.news.parse(sent)).sort()).toEqual([
    'category',
    'content',
    'contentFormat',
    'excerpt',
    'imageAlt',
    'imageUrl',
    'title',
  ])
})

test('a category is sent in the stored spelling, free text of a news item as it is', () => {
  expect(
    createdItem('articles', { ...article, category: 'sound-design' }, 'published').category,
  ).toBe('sound_design')
  expect(createdItem('news', { ...news, category: 'Downloads' }, 'published').category).toBe(
    'Downloads',
  )
})

test('only a draft names a date: none', () => {
  expect(createdItem('news', news, 'published')).not.toHaveProperty('publishedAt')
  expect(createdItem('news', news, 'draft').publishedAt).toBeNull()
})

test('a later save of what waits to be created sends what was changed since', () => {
  const at = new Date('2026-01-02T00:00:00Z')
  const before = {
    title: 'A',
    content: 'T.\n',
    contentFormat: 'markdown',
    imageUrl: '/a.png',
    publishedAt: null,
  }
  expect(changesOfCreated(before, before, at)).toBeNull()
  const now = { title: 'A', content: 'U.\n', contentFormat: 'markdown' }
  expect(changesOfCreated(before, now, at)).toEqual({
    patch: {
      content: 'U.\n',
      contentFormat: 'markdown',
      imageUrl: null,
      publishedAt: at.toISOString(),
    },
    from: { content: 'T.\n', imageUrl: '/a.png', publishedAt: null },
  })
  // The address that the server made of the title stays.
  const made = { title: 'A', slug: 'a' }
  expect(changesOfCreated(made, { title: 'B', slug: 'b' }, at)?.patch).toEqual({ title: 'B' })
  expect(changesOfCreated(made, { title: 'A', slug: 'mine' }, at)?.patch).toEqual({ slug: 'mine' })
  expect(
    changesOfCreated({ title: 'A', slug: 'mine' }, { title: 'A', slug: 'a' }, at)?.patch,
  ).toEqual({ slug: 'a' })
  const german = { title: 'Gemüse', slug: 'gemuese' }
  expect(changesOfCreated({ title: 'A', slug: 'mine' }, german, at)?.patch).toEqual(german)
  const published = { title: 'A', publishedAt: '2026-01-01T00:00:00.000Z' }
  expect(changesOfCreated(published, { title: 'A', publishedAt: at.toISOString() }, at)).toBeNull()
  expect(changesOfCreated(published, { title: 'A', publishedAt: null }, at)?.patch).toEqual({
    publishedAt: null,
  })
  expect(
    changesOfCreated({ title: 'A' }, { title: 'A', publishedAt: at.toISOString() }, at),
  ).toBeNull()
})
