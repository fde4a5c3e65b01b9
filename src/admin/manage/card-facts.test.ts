import { expect, test } from 'vitest'
import { typeName } from '../documents/field-words.ts'
import { cardFacts } from './item-card.tsx'
import type { ManagedItem } from './item-queries.ts'

const item: ManagedItem = {
  id: 7,
  slug: 'warp',
  title: 'Warp',
  status: 'published',
  publishedAt: '2026-01-02T23:30:00.000Z',
  imageUrl: null,
  imageAlt: '',
  excerpt: 'E',
  category: 'midi_effects',
  tags: ['a', 'b', 'c', 'd', 'e'],
  revision: 'a'.repeat(40),
}

test('an article shows its category, the day on the site, its excerpt and three tags', () => {
  expect(cardFacts(item, 'UTC')).toEqual({
    category: { label: 'MIDI Effects', name: 'midi_effects' },
    issue: null,
    date: 'January 2, 2026',
    status: null,
    text: 'E',
    tags: ['a', 'b', 'c'],
    moreTags: '+2 more',
  })
  expect(cardFacts(item, 'Asia/Tokyo').date).toBe('January 3, 2026')
})

test('a newsletter shows its number and description, and news its own category', () => {
  const { excerpt: _, category: __, tags: ___, ...issue } = item
  expect(cardFacts({ ...issue, issueNumber: 12, description: 'D' }, 'UTC')).toMatchObject({
    category: null,
    issue: 'Issue #12',
    text: 'D',
    tags: [],
    moreTags: null,
  })
  expect(cardFacts({ ...item, category: 'releases' }, 'UTC').category).toEqual({
    label: 'releases',
    name: null,
  })
})

test.each([
  ['draft', null, 'Draft', null],
  ['draft', '2026-01-02T00:00:00.000Z', 'Draft', 'January 2, 2026'],
  ['scheduled', '2036-05-06T00:00:00.000Z', 'Scheduled', 'May 6, 2036'],
] as const)('an item that is %s on %s says so', (status, publishedAt, word, date) => {
  expect(cardFacts({ ...item, status, publishedAt }, 'UTC')).toMatchObject({ status: word, date })
})

test('an item without a description says so', () => {
  expect(cardFacts({ ...item, excerpt: undefined, description: ' ' }, 'UTC').text).toBe(
    'No description available',
  )
})

test('one item is named in the singular', () => {
  expect([typeName('articles'), typeName('news'), typeName('newsletters')]).toEqual([
    'article',
    'news',
    'newsletter',
  ])
})
