import { createHmac } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Subscriber } from '#domain/subscriber.ts'
import { newsletterService } from '../../../../tests/newsletter-service.ts'
import { askedWait } from '../../../platform/asked-wait.ts'
import type { AttemptError } from '../retries.ts'
import { createProvider } from './create-provider.ts'
import { callService } from './provider.ts'

const service = await newsletterService()
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(() => {
  service.calls.length = 0
  service.answer(() => ({ status: 200 }))
})

const { signal } = new AbortController()
const person: Subscriber = {
  id: 7,
  email: "o'neill+notes@example.org",
  subscribedAt: '2026-11-21T10:00:00.000Z',
  status: 'active',
  source: 'footer',
  utm: { source: 'mastodon' },
  customFields: { subscription_type: 'newsletter' },
  consent: { at: '2026-11-21T10:00:00.000Z', page: 'https://notes.example.org/', wording: '1' },
  confirmedAt: null,
  unsubscribedAt: null,
  confirmation: { sent: 0, lastAt: null, due: false },
  told: null,
}
const webhook = () => createProvider({ kind: 'webhook', url: `${service.url}/hook`, apiKey: 'key' })
const calls = () => service.calls.map(({ method, url }) => `${method} ${url}`)
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: AttemptError) => error,
  )

test('a webhook gets a signed body, and DELETE for people who unsubscribe', async () => {
  const provider = webhook()
  await provider.subscribe(person, signal)
  await provider.unsubscribe(person, signal)
  expect(calls()).toEqual(['POST /hook', 'DELETE /hook'])
  for (const { body, headers, json } of service.calls) {
    expect(json).toEqual({
      email: person.email,
      subscribedAt: person.subscribedAt,
      source: 'footer',
      customFields: person.customFields,
    })
    expect(headers['x-signature-256']).toBe(
      `sha256=${createHmac('sha256', 'key').update(body).digest('hex')}`,
    )
  }
  service.answer(() => ({ status: 405 }))
  await provider.unsubscribe(person, signal)
  expect(await errorOf(provider.subscribe(person, signal))).toMatchObject({ scope: 'person' })
})

test('Buttondown gets a regular subscriber, and a change when the address is known', async () => {
  const provider = createProvider({
    kind: 'buttondown',
    url: `${service.url}/`,
    apiKey: 'key',
    tag: 'weekly',
  })
  await provider.subscribe(person, signal)
  expect(service.calls[0]).toMatchObject({
    method: 'POST',
    url: '/v1/subscribers',
    headers: { authorization: 'Token key' },
    json: {
      email_address: person.email,
      type: 'regular',
      tags: ['weekly'],
      utm_source: 'mastodon',
    },
  })
  for (const known of [{ status: 409 }, { status: 400, json: { code: 'email_already_exists' } }]) {
    service.calls.length = 0
    service.answer(({ method }) => (method === 'POST' ? known : { status: 200 }))
    await provider.subscribe(person, signal)
    expect(calls()).toEqual([
      'POST /v1/subscribers',
      "PATCH /v1/subscribers/o'neill%2Bnotes%40example.org",
    ])
  }
  service.answer(() => ({ status: 404 }))
  await provider.unsubscribe(person, signal)
  expect(service.calls.at(-1)?.json).toEqual({ type: 'unsubscribed' })
  service.answer(() => ({ status: 400, json: { code: 'email_invalid' } }))
  expect(await errorOf(provider.subscribe(person, signal))).toMatchObject({ scope: 'person' })
})

