import { expect, test } from 'vitest'
import { pageNumber } from './page-number.ts'

test.each([
  [{}, 1],
  [{ page: '1' }, 1],
  [{ page: '12' }, 12],
  [{ page: '0' }, null],
  [{ page: '-1' }, null],
  [{ page: '2.5' }, null],
  [{ page: '' }, null],
  [{ page: 'two' }, null],
] as Array<[Record<string, string>, number | null]>)(
  'the address %j names page %s',
  (search, page) => {
    expect(pageNumber(search)).toBe(page)
  },
)
