import { expect, test } from 'vitest'
import { countsAsPublished, publicationOf, publishedState } from './publication.ts'

const now = new Date('2026-05-01T12:00:00Z')
const at = { now, timeZone: 'Europe/Berlin', pending: 'when you save' } as const
const items = {
  draft: { status: 'draft', publishedAt: null },
  marked: { status: 'draft', publishedAt: '2026-01-01T00:00:00Z' },
  scheduled: { status: 'scheduled', publishedAt: '2026-06-01T00:00:00Z' },
  published: { status: 'published', publishedAt: '2026-01-01T00:00:00Z' },
} as const

test.each([
  ['draft', '', false, 'Visitors don’t see it. Set a date to publish or schedule it.'],
  [
    'marked',
    '2026-01-01T01:00',
    true,
    'It is marked as a draft, so visitors don’t see it, whatever the date.',
  ],
  [
    'scheduled',
    '2026-06-01T02:00',
    false,
    'It appears by itself on June 1, 2026, 2:00 AM (Europe/Berlin).',
  ],
  [
    'published',
    '2026-01-01T01:00',
    false,
    'On the site since January 1, 2026, 1:00 AM (Europe/Berlin). Empty the date to make it a draft again.',
  ],
] as const)(
  'a %s item whose form is unchanged is what the server says',
  (name, publishedAt, draft, text) => {
    const item = items[name]
    expect(publicationOf({ publishedAt, draft }, { ...at, item })).toEqual({
      kind: item.status,
      next: null,
      text,
    })
  },
)

test.each([
  [
    'draft',
    '2026-05-01T14:00',
    'published',
    'Will be published when you save, with the date May 1, 2026, 2:00 PM (Europe/Berlin).',
  ],
  [
    'marked',
    '2026-05-01T14:00',
    'published',
    'Will be published when you save, with the date May 1, 2026, 2:00 PM (Europe/Berlin).',
  ],
  [
    'scheduled',
    '2026-05-01T14:00',
    'published',
    'Will be published when you save, with the date May 1, 2026, 2:00 PM (Europe/Berlin).',
  ],
  [
    'draft',
    '2026-06-01T00:00',
    'scheduled',
    'Will be scheduled when you save. It appears by itself on June 1, 2026, 12:00 AM (Europe/Berlin).',
  ],
  [
    'published',
    '2026-06-01T00:00',
    'scheduled',
    'Will be taken off the site when you save. It appears by itself on June 1, 2026, 12:00 AM (Europe/Berlin).',
  ],
  ['published', '', 'draft', 'Will be taken off the site when you save.'],
  ['scheduled', '', 'draft', 'Will be a draft again when you save.'],
  [
    'published',
    '2026-05-01T14:00',
    null,
    'On the site since January 1, 2026, 1:00 AM (Europe/Berlin). Will have the date May 1, 2026, 2:00 PM (Europe/Berlin) when you save.',
  ],
] as const)(
  'a %s item with %j in its form keeps its state until it is saved',
  (name, publishedAt, next, text) => {
    const item = items[name]
    expect(publicationOf({ publishedAt, draft: false }, { ...at, item })).toEqual({
      kind: item.status,
      next,
      text,
    })
  },
)

test('a change that waits in the queue is said to come when it is sent', () => {
  const values = { publishedAt: '2026-05-01T14:00', draft: false }
  const { text } = publicationOf(values, { ...at, item: items.draft, pending: 'when it is sent' })
  expect(text).toMatch(/^Will be published when it is sent, /)
})

test('a scheduled item is published once its time has come', () => {
  expect(publishedState(items.scheduled, now)).toBe('scheduled')
  expect(publishedState(items.scheduled, new Date('2026-06-01T00:00:00Z'))).toBe('published')
})

test('an item with a date counts as published, unless it is marked as a draft', () => {
  expect(countsAsPublished({ publishedAt: '2099-01-01T00:00', draft: false })).toBe(true)
  expect(countsAsPublished({ publishedAt: '2020-01-01T00:00', draft: true })).toBe(false)
  expect(countsAsPublished({ publishedAt: '', draft: false })).toBe(false)
})