test('listmonk gets a confirmed subscription, and the lists of a known address are changed', async () => {
  const provider = createProvider({
    kind: 'listmonk',
    url: service.url,
    apiKey: 'api:token',
    lists: [3],
  })
  await provider.subscribe(person, signal)
  expect(service.calls[0]).toMatchObject({
    url: '/api/subscribers',
    headers: { authorization: 'token api:token' },
    json: { email: person.email, lists: [3], status: 'enabled', preconfirm_subscriptions: true },
  })
  service.calls.length = 0
  const results = [
    { id: 8, email: `x${person.email}` },
    { id: 9, email: person.email.toUpperCase() },
  ]
  service.answer(({ method }) =>
    method === 'POST'
      ? { status: 409 }
      : { status: 200, json: method === 'GET' ? { data: { results } } : {} },
  )
  await provider.subscribe(person, signal)
  await provider.unsubscribe(person, signal)
  const search = new URLSearchParams({ search: person.email, per_page: '100' })
  expect(calls()).toEqual([
    'POST /api/subscribers',
    `GET /api/subscribers?${search}`,
    'PUT /api/subscribers/lists',
    `GET /api/subscribers?${search}`,
    'PUT /api/subscribers/lists',
  ])
  expect(service.calls[2]?.json).toEqual({
    ids: [9],
    target_list_ids: [3],
    action: 'add',
    status: 'confirmed',
  })
  expect(service.calls[4]?.json).toEqual({ ids: [9], target_list_ids: [3], action: 'unsubscribe' })
})

test.each([
  [500, /internal error/],
  [503, /internal error/],
  [429, /busy/],
  [401, /NEWSLETTER_API_KEY/],
  [403, /NEWSLETTER_API_KEY/],
  [302, /NEWSLETTER_URL/],
])(
  'an answer of %i is an error of the service, and its message does not name the person',
  async (status, message) => {
    service.answer(() => ({ status, json: { message: person.email } }))
    const error = await errorOf(webhook().subscribe(person, signal))
    expect(error).toMatchObject({
      scope: 'service',
      slow: false,
      message: expect.stringMatching(message),
    })
    expect(error?.message).not.toContain('@')
  },
)

test('a call of a hanging service is aborted, and a missing one is reported as unreachable', async () => {
  service.answer('hang')
  const request = { method: 'GET', url: service.url, headers: {} }
  expect(await errorOf(callService('It', request, signal, 50))).toMatchObject({
    scope: 'service',
    slow: true,
    message: expect.stringContaining('did not answer'),
  })
  const gone = await newsletterService()
  await gone[Symbol.asyncDispose]()
  expect(await errorOf(callService('It', { ...request, url: gone.url }, signal))).toMatchObject({
    scope: 'service',
    slow: false,
    message: expect.stringContaining('out of reach'),
  })
})

test.each(['buttondown', 'listmonk'] as const)(
  'a server in place of %s that is another program learns no addresses',
  async (kind) => {
    const settings = { url: service.url, apiKey: 'api:token' }
    const provider = createProvider(
      kind === 'buttondown' ? { kind, ...settings, tag: null } : { kind, ...settings, lists: [3] },
    )
    for (const answer of [
      { status: 200, text: '<!doctype html><title>Sign in</title>' },
      { status: 201, text: '' },
      { status: 404, text: 'Not here' },
      { status: 200, text: 'null' },
      { status: 200, text: '{"half": ' },
    ]) {
      service.answer(() => answer)
      for (const call of [provider.subscribe, provider.unsubscribe])
        expect([answer, await errorOf(call(person, signal))]).toEqual([
          answer,
          expect.objectContaining({
            scope: 'service',
            message: expect.stringContaining('NEWSLETTER_URL'),
          }),
        ])
    }
  },
)

test('an endless answer is not read completely', async () => {
  service.answer(() => ({ status: 200, text: 'x'.repeat(20 * 1024 * 1024) }))
  const { json } = await callService('It', { method: 'GET', url: service.url, headers: {} }, signal)
  expect(json).toBeNull()
})

test('a busy service says how long to wait', async () => {
  service.answer(() => ({ status: 429, headers: { 'Retry-After': '120' } }))
  expect(await errorOf(webhook().subscribe(person, signal))).toMatchObject({
    scope: 'service',
    askedWaitMs: 120_000,
  })
})

test.each([
  [null, null],
  ['', null],
  ['soon', null],
  ['-5', null],
  ['0', 0],
  ['7', 7000],
  ['999999999', 3_600_000],
  ['Sat, 21 Nov 2026 10:01:00 GMT', 60_000],
  ['Sat, 21 Nov 2026 09:59:00 GMT', null],
])('Retry-After %j is a wait of %j ms', (header, wait) => {
  expect(askedWait(header, Date.parse('2026-11-21T10:00:00Z'))).toBe(wait)
})
