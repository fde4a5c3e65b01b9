import { expect, test } from 'vitest'
import { frontmatterOf } from './item/frontmatter.ts'

const {
  articles: articleFrontmatter,
  news: newsFrontmatter,
  newsletters: newsletterFrontmatter,
} = frontmatterOf

const article = { title: 'T', excerpt: 'E', category: 'mixing' }
const messages = (result: ReturnType<typeof articleFrontmatter.safeParse>) =>
  result.error?.issues.map((issue) => [issue.path.join('.'), issue.message])

test('an article needs a title, an excerpt and a category, and gets the defaults of the specification', () => {
  expect(articleFrontmatter.parse(article)).toEqual({
    ...article,
    tags: [],
    readTime: 5,
    featured: false,
    techniqueLevel: 'beginner',
    draft: false,
    imageUrl: null,
    series: null,
    aliases: [],
    author: [],
  })
  expect(messages(articleFrontmatter.safeParse({}))).toEqual([
    ['title', 'Title is required'],
    ['excerpt', 'Excerpt is required'],
    ['category', 'Category is required'],
  ])
})

test.each([
  ['title', '  '],
  ['category', 'dancing'],
  ['readTime', 0],
  ['readTime', 2.5],
  ['readTime', '5'],
  ['techniqueLevel', 'expert'],
  ['abletonVersion', '13.0'],
  ['tags', 'one'],
  ['tags', ['']],
  ['featured', 'yes'],
  ['id', 0],
  ['id', 1.5],
  ['imageUrl', 'javascript:alert(1)'],
  ['imageUrl', '//evil.example/x.png'],
  ['imageUrl', 'media/x.png'],
  ['aliases', ['old']],
  ['aliases', ['//evil.example']],
  ['metaDescription', 'x'.repeat(321)],
  ['publishedAt', '2026-11-21'],
])('an article with %s %j is refused at that field', (field, value) => {
  const result = articleFrontmatter.safeParse({ ...article, [field]: value })
  expect(result.error?.issues[0]?.path[0]).toBe(field)
})

test('categories are stored with underscores whichever way they are written', () => {
  expect(articleFrontmatter.parse({ ...article, category: 'sound-design' }).category).toBe(
    'sound_design',
  )
})

test('an empty picture address means no picture', () => {
  expect(articleFrontmatter.parse({ ...article, imageUrl: '' }).imageUrl).toBeNull()
})

test('a news category is free text and news by default', () => {
  expect(newsFrontmatter.parse({ title: 'T', excerpt: 'E' }).category).toBe('news')
  expect(newsFrontmatter.parse({ title: 'T', excerpt: 'E', category: 'Live 12' }).category).toBe(
    'Live 12',
  )
})

test('a newsletter needs a title only', () => {
  expect(newsletterFrontmatter.parse({ title: 'T' })).toMatchObject({
    issueNumber: 1,
    description: '',
    articles: [],
  })
  expect(newsletterFrontmatter.safeParse({ title: 'T', issueNumber: 0 }).success).toBe(false)
  expect(
    newsletterFrontmatter.safeParse({ title: 'T', articles: [{ excerpt: 'x' }] }).success,
  ).toBe(false)
})
