// @vitest-environment node
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LoginRequest } from '#domain/account.ts'
import {
  adminCall,
  adminList,
  adminRequest,
  newIdempotencyKey,
  PersonNeeded,
} from '../../api/admin-call.ts'
import { retriedOnce } from '../../api/auth.ts'
import { call } from '../../api/call.ts'
import { createItem, deleteItem, updateItem } from '../../api/content-writes.ts'
import { issuesOf, RequestError, reasonOf } from '../../api/refusal.ts'
import { json, serve } from '../../api/sample-server.ts'
import { createQueryClient, unusedCacheMs } from './query-client.ts'

beforeEach(() => {
  Object.assign(globalThis, { document: new EventTarget() })
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'document')
})

/** A handler that asks the person; returns how often it was called, and why. */
function keeper(answer: boolean) {
  const asked = { times: 0, reasons: [] as Array<string> }
  document.addEventListener(PersonNeeded.type, (event) => {
    if (!(event instanceof PersonNeeded)) return
    asked.times += 1
    asked.reasons.push(event.reason)
    event.answerWith(Promise.resolve(answer))
  })
  return asked
}

test('a call of the admin says that it needs a session', async () => {
  await using server = await serve((_, response) => json(response, 200, { kind: 'off' }))
  expect(await adminCall('GET /api/sync')).toEqual({ kind: 'off' })
  await adminCall('POST /api/sync')
  expect(
    server.seen.map(({ method, headers }) => [
      method,
      headers['x-session'],
      headers['cache-control'],
    ]),
  ).toEqual([
    ['GET', 'required', 'no-cache'],
    ['POST', 'required', 'no-cache'],
  ])
})

test('when the session has ended, the very same call is sent again after signing in', async () => {
  const asked = keeper(true)
  await using server = await serve((_, response) =>
    server.seen.length === 1
      ? json(response, 401, { message: 'Sign in first.' })
      : json(response, 200, { id: 1 }),
  )
  const key = newIdempotencyKey()
  await updateItem('articles', 1, { patch: { title: 'Typed' }, revision: 'abc', key })
  expect(asked.times).toBe(1)
  expect(server.seen).toHaveLength(2)
  const [first, second] = server.seen
  expect([second?.method, second?.url, second?.body]).toEqual([
    first?.method,
    first?.url,
    first?.body,
  ])
  expect(JSON.parse(second?.body ?? '')).toEqual({ title: 'Typed', revision: 'abc' })
  expect([first?.headers['idempotency-key'], second?.headers['idempotency-key']]).toEqual([
    key,
    key,
  ])
})

test('a call that needs a confirmation is sent again after it, and not at all when the person does not confirm', async () => {
  await using server = await serve((_, response) =>
    server.seen.length === 2
      ? json(response, 200, { deleted: true, id: 2 })
      : json(response, 403, { message: 'Please confirm.', kind: 'confirm' }),
  )
  const asked = keeper(true)
  await adminCall('DELETE /api/users/{id}', { params: { id: 2 } })
  expect([asked.reasons, server.seen.length]).toEqual([['confirm'], 2])
  Object.assign(globalThis, { document: new EventTarget() })
  keeper(false)
  await expect(adminCall('POST /api/auth/invitations')).rejects.toThrow('Please confirm.')
  expect(server.seen).toHaveLength(3)
})

test.each(['/api/articles', '/api/auth/password'])(
  'a person who does not sign in again gets the error: %s',
  async (path) => {
    await using server = await serve((_, response) =>
      json(response, 401, { message: 'Sign in first.' }),
    )
    const refused = (call: Promise<unknown>) => call.catch((error: unknown) => error)
    expect(reasonOf(await refused(adminRequest(path, { method: 'POST', payload: {} })))).toBe(
      'Sign in first.',
    )
    const asked = keeper(false)
    expect(await refused(adminRequest(path, { method: 'POST', payload: {} }))).toBeInstanceOf(
      RequestError,
    )
    expect(asked.times).toBe(1)
    expect(server.seen).toHaveLength(2)
  },
)

