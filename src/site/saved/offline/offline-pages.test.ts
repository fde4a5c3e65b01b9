import { expect, test } from 'vitest'
import { OfflinePages } from './offline-pages.ts'

const origin = 'http://site'

/** The methods of the browser's cache that are used, in memory, by path. */
function memoryStorage() {
  const files = new Map<string, Response>()
  const pathOf = (key: RequestInfo | URL) => {
    const { pathname, search } = new URL(key instanceof Request ? key.url : String(key), origin)
    return pathname + search
  }
  const cache = {
    match: async (key: string) => files.get(pathOf(key))?.clone(),
    put: async (key: string, answer: Response) => void files.set(pathOf(key), answer),
    delete: async (key: string) => files.delete(pathOf(key)),
    keys: async () => [...files.keys()].map((path) => ({ url: origin + path })),
  }
  const storage = {
    open: async () => cache,
    match: cache.match,
    has: async () => files.size > 0,
    delete: async () => files.clear(),
  }
  return { files, storage: storage as unknown as CacheStorage }
}

type Answer = {
  body: string
  status?: number
  headers?: Record<string, string>
  redirected?: boolean
}

/** A site with these answers by path; records the requests. */
function fakeSite(answers: Record<string, Answer | 'lost'>) {
  const asked: Array<string> = []
  const { files, storage } = memoryStorage()
  const pages = new OfflinePages('saved', storage, async (input) => {
    const address = String(input)
    asked.push(address)
    const answer = answers[address] ?? { body: '', status: 404 }
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    return new Response(answer.body, {
      status: answer.status ?? 200,
      headers: answer.headers ?? {},
    })
  })
  return { answers, asked, pages, stored: () => [...files.keys()].sort() }
}

const style = '<link rel="stylesheet" href="/assets/a.css">'
const frame = {
  '/saved': { body: style },
  '/offline': { body: style },
  '/assets/a.css': { body: 'a{}' },
}
const frameStored = ['/assets/a.css', '/offline', '/saved']
const one = { body: `${style}<img src="/media/one.png">` }

test('a page is stored with its parts, and removed with those that no other page needs', async () => {
  const { pages, stored } = fakeSite({
    ...frame,
    '/article/one': one,
    '/article/two': { body: `${style}<script src="/assets/b.js"></script>` },
    '/assets/b.js': { body: 'import"./c.js"' },
    '/assets/c.js': { body: '' },
    '/media/one.png': { body: 'x' },
  })
  expect(await pages.keepOnly(['/article/one', '/article/two'])).toEqual([
    '/article/one',
    '/article/two',
  ])
  const two = [
    '/article/two',
    '/assets/a.css',
    '/assets/b.js',
    '/assets/c.js',
    '/offline',
    '/saved',
  ]
  expect(stored()).toEqual([...two, '/article/one', '/media/one.png'].sort())
  expect(await pages.keepOnly(['/article/two'])).toEqual(['/article/two'])
  expect(stored()).toEqual(two)
  expect(await pages.keepOnly([])).toEqual([])
  expect(stored()).toEqual([])
})

test.each<[string, Record<string, Answer | 'lost'>, Array<string>]>([
  ['a picture that is not there', {}, ['/article/one']],
  ['a picture that does not come', { '/media/one.png': 'lost' }, []],
  ['a picture that a busy server refuses', { '/media/one.png': { body: '', status: 503 } }, []],
  ['no page', { '/article/one': { body: '', status: 404 } }, []],
  [
    'a page for one person',
    { '/article/one': { ...one, headers: { 'Cache-Control': 'private, no-store' } } },
    [],
  ],
])('with %s', async (_, answers, readable) => {
  const { pages, stored } = fakeSite({ ...frame, '/article/one': one, ...answers })
  expect(await pages.keepOnly(['/article/one'])).toEqual(readable)
  expect(await pages.readable(['/article/one'])).toEqual(readable)
  expect(stored()).toEqual([...frameStored, ...readable].sort())
})

