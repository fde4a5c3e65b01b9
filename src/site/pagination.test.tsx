import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { listHref } from '#domain/article-filters.ts'
import { Pagination } from './pagination.tsx'

test('page 1 is the list itself', () => {
  expect(listHref('/news', {}, 1)).toBe('/news')
  expect(listHref('/news', {}, 3)).toBe('/news?page=3')
})

test('one page needs no links', () => {
  expect(renderToStaticMarkup(<Pagination path="/news" page={1} pages={1} />)).toBe('')
})

test('the first, the last and the neighbours are linked', () => {
  const html = renderToStaticMarkup(<Pagination path="/news" page={5} pages={9} />)
  expect([...html.matchAll(/aria-label="Page (\d+)"/g)].map((match) => match[1])).toEqual([
    '1',
    '4',
    '5',
    '6',
    '9',
  ])
  expect(html).toContain('href="/news?page=4" rel="prev"')
  expect(html).toContain('href="/news?page=6" rel="next"')
  expect(html).toContain('aria-current="page"')
})
