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

test('a text with a date before which it is not public appears on that date', () => {
  const at = (data: Record<string, string>) => standardFields(data, 'UTC').publishedAt?.slice(0, 10)
  expect(at({ date: '2024-01-01', publishDate: '2099-01-01' })).toBe('2099-01-01')
  expect(at({ publish_date: '2099-01-01', date: '2024-01-01' })).toBe('2099-01-01')
  expect(at({ date: '2024-01-01', publishDate: '2020-01-01' })).toBe('2024-01-01')
  expect(at({ date: '2024-01-01', 'publish-after': '1 May 2099' })).toBe('2099-05-01')
})
