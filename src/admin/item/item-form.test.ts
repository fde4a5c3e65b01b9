import { expect, test } from 'vitest'
import { contentTypes } from '#domain/content.ts'
import { contentInput, contentPatch } from '#domain/content-input.ts'
import { changedFields, createPayload, dialogFields, emptyForm, formOf, updatePayload } from './item-form.ts'
import type { WholeManagedItem } from './managed-item.ts'

const revision = 'a'.repeat(40)
const article: WholeManagedItem = {
  id: 7,
  slug: 'warp',
  title: 'Warp',
  status: 'published',
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
  revision,
}
const now = new Date('2026-03-04T05:06:07Z')

test('creating news or a newsletter has neither tags nor an image', () => {
  for (const type of ['news', 'newsletters'] as const)
    expect(dialogFields.create[type]).not.toEqual(expect.arrayContaining(['tags']))
  expect(dialogFields.create.news).toEqual(['title', 'excerpt', 'content', 'category'])
  expect(dialogFields.create.newsletters).toEqual(['title', 'issueNumber', 'description', 'content'])
})

test('editing an article offers neither level, version, reading time nor featured', () => {
  for (const name of ['techniqueLevel', 'abletonVersion', 'readTime', 'featured'] as const) {
    expect(dialogFields.create.articles).toContain(name)
    expect(dialogFields.edit.articles).not.toContain(name)
  }
})

test('a newsletter has neither category nor tags', () => {
  for (const kind of ['create', 'edit'] as const)
    for (const name of ['category', 'tags', 'excerpt'] as const)
      expect(dialogFields[kind].newsletters).not.toContain(name)
})

test('an empty dialog has the defaults', () => {
  expect(emptyForm('articles')).toMatchObject({
    category: 'workflow',
    techniqueLevel: 'beginner',
    abletonVersion: 'live_11',
    readTime: '5',
    featured: false,
    issueNumber: '',
  })
  expect(emptyForm('news').category).toBe('news')
})

test('a new item is published now, an issue begins as a draft, in Markdown, with its numbers as numbers', () => {
  expect(createPayload('newsletters', emptyForm('newsletters'), now)).not.toHaveProperty('issueNumber')
  expect(createPayload('articles', emptyForm('articles'), now)).toHaveProperty('publishedAt', now.toISOString())
  expect(createPayload('newsletters', { ...emptyForm('newsletters'), title: 'Hi', issueNumber: '12' }, now)).toEqual({
    title: 'Hi',
    issueNumber: 12,
    description: '',
    content: '',
    contentFormat: 'markdown',
    publishedAt: null,
  })
  const made = createPayload('articles', { ...emptyForm('articles'), readTime: '', imageUrl: ' ' }, now)
  expect(made).toMatchObject({ readTime: 1, imageUrl: null, abletonVersion: 'live_11' })
  expect(made).not.toHaveProperty('imageAlt')
  const shown = { ...emptyForm('articles'), imageUrl: '/media/a.png', imageAlt: 'A' }
  expect(createPayload('articles', shown, now)).toMatchObject({ imageUrl: '/media/a.png', imageAlt: 'A' })
})

test('an edit sends the whole item back, with the exact body where it was not touched', () => {
  const form = formOf('articles', article)
  expect(updatePayload('articles', article, { ...form, title: 'Warping' })).toEqual({
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
    revision,
  })
  expect(changedFields(dialogFields.edit.articles, form, { ...form, tags: ['a'], readTime: '4' })).toEqual(['tags'])
})

test('the pieces of a newsletter are not sent', () => {
  const { category: _, tags: __, excerpt: ___, metaDescription: ____, ...rest } = article
  const issue: WholeManagedItem = { ...rest, issueNumber: 3, description: 'D' }
  const payload = updatePayload('newsletters', issue, { ...formOf('newsletters', issue), description: 'New' })
  expect(payload).toMatchObject({ description: 'New' })
  expect(payload).not.toHaveProperty('articles')
})

test.each(contentTypes)('what is sent for %s is what the server takes', (type) => {
  const filled = { ...emptyForm(type), title: 'T', excerpt: 'E', content: 'C' }
  expect(contentInput[type].safeParse(createPayload(type, filled, now)).error).toBeUndefined()
  expect(contentPatch[type].safeParse(updatePayload(type, article, filled)).error).toBeUndefined()
})
