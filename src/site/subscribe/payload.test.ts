// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { subscribeRequest } from '#domain/subscribe.ts'
import { sourceOfPage } from '#domain/subscribe-source.ts'
import { subscribePayload } from './payload.ts'
import { readUtm, storedUtm, storeUtm } from './utm.ts'

test.each([
  ['/', 'home_page'],
  ['/article/warp-modes', 'article_page'],
  ['/news', 'news_page'],
  ['/news/12', 'news_page'],
  ['/category/all', 'category_page'],
  ['/newsletters', '/newsletters'],
  ['/newsletter/3', '/newsletter/3'],
  ['/search', '/search'],
])('the page %s is the source %s', (path, source) => {
  expect(sourceOfPage(path)).toBe(source)
})

test('the payload holds source, campaign and custom fields, and the server takes it', () => {
  const payload = subscribePayload(
    'ada@example.org',
    { placement: 'download_modal', subscriptionType: 'download', fields: { download_id: 4 } },
    {
      pathname: '/article/x',
      href: 'https://example.org/article/x',
      utm: { utm_source: 'mastodon' },
    },
  )
  expect(payload).toEqual({
    email: 'ada@example.org',
    source: 'download_modal',
    utm_source: 'mastodon',
    custom_fields: {
      page_url: 'https://example.org/article/x',
      subscription_type: 'download',
      download_id: 4,
    },
  })
  expect(subscribeRequest.safeParse(payload).success).toBe(true)
})

test('without a placement the page is the source', () => {
  const page = {
    pathname: '/category/mixing',
    href: 'https://example.org/category/mixing',
    utm: {},
  }
  expect(subscribePayload('a@b.co', { subscriptionType: 'newsletter' }, page).source).toBe(
    'category_page',
  )
})

test('only the three campaign parameters are read, and empty ones are none', () => {
  expect(readUtm('?utm_source=a&utm_medium=%20&utm_campaign=c&utm_term=d&q=e')).toEqual({
    utm_source: 'a',
    utm_campaign: 'c',
  })
})

test('the campaign of the landing page stays for the visit', () => {
  sessionStorage.clear()
  storeUtm('?page=2', sessionStorage)
  expect(storedUtm(sessionStorage)).toEqual({})
  storeUtm('?utm_source=first', sessionStorage)
  storeUtm('?utm_source=second', sessionStorage)
  expect(storedUtm(sessionStorage)).toEqual({ utm_source: 'first' })
})

test('a broken storage counts as empty', () => {
  sessionStorage.setItem('session-notes:utm', '{')
  expect(storedUtm(sessionStorage)).toEqual({})
  sessionStorage.setItem('session-notes:utm', 'null')
  expect(storedUtm(sessionStorage)).toEqual({})
})