test('other refusals are handed on, and no call but those of auth paths is tried again when a connection breaks', async () => {
  const asked = keeper(true)
  await using server = await serve((seen, response) =>
    seen.url === '/api/dropped' ? response.destroy() : json(response, 403, { message: 'No' }),
  )
  await expect(adminRequest('/api/auth/sessions')).rejects.toThrow('403: {"message":"No"}')
  await expect(adminRequest('/api/users')).rejects.toThrow('403: {"message":"No"}')
  await expect(adminRequest('/api/dropped', { method: 'POST', payload: {} })).rejects.toThrow()
  expect(server.seen.filter(({ url }) => url === '/api/dropped')).toHaveLength(1)
  expect(asked.times).toBe(0)
})

test('a login survives connections that break, and is not tried again when it is refused', async () => {
  const queries = createQueryClient()
  const login = (options = {}) =>
    queries
      .getMutationCache()
      .build(queries, {
        ...retriedOnce,
        ...options,
        mutationFn: (body: LoginRequest) => call('POST /api/auth/login', { body }),
      })
      .execute({ username: 'ada', password: 'secret' })
  await using server = await serve((seen, response) => {
    if (seen.body.includes('ada') && server.seen.length <= 3) response.destroy()
    else if (server.seen.length === 4) json(response, 200, { user: { id: 1, username: 'ada' } })
    else json(response, 401, { message: 'The user name or the password is wrong.' })
  })
  // Three tries of the call itself, then the one retry of the mutation.
  expect(await login({ retryDelay: 1 })).toEqual({ user: { id: 1, username: 'ada' } })
  expect(server.seen).toHaveLength(4)
  await expect(login()).rejects.toThrow('401')
  expect(server.seen).toHaveLength(5)
  expect([retriedOnce.retryDelay(0), retriedOnce.retryDelay(1)]).toEqual([200, 400])
  expect([retriedOnce.retry(0, new TypeError()), retriedOnce.retry(1, new TypeError())]).toEqual([
    true,
    false,
  ])
})

test('reads of the admin are tried once, never grow stale and are dropped five minutes after their use', async () => {
  await using server = await serve((seen, response) =>
    seen.url === '/api/dropped' ? response.destroy() : json(response, 200, [1]),
  )
  const queries = createQueryClient()
  const read = (path: string) =>
    queries.fetchQuery({ queryKey: [path], queryFn: async () => (await adminRequest(path)).json() })
  await expect(read('/api/dropped')).rejects.toThrow()
  expect(server.seen).toHaveLength(1)
  await read('/api/users')
  await read('/api/users')
  const observer = new QueryObserver(queries, {
    queryKey: ['/api/users'],
    queryFn: async () => (await adminRequest('/api/users')).json(),
  })
  observer.subscribe(() => {})()
  expect(server.seen).toHaveLength(2)
  const { queries: defaults, mutations } = queries.getDefaultOptions()
  expect(defaults).toMatchObject({
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: unusedCacheMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: false,
  })
  expect(unusedCacheMs).toBe(300_000)
  expect(mutations?.retry).toBe(false)
  queries.clear()
})

test('a list that is none is empty', async () => {
  await using _ = await serve((_seen, response) => json(response, 200, { articles: [] }))
  expect(await adminList('GET /api/articles')).toEqual({ items: [], total: 0, next: null })
})

test('writes fail with the words of the specification, and carry what the server said', async () => {
  await using server = await serve((_, response) =>
    json(response, 422, {
      message: 'Invalid',
      issues: [{ path: 'title', message: 'Title is required' }],
    }),
  )
  for (const [call, words] of [
    [() => createItem('articles', {}, { key: newIdempotencyKey() }), 'Failed to create article'],
    [() => createItem('news', {}, { key: newIdempotencyKey() }), 'Failed to create news item'],
    [
      () => updateItem('articles', 1, { patch: {}, revision: 'abc', key: newIdempotencyKey() }),
      'Failed to update article',
    ],
    [
      () => deleteItem('newsletters', 1, 'abc', { key: newIdempotencyKey() }),
      'Failed to delete newsletter',
    ],
  ] as const) {
    const error = await call().catch((thrown: unknown) => thrown)
    expect((error as Error).message).toBe(words)
    expect(reasonOf(error)).toBe('Invalid')
    expect(issuesOf(error)).toEqual([{ path: 'title', message: 'Title is required' }])
  }
  expect(
    server.seen.every(({ headers }) => /^[0-9a-f]{32}$/.test(String(headers['idempotency-key']))),
  ).toBe(true)
  expect(server.seen.at(-1)?.headers['if-match']).toBe('"abc"')
})
