import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Listed } from '#domain/list-order.ts'
import { listQuery } from '#domain/list-query.ts'
import { randomText } from '../../../tests/random-text.ts'
import { listPage } from './list-query.ts'

/** A page as a request with this query gets it. */
const pageOf = <Item extends Listed>(items: ReadonlyArray<Item>, query: unknown, language = 'en') =>
  listPage(items, listQuery.parse(query), language)

const item = (id: number, title: string, publishedAt: string | null) => ({
  id,
  title,
  publishedAt,
  excerpt: '',
})
const items = fc.uniqueArray(
  fc
    .tuple(
      fc.integer({ min: 1, max: 50 }),
      fc.oneof(fc.constantFrom('a', 'B', 'ä', 'z'), randomText({ maxLength: 400 })),
      fc.option(fc.constantFrom('2026-01-01', '2026-02-01')),
    )
    .map(([id, title, date]) => item(id, title, date)),
  { selector: ({ id }) => id, maxLength: 30 },
)
const sorts = fc.constantFrom('newest', 'oldest', 'title', 'title-desc')

test('the pages of any list join to the whole list, whatever its titles', () => {
  fc.assert(
    fc.property(items, sorts, fc.integer({ min: 1, max: 7 }), (list, sort, limit) => {
      const whole = pageOf(list, { sort }).items
      const joined: typeof list = []
      let query: Record<string, string> | null = { sort, limit: String(limit) }
      while (query) {
        const page: ReturnType<typeof pageOf<(typeof list)[number]>> = pageOf(list, query)
        joined.push(...page.items)
        query = page.next === null ? null : Object.fromEntries(new URLSearchParams(page.next))
      }
      expect(joined).toEqual(whole)
    }),
    { numRuns: 200 },
  )
})

test('what goes between two pages neither repeats nor hides another item', () => {
  const list = [1, 2, 3, 4, 5].map((id) => item(id, `Title ${id}`, `2026-01-0${id}`))
  const first = pageOf(list, { limit: '2' })
  expect(first.items.map(({ id }) => id)).toEqual([5, 4])
  const changed = [...list.filter(({ id }) => id !== 4), item(9, 'New', '2026-09-09')]
  const second = pageOf(changed, Object.fromEntries(new URLSearchParams(first.next ?? '')))
  expect(second.items.map(({ id }) => id)).toEqual([3, 2])
})

test('a draft without a date stands before all that is dated, and last from the oldest on', () => {
  const list = [item(1, 'Old', '2026-01-01'), item(2, 'Draft', null), item(3, 'New', '2026-02-01')]
  expect(pageOf(list, {}).items.map(({ id }) => id)).toEqual([2, 3, 1])
  expect(pageOf(list, { sort: 'oldest' }).items.map(({ id }) => id)).toEqual([1, 3, 2])
})

test('the total counts all that match, whatever the page', () => {
  const list = [1, 2, 3, 4, 5].map((id) => item(id, id % 2 ? 'odd' : 'even', '2026-01-01'))
  expect(pageOf(list, { q: 'ODD', limit: '2' })).toMatchObject({ total: 3, items: { length: 2 } })
})

test.each([
  { limit: '0' },
  { limit: '501' },
  { limit: '' },
  { limit: ['1', '2'] },
  { cursor: 'x' },
  { cursor: Buffer.from('{"id":"1"}').toString('base64url') },
  { sort: 'up' },
  { q: 'x'.repeat(300) },
])('%j is refused', (query) => {
  expect(() => pageOf([], query)).toThrow(/./)
})

test.each([
  ['en', ['Ärger', 'Öl', 'Zebra']],
  ['de', ['Ärger', 'Öl', 'Zebra']],
  ['sv', ['Zebra', 'Ärger', 'Öl']],
  ['not a tag', ['Ärger', 'Öl', 'Zebra']],
])('titles are sorted as in the language of the site: %s', (language, titles) => {
  const list = ['Öl', 'Zebra', 'Ärger'].map((title, at) => item(at + 1, title, null))
  expect(pageOf(list, { sort: 'title' }, language).items.map(({ title }) => title)).toEqual(titles)
  expect(pageOf(list, { sort: 'title-desc' }, language).items.map(({ title }) => title)).toEqual(
    titles.toReversed(),
  )
})
