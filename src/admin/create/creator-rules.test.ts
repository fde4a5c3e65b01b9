import { expect, test } from 'vitest'
import { emptyValues } from '../editing/creator-state.ts'
import { creatorRules, draftOfCreatorRules } from './creator-rules.ts'

const problems = (rules: ReturnType<typeof creatorRules>, values: object) =>
  (rules.safeParse(values).error?.issues ?? []).map(({ message }) => message)

const article = {
  ...emptyValues('articles'),
  title: 'T',
  slug: 't',
  excerpt: 'E',
  content: 'C',
  tags: ['one', 'two'],
}

test('an empty article says what is missing', () => {
  const empty = { ...emptyValues('articles'), category: '' }
  expect(problems(creatorRules('articles', empty), empty)).toEqual([
    'Title is required',
    'Slug is required',
    'Excerpt is required',
    'Content is required',
    'Category is required',
    'At least 2 tags are recommended for better article discovery',
  ])
})

test('an article needs two tags, a draft of one does not', () => {
  const few = { ...article, tags: ['one'] }
  expect(problems(creatorRules('articles', article), article)).toEqual([])
  expect(problems(creatorRules('articles', article), few)).toEqual([
    'At least 2 tags are recommended for better article discovery',
  ])
  expect(problems(draftOfCreatorRules('articles', article), few)).toEqual([])
})

test('an article needs an excerpt, a draft of one does not', () => {
  const plain = { ...article, excerpt: '' }
  expect(problems(creatorRules('articles', article), plain)).toEqual(['Excerpt is required'])
  expect(problems(draftOfCreatorRules('articles', article), plain)).toEqual([])
})

test('a news item needs neither slug nor tags', () => {
  const news = { ...emptyValues('news'), title: 'T', excerpt: 'E', content: 'C' }
  expect(problems(creatorRules('news', news), news)).toEqual([])
})

test('a meta description over 160 characters is taken, over 320 it is not', () => {
  const long = (length: number) => ({ ...article, metaDescription: 'x'.repeat(length) })
  expect(problems(creatorRules('articles', article), long(200))).toEqual([])
  expect(problems(creatorRules('articles', article), long(321))).toEqual([
    'The meta description has at most 320 characters',
  ])
})
