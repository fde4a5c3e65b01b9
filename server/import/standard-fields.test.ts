import { expect, test } from 'vitest'
import { standardFields } from './standard-fields.ts'

test.each([
  [{ publish: 'false' }, ["'publish' keeps the text back; it comes in as a draft"]],
  [{ visibility: 'private' }, ["'visibility' keeps the text back; it comes in as a draft"]],
  [{ expiryDate: '2001-01-01' }, ["'expiryDate' keeps the text back; it comes in as a draft"]],
  [{ published: '2024-03-01' }, []],
])('%j is kept back, with %j', (data, faults) => {
  const { draft, ...read } = standardFields({ title: 'A', date: '2024-01-01', ...data }, 'UTC')
  expect([read.faults, draft]).toEqual([faults, faults.length > 0])
})

test.each([
  [{ publish_date: '2099-01-01' }, '2099-01-01'],
  [{ publishDate: '2020-01-01' }, '2024-01-01'],
  [{ 'publish-after': '1 May 2099' }, '2099-05-01'],
])('a text of 2024 with %j appears on %s', (data, date) => {
  const { publishedAt, faults } = standardFields({ ...data, date: '2024-01-01' }, 'UTC')
  expect(publishedAt?.slice(0, 10)).toBe(date)
  expect(faults).toHaveLength(date === '2024-01-01' ? 0 : 1)
})
