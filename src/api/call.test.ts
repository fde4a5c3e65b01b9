// @vitest-environment node
import { expect, test } from 'vitest'
import { callKeyOf } from './admin-call.ts'
import { readAuthStatus } from './auth.ts'
import { addressOf, call, openCall, request } from './call.ts'
import { writeContent } from './content-writes.ts'
import { RequestError, reasonOf } from './refusal.ts'
import { json, serve } from './sample-server.ts'
import { search } from './search.ts'

test('a read is a GET with no-cache headers and neither body nor Content-Type', async () => {
  await using server = await serve((_, response) => json(response, 200, [1]))
  expect(await call('GET /api/articles')).toEqual([1])
  const [seen] = server.seen
  expect(seen).toMatchObject({ method: 'GET', url: '/api/articles', body: '' })
  expect(seen?.headers['cache-control']).toBe('no-cache')
  expect(seen?.headers.pragma).toBe('no-cache')
  expect(seen?.headers['content-type']).toBeUndefined()
})

test('a payload is sent as JSON with its Content-Type', async () => {
  await using server = await serve((_, response) => json(response, 200, { ok: true }))
  const body = { email: 'ada@example.org', source: 'footer', custom_fields: { page_url: '/' } }
  expect(await call('POST /api/subscribe', { body })).toEqual({ ok: true })
  expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/api/subscribe' })
  expect(server.seen[0]?.headers['content-type']).toBe('application/json')
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
    email: 'ada@example.org',
    source: 'footer',
    custom_fields: { page_url: '/' },
  })
})

test('a non-OK answer throws STATUS: BODY and knows the words for a person', async () => {
  await using _ = await serve((_seen, response) =>
    json(response, 422, { message: 'Title is required' }),
  )
  const error = await request('/api/articles', { method: 'POST', payload: {} }).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(RequestError)
  expect((error as Error).message).toBe('422: {"message":"Title is required"}')
  expect(reasonOf(error)).toBe('Title is required')
})

test('an empty body gives the status text, a plain one itself', async () => {
  await using server = await serve((seen, response) =>
    response.writeHead(503).end(seen.url === '/a' ? '' : 'Try later'),
  )
  const empty = await request('/a').catch((thrown: unknown) => thrown)
  const plain = await request('/b').catch((thrown: unknown) => thrown)
  expect((empty as Error).message).toBe('503: Service Unavailable')
  expect((plain as Error).message).toBe('503: Try later')
  expect(reasonOf(plain)).toBe('Try later')
  expect(server.seen).toHaveLength(2)
})

test('an auth path hands 401 and 403 back and throws the rest', async () => {
  await using _ = await serve((seen, response) => json(response, Number(seen.url.slice(-3)), {}))
  expect((await request('/api/auth/401')).status).toBe(401)
  expect((await request('/api/auth/403')).status).toBe(403)
  await expect(request('/api/auth/429')).rejects.toThrow('429: {}')
})

test('an auth path is tried three times in all when the network fails', async () => {
  await using server = await serve((_, response) => response.destroy())
  await expect(
    request('/api/auth/login', { method: 'POST', payload: {}, retryDelay: 1 }),
  ).rejects.toThrow()
  expect(server.seen).toHaveLength(3)
})

test('other paths are not tried again', async () => {
  await using server = await serve((_, response) => response.destroy())
  await expect(request('/api/news')).rejects.toThrow()
  expect(server.seen).toHaveLength(1)
})

test('an aborted auth call is not tried again', async () => {
  await using server = await serve(() => undefined)
  const controller = new AbortController()
  const call = request('/api/auth/status', { signal: controller.signal, retryDelay: 1 })
  await expect.poll(() => server.seen.length).toBe(1)
  controller.abort()
  await expect(call).rejects.toThrow()
  expect(server.seen).toHaveLength(1)
})

