import { expect, test } from 'vitest'
import { contentTypes } from '#domain/content.ts'
import { contentInput, contentPatch } from '#domain/content-input.ts'
import { changedFields, patchOf, valuesOf } from '../documents/draft-values.ts'
import { newValues } from '../editing/dialog-drafts.ts'
import { createPayload, dialogFields } from './dialog-fields.ts'

const article = {
  slug: 'warp',
  title: 'Warp',
  publishedAt: '2026-01-02T00:00:00.000Z',
  imageUrl: null,
  imageAlt: '',
  excerpt: 'E',
  metaDescription: null,
  category: 'hardware',
  tags: ['a', 'b'],
  readTime: 9,
  featured: true,
  techniqueLevel: 'advanced',
  abletonVersion: '11.3',
  markdown: 'Text\r\nmore\r\n',
}
const now = new Date('2026-03-04T05:06:07Z')

test('creating news or a newsletter has neither tags nor an image', () => {
  for (const type of ['news', 'newsletters'] as const)
    expect(dialogFields.create[type]).not.toEqual(expect.arrayContaining(['tags']))
  expect(dialogFields.create.news).toEqual(['title', 'excerpt', 'content', 'category'])
  expect(dialogFields.create.newsletters).toEqual([
    'title',
    'issueNumber',
    'excerpt',
    'content',
    'articles',
  ])
})

test('editing an article offers neither level, version, reading time nor featured', () => {
  for (const name of ['techniqueLevel', 'abletonVersion', 'readTime', 'featured'] as const) {
    expect(dialogFields.create.articles).toContain(name)
    expect(dialogFields.edit.articles).not.toContain(name)
  }
})

test('a newsletter has neither category nor tags', () => {
  for (const kind of ['create', 'edit'] as const)
    for (const name of ['category', 'tags'] as const)
      expect(dialogFields[kind].newsletters).not.toContain(name)
})

test('an empty dialog has the defaults', () => {
  expect(newValues('articles')).toMatchObject({
    category: 'workflow',
    techniqueLevel: 'beginner',
    abletonVersion: 'live_11',
    readTime: 5,
    featured: false,
    issueNumber: 0,
  })
  expect(newValues('news').category).toBe('news')
})

test('a new item is published now, an issue begins as a draft, in Markdown, with its numbers as numbers', () => {
  expect(createPayload('newsletters', newValues('newsletters'), now)).not.toHaveProperty(
    'issueNumber',
  )
  expect(createPayload('articles', newValues('articles'), now)).toHaveProperty(
    'publishedAt',
    now.toISOString(),
  )
  expect(
    createPayload(
      'newsletters',
      { ...newValues('newsletters'), title: 'Hi', issueNumber: 12 },
      now,
    ),
  ).toEqual({
    title: 'Hi',
    issueNumber: 12,
    description: '',
    content: '',
    contentFormat: 'markdown',
    publishedAt: null,
  })
  const made = createPayload(
    'articles',
    { ...newValues('articles'), readTime: 0, imageUrl: ' ' },
    now,
  )
  expect(made).toMatchObject({ readTime: 1, imageUrl: null, abletonVersion: 'live_11' })
  expect(made).not.toHaveProperty('imageAlt')
  const shown = { ...newValues('articles'), imageUrl: '/media/a.png', imageAlt: 'A' }
  expect(createPayload('articles', shown, now)).toMatchObject({
    imageUrl: '/media/a.png',
    imageAlt: 'A',
  })
})

test('an edit sends the whole item back, with the exact body and date where they were not touched', () => {
  const base = valuesOf('articles', article, 'UTC')
  expect(patchOf('articles', base, { ...base, title: 'Warping' }, 'UTC', article)).toEqual({
    title: 'Warping',
    slug: 'warp',
    excerpt: 'E',
    metaDescription: null,
    category: 'hardware',
    tags: ['a', 'b'],
    readTime: 9,
    featured: true,
    imageUrl: null,
    publishedAt: '2026-01-02T00:00:00.000Z',
    content: 'Text\r\nmore\r\n',
    contentFormat: 'markdown',
  })
  expect(changedFields('articles', base, { ...base, tags: ['a'] })).toEqual(['tags'])
})

test('the pieces of a newsletter are not sent', () => {
  const base = valuesOf('newsletters', { ...article, issueNumber: 3, description: 'D' }, 'UTC')
  const patch = patchOf('newsletters', base, { ...base, excerpt: 'New' }, 'UTC')
  expect(patch).toMatchObject({ description: 'New' })
  expect(patch).not.toHaveProperty('articles')
})

test.each(contentTypes)('what is sent for %s is what the server takes', (type) => {
  const filled = { ...newValues(type), title: 'T', excerpt: 'E', content: 'C' }
  expect(contentInput[type].safeParse(createPayload(type, filled, now)).error).toBeUndefined()
  const base = valuesOf(type, article, 'UTC')
  expect(contentPatch[type].safeParse(patchOf(type, base, filled, 'UTC')).error).toBeUndefined()
})
