// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noResults, type SearchResults } from '#domain/search.ts'
import { samplePage } from '../../ui/sample-page.ts'
import { SearchPanel } from './search-panel.tsx'

const news = {
  id: 7,
  slug: 'n',
  publishedAt: null,
  imageUrl: null,
  imageAlt: '',
  tags: [],
  category: 'news',
  author: [],
  fields: {},
}
const found: SearchResults = {
  ...noResults,
  news: [
    { ...news, title: 'Live 12.3', excerpt: 'What is new' },
    { ...news, id: 8, title: 'Push 3', excerpt: 'Standalone' },
  ],
}

interface Call {
  term: string
  signal: AbortSignal
  answer: (results: SearchResults, status?: number) => Promise<void>
}

/** A mounted panel with a fake clock; every request waits for `answer`. */
async function panel() {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const calls: Array<Call> = []
  const originalFetch = globalThis.fetch
  globalThis.fetch = (path, init) => {
    let arrive: (response: Response) => void = () => undefined
    const response = new Promise<Response>((resolve) => {
      arrive = resolve
    })
    calls.push({
      term: new URLSearchParams(String(path).split('?')[1]).get('q') ?? '',
      signal: init?.signal as AbortSignal,
      answer: (results, status = 200) =>
        act(async () => {
          arrive(new Response(JSON.stringify(results), { status }))
          await vi.advanceTimersByTimeAsync(1)
        }),
    })
    return response
  }
  const place = samplePage()
  const root = createRoot(place)
  await act(async () => root.render(<SearchPanel />))
  onTestFinished(() => {
    act(() => root.unmount())
    globalThis.fetch = originalFetch
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  const field = place.querySelector('input') as HTMLInputElement
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  const type = (text: string) =>
    act(async () => {
      setValue?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const wait = (milliseconds: number) =>
    act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)))
  const press = (key: string) =>
    act(async () => {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      )
    })
  const status = () => place.querySelector('[role="status"]')?.textContent
  return { place, calls, field, type, wait, press, status }
}

test('it asks 300 ms after the last key, and only for more than one character', async () => {
  const { calls, type, wait, status } = await panel()
  expect(status()).toBe('Start typing to search...')
  await type(' w ')
  await wait(1000)
  expect(calls).toEqual([])
  await type('wa')
  await wait(299)
  await type('war')
  await wait(299)
  expect(calls).toEqual([])
  await wait(1)
  expect(calls.map((call) => call.term)).toEqual(['war'])
  expect(status()).toBe('Searching...')
})

test('hits are grouped, counted and lead to their pages', async () => {
  const { place, calls, type, wait, status } = await panel()
  await type('live')
  await wait(300)
  await calls[0]?.answer(found)
  expect(status()).toBe('2 results')
  expect([...place.querySelectorAll('h3')].map((heading) => heading.textContent)).toEqual(['News'])
  expect([...place.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/news/7',
    '/news/8',
  ])
})

test('nothing found says so with the term', async () => {
  const { calls, type, wait, status } = await panel()
  await type(' zither ')
  await wait(300)
  await calls[0]?.answer(noResults)
  expect(status()).toBe('No results found for "zither"')
})

test('a newer term aborts the question before it, and its late answer changes nothing', async () => {
  const { calls, type, wait, status } = await panel()
  await type('live')
  await wait(300)
  await type('liver')
  expect(calls[0]?.signal.aborted).toBe(true)
  await calls[0]?.answer(found)
  expect(status()).toBe('Searching...')
  await wait(300)
  await calls[1]?.answer(noResults)
  expect(status()).toBe('No results found for "liver"')
})

test('emptying the field clears the results', async () => {
  const { place, calls, type, wait, status } = await panel()
  await type('live')
  await wait(300)
  await calls[0]?.answer(found)
  await type('')
  expect(status()).toBe('Start typing to search...')
  expect(place.querySelectorAll('a')).toHaveLength(0)
})

test('a refused search says so and can be tried again', async () => {
  const { place, calls, type, wait, status } = await panel()
  await type('live')
  await wait(300)
  await calls[0]?.answer(noResults, 500)
  expect(status()).toBe('Search failed')
  const again = [...place.querySelectorAll('button')].find(
    (button) => button.textContent === 'Try again',
  )
  await act(async () => again?.click())
  await wait(300)
  await calls[1]?.answer(found)
  expect(status()).toBe('2 results')
})

test('the arrow keys walk through the field and the hits', async () => {
  const { calls, field, type, wait, press } = await panel()
  await type('live')
  await wait(300)
  await calls[0]?.answer(found)
  field.focus()
  const at = () =>
    document.activeElement === field ? 'field' : document.activeElement?.getAttribute('href')
  const walked = []
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
    await press(key)
    walked.push(at())
  }
  expect(walked).toEqual(['/news/7', '/news/8', 'field', '/news/8'])
})

test('titles are shown while the server reads its index, and the rest as soon as it is there', async () => {
  const { place, calls, type, wait, status } = await panel()
  await type('live')
  await wait(300)
  await calls[0]?.answer({ ...noResults, partial: true })
  expect(place.textContent).not.toContain('No results')
  await wait(500)
  await calls[1]?.answer({ ...noResults, news: found.news.slice(0, 1), partial: true })
  expect(place.querySelectorAll('a[href^="/news/"]')).toHaveLength(1)
  await wait(500)
  await calls[2]?.answer(found)
  expect(place.querySelectorAll('a[href^="/news/"]')).toHaveLength(2)
  await wait(5_000)
  expect(calls).toHaveLength(3)
  expect(status()).toContain('2')
})