test('the auth status survives two failures and is null for a 401', async () => {
  let calls = 0
  await using _ = await serve((_seen, response) => {
    calls++
    if (calls < 3) response.destroy()
    else if (calls === 3) json(response, 200, { isLoggedIn: false, user: null })
    else json(response, 401, {})
  })
  expect(await readAuthStatus()).toEqual({ isLoggedIn: false, user: null })
  expect(await readAuthStatus()).toBeNull()
})

test('search encodes its term, and a refused search says so', async () => {
  await using server = await serve((seen, response) =>
    seen.url.includes('bad')
      ? json(response, 500, {})
      : json(response, 200, { articles: [], news: [], newsletters: [] }),
  )
  expect(await search('warp & slice')).toEqual({ articles: [], news: [], newsletters: [] })
  expect(server.seen[0]?.url).toBe('/api/search?q=warp%20%26%20slice')
  await expect(search('bad')).rejects.toThrow(/^Search failed$/)
})

test.each([
  [() => call('GET /api/articles'), '/api/articles'],
  [() => call('GET /api/articles/featured'), '/api/articles/featured'],
  [
    () => call('GET /api/articles/category/{category}', { params: { category: 'sound_design' } }),
    '/api/articles/category/sound_design',
  ],
  [
    () => call('GET /api/articles/slug/{slug}', { params: { slug: 'warp-modes' } }),
    '/api/articles/slug/warp-modes',
  ],
  [
    () => call('GET /api/articles/slug/{slug}', { params: { slug: 'a/../b' } }),
    '/api/articles/slug/a%2F..%2Fb',
  ],
  [() => call('GET /api/news/{id}', { params: { id: 3 } }), '/api/news/3'],
  [() => call('GET /api/newsletters', { query: { limit: 5, q: '' } }), '/api/newsletters?limit=5'],
] as Array<[() => Promise<unknown>, string]>)('%s asks for %s', async (call, url) => {
  await using server = await serve((_, response) => json(response, 200, 'answer'))
  expect(await call()).toBe('answer')
  expect(server.seen.map((one) => [one.method, one.url])).toEqual([['GET', url]])
})

test('a write of an administrator carries its key, its revision and whose it is', async () => {
  await using server = await serve((_, response) => json(response, 200, {}))
  const sent = {
    params: { id: 7 },
    body: { title: 'T' },
    key: 'k',
    revision: 'r',
    user: 3,
    replayOnly: true,
  }
  await writeContent('PATCH /api/articles/{id}', sent)
  expect(server.seen[0]).toMatchObject({
    method: 'PATCH',
    url: '/api/articles/7',
    body: '{"title":"T"}',
  })
  expect(server.seen[0]?.headers).toMatchObject({
    'idempotency-key': 'k',
    'idempotency-replay': 'only',
    'if-match': '"r"',
    'x-session-user': '3',
    'x-session': 'required',
  })
})

test('only the path of a file keeps its slashes, and the key of a query begins with its path', () => {
  const path = '2026/a b.png'
  expect(addressOf('DELETE /api/media/{path}', { params: { path } })).toBe(
    '/api/media/2026/a%20b.png',
  )
  expect(callKeyOf('GET /api/newsletters/{id}/sending', { params: { id: 5 } })).toEqual([
    '/api/newsletters',
    5,
    'sending',
  ])
  expect(callKeyOf('GET /api/media', { query: { q: 'x' } })).toEqual(['/api/media', { q: 'x' }])
})

test('calls and what they are sent with are checked by their types', async () => {
  await using _ = await serve((_seen, response) => json(response, 200, {}))
  // @ts-expect-error there is no such call
  await call('GET /api/nothing')
  // @ts-expect-error no visitor may
  await call('GET /api/users')
  // @ts-expect-error an id is needed
  await call('GET /api/articles/{id}')
  // @ts-expect-error it has no field of this name
  await openCall('POST /api/subscribe', { body: { mail: 'ada@example.org' } })
  // @ts-expect-error a read takes no key
  await call('GET /api/news', { key: 'k' })
})
