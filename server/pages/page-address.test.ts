import { expect, test } from 'vitest'
import { pageKey } from './page-address.ts'

test.each([
  ['/', '/'],
  ['/?utm_source=a', '/'],
  ['/article/x?page=2', '/article/x'],
  ['/news?page=2', '/news?page=2'],
  ['/news?utm_source=a&page=02', null],
  ['/news?utm_source=a&page=2', '/news?page=2'],
  ['/news?page=1', '/news'],
  ['/news/5?page=2', '/news/5'],
  ['/category/mixing?page=3&x', '/category/mixing?page=3'],
  ['/category/mixing?page=9999999', null],
  ['/category/mixing?page=x', null],
  ['/news/', null],
  ['//news', null],
  ['/a%2fb', null],
  ['/article/%D0%B9', '/article/%D0%B9'],
  ['/article/%d0%b9', null],
  ['/article/%D0%B8%CC%86', null],
  ['/article/\u00d0\u00b9', null],
  ['/article/%D0', null],
  ['/a\\b', null],
  ['/x.png', null],
  ['/api/articles', null],
  ['/admin', null],
  ['/search?q=x', null],
  ['/downloads/x', null],
  ['/downloads', '/downloads'],
  ['/downloads?page=2', '/downloads'],
  [`/${'x'.repeat(700)}`, null],
  ['http://a.example/', null],
  ['*', null],
  ['', null],
])('%s is cached as %s', (url, key) => {
  expect(pageKey(url)).toBe(key)
})
