import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPageLoader } from './page-loader.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A loader with the addresses that it has requested. */
function loaderOf(page: EventTarget, during: () => void = () => {}) {
  const requested: Array<string> = []
  const load = createPageLoader((address) => {
    requested.push(address)
    during()
  }, page)
  return { load, requested }
}

test('a page that the browser lost is requested again, each time after twice as long', () => {
  const { load, requested } = loaderOf(new EventTarget())
  load('/admin')
  expect(requested).toEqual(['/admin'])
  vi.advanceTimersByTime(5000)
  expect(requested).toHaveLength(2)
  vi.advanceTimersByTime(9999)
  expect(requested).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(requested).toEqual(['/admin', '/admin', '/admin'])
})

test('a page that comes is requested once, also when the browser keeps the document before it', () => {
  const page = new EventTarget()
  const { load, requested } = loaderOf(page)
  load('/admin')
  page.dispatchEvent(new Event('pagehide'))
  vi.advanceTimersByTime(600_000)
  expect(requested).toEqual(['/admin'])
})

test('a person whom the browser asks may stay', () => {
  const page = new EventTarget()
  page.addEventListener('beforeunload', (event) => event.preventDefault())
  const { load, requested } = loaderOf(page, () =>
    page.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  )
  load('/admin')
  vi.advanceTimersByTime(600_000)
  expect(requested).toEqual(['/admin'])
})

test('only the last address is requested again', () => {
  const { load, requested } = loaderOf(new EventTarget())
  load('/admin/media')
  load('/admin')
  vi.advanceTimersByTime(5000)
  expect(requested).toEqual(['/admin/media', '/admin', '/admin'])
})
