import { expect, test } from 'vitest'
import { specifiedProfile } from '#domain/site/site-profile.ts'
import type { PageContext } from '../renderer/page-context.ts'
import { clockFor, found, idParameter, notFound, pagedHead, pagedTitle } from './page-data.ts'

test.each([
  ['12', 12],
  ['0', 0],
  ['007', 7],
  ['', null],
  ['abc', null],
  ['1e3', null],
  ['-4', null],
  ['1.5', null],
  ['9999999999999999', null],
  [undefined, null],
])('the id %j in an address is %s', (text, id) => {
  expect(idParameter(text)).toBe(id)
})

test('a page of a list has its own canonical path and title, and knows its neighbours', () => {
  expect(pagedHead('/news', { page: 1, pages: 1 })).toEqual({ path: '/news' })
  expect(pagedHead('/news', { page: 2, pages: 3 })).toEqual({
    path: '/news?page=2',
    prev: '/news',
    next: '/news?page=3',
  })
  const { text } = specifiedProfile
  expect([pagedTitle('News', 1, text), pagedTitle('News', 2, text)]).toEqual([
    'News',
    'News, page 2',
  ])
})

test('a missing page answers 404 and stays out of search engines', () => {
  const { pageContext } = notFound('Article Not Found')
  expect(pageContext).toEqual({
    pageProps: { kind: 'not-found' },
    head: { title: 'Article Not Found', description: 'Article Not Found', noindex: true },
    status: 404,
  })
  expect(found({ a: 1 }, { title: 't', description: 'd' }).pageContext.pageProps).toEqual({
    kind: 'found',
    a: 1,
  })
})

test('a page is cached until the first of its relative dates reads differently', () => {
  const cachedUntil: Array<string> = []
  const now = new Date('2026-11-21T12:00:00Z')
  const context = {
    now,
    cacheUntil: (date: Date) => cachedUntil.push(date.toISOString()),
    site: { settings: () => ({ timeZone: 'UTC' }) },
  } as unknown as PageContext
  const clock = clockFor(
    context,
    [{ publishedAt: '2026-11-20T08:00:00.000Z' }],
    [{ publishedAt: '2026-11-10T08:00:00.000Z' }, { publishedAt: null }],
  )
  expect(clock).toEqual({ now, timeZone: 'UTC' })
  expect(cachedUntil).toEqual(['2026-11-22T08:00:00.000Z', '2026-11-22T08:00:00.000Z'])
})
