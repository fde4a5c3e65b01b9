import { expect, test } from 'vitest'
import { pageKey } from './page-address.ts'

test.each([
  ['/', '/'],
  ['/?utm_source=a', '/'],
  ['/article/x?page=2', '/article/x'],
  ['/news?page=2', '/news?page=2'],
  ['/news?utm_source=a&page=2', '/news?page=2'],
  ['/news?page=1', '/news'],
  ['/news/5?page=2', '/news/5'],
  ['/category/mixing?page=3&x', '/category/mixing?page=3'],
  ['/article/%D0%B9', '/article/%D0%B9'],
  ['/category/fruit_trees/rss.xml', '/category/fruit_trees/rss.xml'],
  ['/category/%D0%B9/rss.xml', '/category/%D0%B9/rss.xml'],
  ['/downloads', '/downloads'],
  ['/downloads?page=2', '/downloads'],
])('%s is cached as %s', (url, key) => {
  expect(pageKey(url)).toBe(key)
})

test.each([
  '/news?utm_source=a&page=02',
  '/category/mixing?page=9999999',
  '/category/mixing?page=x',
  '/news/',
  '//news',
  '/a%2fb',
  '/article/%d0%b9',
  '/article/%D0%B8%CC%86',
  '/article/\u00d0\u00b9',
  '/article/%D0',
  '/a\\b',
  '/x.png',
  '/category/%d0%b9/rss.xml',
  '/api/articles',
  '/admin',
  '/search?q=x',
  '/downloads/x',
  `/${'x'.repeat(700)}`,
  'http://a.example/',
  '*',
  '',
])('%s is not cached', (url) => {
  expect(pageKey(url)).toBeNull()
})