test('nothing but articles and news is stored', async () => {
  const { asked, pages } = fakeSite(frame)
  await pages.keepOnly([
    '/admin',
    '/api/articles',
    '/article/../admin',
    '/article/a/b',
    '/',
    '//evil.example/news/1',
  ])
  expect(asked).toEqual([])
})

test('only a different response of the network replaces a stored page', async () => {
  const { answers, asked, pages, stored } = fakeSite({
    ...frame,
    '/news/1': { body: `${style}<img src="/media/one.png">`, headers: { ETag: '"1"' } },
    '/media/one.png': { body: 'x' },
    '/media/two.png': { body: 'y' },
  })
  await pages.keepOnly(['/news/1'])
  const text = async () => (await pages.page('/news/1'))?.text()
  asked.length = 0
  await pages.renew('/news/1', new Response('the same', { headers: { ETag: '"1"' } }))
  await pages.renew('/news/1', new Response('out of order', { status: 503 }))
  await pages.renew('/news/2', new Response('not saved', { headers: { ETag: '"2"' } }))
  expect(await text()).toContain('/media/one.png')
  expect(asked).toEqual([])
  await pages.renew(
    '/news/1',
    new Response('<img src="/media/two.png">', { headers: { ETag: '"2"' } }),
  )
  expect(await text()).toBe('<img src="/media/two.png">')
  expect(stored()).toEqual([...frameStored, '/media/two.png', '/news/1'].sort())
  answers['/media/three.png'] = 'lost'
  await expect(
    pages.renew(
      '/news/1',
      new Response('<img src="/media/three.png">', { headers: { ETag: '"3"' } }),
    ),
  ).rejects.toThrow('Failed to fetch')
  expect(await text()).toBe('<img src="/media/two.png">')
  await pages.renew('/news/1', new Response('', { status: 410 }))
  expect(stored()).toEqual(frameStored)
})

test('an answer for one person makes the worker fetch what everybody sees', async () => {
  const { answers, asked, pages, stored } = fakeSite({ ...frame, '/news/1': { body: style } })
  await pages.keepOnly(['/news/1'])
  asked.length = 0
  answers['/news/1'] = { body: `${style}New.` }
  const mine = () => new Response('mine', { headers: { ETag: '"2"', 'Cache-Control': 'private' } })
  await pages.renew('/news/1', mine())
  expect(asked).toEqual(['/news/1'])
  expect(await (await pages.page('/news/1'))?.text()).toBe(`${style}New.`)
  delete answers['/news/1']
  await pages.renew('/news/1', mine())
  expect(stored()).toEqual(frameStored)
})

test('a new version fetches everything again; a page that cannot be fetched stays, with its parts', async () => {
  const { answers, pages, stored } = fakeSite({
    ...frame,
    '/article/one': one,
    '/article/two': one,
    '/article/gone': one,
    '/media/one.png': { body: 'x' },
  })
  await pages.keepOnly(['/article/one', '/article/two', '/article/gone'])
  const next = '<link rel="stylesheet" href="/assets/next.css">'
  for (const path of ['/saved', '/offline', '/article/one']) answers[path] = { body: next }
  Object.assign(answers, {
    '/assets/next.css': { body: 'b{}' },
    '/article/gone': { body: '', status: 404 },
  })
  Object.assign(answers, {
    '/assets/a.css': { body: '', status: 404 },
    '/article/two': { body: '', status: 502 },
  })
  await pages.refresh()
  expect(stored()).toEqual(
    [
      '/article/one',
      '/article/two',
      '/assets/a.css',
      '/assets/next.css',
      '/media/one.png',
      '/offline',
      '/saved',
    ].sort(),
  )
  expect(await (await pages.page('/article/one'))?.text()).toBe(next)
  expect(await (await pages.page('/article/two'))?.text()).toBe(one.body)
})
