import { expect, test } from 'vitest'
import {
  firstChoice,
  nextIssueDate,
  pieceOf,
  presents,
  previewTextOf,
  publishedSince,
  subjectOf,
} from './issue-skeleton.ts'

const item = (number: number) => ({
  title: `Title ${number}`,
  excerpt: 'E',
  address: `/article/a-${number}`,
  publishedAt: `2026-01-${String(number).padStart(2, '0')}T08:00:00.000Z`,
})
const items = Array.from({ length: 20 }, (_, index) => item(20 - index))

test('what was published since the last issue comes oldest first', () => {
  expect(publishedSince(items, item(17).publishedAt).map(({ title }) => title)).toEqual([
    'Title 18',
    'Title 19',
    'Title 20',
  ])
})

test('a new issue begins with the newest twelve at most, the first one of a site with five', () => {
  expect(firstChoice(publishedSince(items, item(1).publishedAt), item(1).publishedAt)).toHaveLength(
    12,
  )
  expect(firstChoice(publishedSince(items, null), null).map(({ title }) => title)).toEqual(
    [16, 17, 18, 19, 20].map((number) => `Title ${number}`),
  )
})

test('an article of an issue has title, excerpt and link of its item, whatever signs are in the title', () => {
  const odd = { ...item(1), title: 'A [new] *way*' }
  expect(pieceOf(odd)).toEqual({
    title: 'A [new] *way*',
    excerpt: 'E',
    content: '[Read “A \\[new\\] \\*way\\*”](/article/a-1)',
  })
  expect([presents(pieceOf(odd), odd), presents(pieceOf(item(10)), item(1))]).toEqual([true, false])
})

test('subject and preview text name what is in the issue', () => {
  expect([subjectOf([]), subjectOf(['One']), subjectOf(['One', 'Two', 'Three'])]).toEqual([
    '',
    'One',
    'One, and 2 more',
  ])
  expect(previewTextOf(['One'])).toBe('In this issue: One')
  expect(previewTextOf(['One', 'Two', 'Three'])).toBe('In this issue: One, Two and Three')
  const long = previewTextOf(Array.from({ length: 9 }, () => 'A title of some thirty characters'))
  expect(long).toMatch(/^In this issue: A title.* and 6 more$/)
  expect(long.length).toBeLessThanOrEqual(140)
})

test('the next date follows the rhythm of the last issues and is never past', () => {
  const now = new Date('2026-02-10T12:00:00Z')
  expect(nextIssueDate([], now)).toBe(null)
  expect(nextIssueDate(['2026-02-05T08:00:00Z'], now)?.toISOString()).toBe(
    '2026-02-12T08:00:00.000Z',
  )
  const fortnightly = ['2026-01-01T08:00:00Z', '2026-01-15T08:00:00Z', '2025-12-18T08:00:00Z']
  expect(nextIssueDate(fortnightly, now)?.toISOString()).toBe('2026-02-12T08:00:00.000Z')
})
