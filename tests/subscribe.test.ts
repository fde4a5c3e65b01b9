import { afterAll, beforeEach, expect, test } from 'vitest'
import { ask, post, untilRefused } from './http-client.ts'
import { articleFile, type RunningSite, runningSite } from './running-site.ts'
import { type Administrator, admin, signIn } from './signed-in-site.ts'

const origin = 'https://notes.example.org'
const site: RunningSite = await runningSite({
  files: { 'articles/a.md': articleFile({ id: '1', title: 'A' }) },
  // Each test uses its own network address through a proxy, so that they do not share limits.
  env: { ...admin, SITE_URL: origin, TRUST_PROXY: 'loopback' },
})
afterAll(() => site[Symbol.asyncDispose]())

let network = 0
beforeEach(() => {
  network += 1
})

interface Row {
  id: number
  email: string
  source: string
  subscribedAt: string
  active: boolean
  status: string
  utm: object
  customFields: object
  consent: object
}
let ada: Administrator | null = null
async function rows(): Promise<Array<Row>> {
  ada ??= await signIn(site)
  return (await ada.call<Array<Row>>('GET', '/api/subscribers')).body
}
const rowOf = async (email: string) =>
  (await rows()).filter((row) => row.email.toLowerCase() === email.toLowerCase())
const send = (value: unknown, headers: Record<string, string> = {}) =>
  post(site.url, '/api/subscribe', value, { 'X-Forwarded-For': `10.0.0.${network}`, ...headers })
const messageOf = ({ text }: { text: string }) => (JSON.parse(text) as { message: string }).message

const whole = (email: string) => ({
  email,
  source: 'article_page',
  utm_source: 'mail',
  utm_medium: 'letter',
  utm_campaign: 'autumn',
  custom_fields: {
    page_url: 'https://notes.example.org/article/a',
    subscription_type: 'newsletter',
    download_id: 5,
  },
})

test('a subscription is stored as it was sent, with its time', async () => {
  const before = new Date().toISOString()
  const answer = await send(whole('Ada@Example.org'))
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { ok: true }])
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(await rowOf('ada@example.org')).toEqual([
    {
      id: expect.any(Number),
      email: 'Ada@Example.org',
      subscribedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      active: true,
      status: 'active',
      consent: {
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        page: 'https://notes.example.org/article/a',
        wording: expect.stringMatching(/\w/),
      },
      confirmedAt: null,
      unsubscribedAt: null,
      synced: null,
      unsure: false,
      unsubscribeUrl: expect.stringMatching(
        /^https:\/\/notes\.example\.org\/unsubscribe\?token=[\w.-]+$/,
      ),
      source: 'article_page',
      utm: { source: 'mail', medium: 'letter', campaign: 'autumn' },
      customFields: {
        page_url: 'https://notes.example.org/article/a',
        subscription_type: 'newsletter',
        download_id: 5,
      },
    },
  ])
  expect(
    (await rowOf('ada@example.org'))[0]?.subscribedAt.localeCompare(before),
  ).toBeGreaterThanOrEqual(0)
})

test('a known address gets the same answer, keeps its first data and is stored once', async () => {
  const first = await send(whole('known@example.org'))
  const again = await send({ email: '  KNOWN@example.org ', source: 'footer' })
  expect([again.status, again.text]).toEqual([first.status, first.text])
  expect((await rowOf('known@example.org')).map(({ source }) => source)).toEqual(['article_page'])
})

test.each([
  '',
  ' ',
  'ada',
  'ada@',
  '@example.org',
  'ada@example',
  'a da@example.org',
  'ada@@example.org',
  'a@b.c,d@e.f',
  '<a@b.cd>',
  `${'a'.repeat(250)}@example.org`,
  'ada@example.org\nBcc: eve@evil.example',
  'ada\u0000@example.org',
  'аda@example.org',
  5,
  null,
  ['a@b.cd'],
  { a: 1 },
])('the address %j is refused with a message', async (email) => {
  const before = (await rows()).length
  const answer = await send({ email, source: 'footer' })
  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.text)).toEqual({
    message: expect.any(String),
    issues: [{ path: 'email', message: expect.any(String) }],
  })
  if (typeof email === 'string')
    expect(messageOf(answer)).toBe('Please enter a valid email address.')
  expect(await rows()).toHaveLength(before)
})

test.each([
  ['nothing', ''],
  ['half an object', '{"email": "a@b.cd"'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a text', '"a@b.cd"'],
  ['an unknown key', JSON.stringify({ ...whole('x1@example.org'), admin: true })],
  [
    'a nested field',
    JSON.stringify({ ...whole('x3@example.org'), custom_fields: { a: { b: 1 } } }),
  ],
  [
    'too many fields',
    JSON.stringify({
      ...whole('x4@example.org'),
      custom_fields: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, at])),
    }),
  ],
  ['a very long source', JSON.stringify({ ...whole('x5@example.org'), source: 'x'.repeat(200) })],
  ['a prototype', '{"email":"x6@example.org","source":"footer","__proto__":{"admin":true}}'],
  [
    'a constructor',
    '{"email":"x7@example.org","source":"footer","constructor":{"prototype":{"admin":true}}}',
  ],
])('%s is refused with 400', async (_, body) => {
  const answer = await send(body)
  expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringMatching(/\w/)])
  expect((await rows()).filter(({ email }) => email.startsWith('x'))).toEqual([])
})

test('an address alone is enough; its source is unknown then', async () => {
  for (const [name, body] of Object.entries({
    alone: {},
    empty: { source: ' ' },
    null: { source: null, custom_fields: null },
  })) {
    const answer = await send({ email: `${name}@alone.example`, ...body })
    expect([name, answer.status, JSON.parse(answer.text)]).toEqual([name, 200, { ok: true }])
    expect(await rowOf(`${name}@alone.example`)).toMatchObject([{ source: 'unknown' }])
  }
})

/** Messages of a schema library that only programmers understand. */
const noWordsForPeople =
  /expected|received|invalid (input|option|type)|too (big|small):|unrecognized|[<>]=|undefined|zod/i

test.each([
  ['/api/subscribe', {}],
  ['/api/subscribe', []],
  ['/api/subscribe', { email: 5 }],
  ['/api/subscribe', { email: 'a@b.cd', source: 5 }],
  ['/api/subscribe', { email: 'a@b.cd', source: 'x'.repeat(200) }],
  ['/api/subscribe', { email: 'a@b.cd', utm_source: 'x'.repeat(400) }],
  ['/api/subscribe', { email: 'a@b.cd', utm_medium: {} }],
  ['/api/subscribe', { email: 'a@b.cd', admin: true }],
  ['/api/subscribe', { email: 'a@b.cd', custom_fields: 'x' }],
  ['/api/subscribe', { email: 'a@b.cd', custom_fields: { a: [1] } }],
  ['/api/subscribe', { email: 'a@b.cd', custom_fields: { ['k'.repeat(80)]: 1 } }],
  ['/api/subscribe', { email: 'a@b.cd', custom_fields: { a: 'x'.repeat(3000) } }],
  [
    '/api/subscribe',
    {
      email: 'a@b.cd',
      custom_fields: Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((key) => [key, 1])),
    },
  ],
  ['/api/subscribe', 'no JSON'],
  ['/api/auth/login', {}],
  ['/api/auth/login', []],
  ['/api/auth/login', { username: 'x'.repeat(200), password: 'y' }],
  ['/api/auth/login', { username: 1, password: [] }],
  ['/api/auth/login', { username: 'a', password: 'b', more: 1 }],
  ['/api/auth/login', 'no JSON'],
  ['/api/auth/register', {}],
  ['/api/auth/register', { username: 'ada lovelace', password: 'x', code: 5 }],
  ['/api/auth/register', { username: 'eve', password: 'x', code: 'x'.repeat(200) }],
  ['/api/auth/register', { username: 'eve', password: 'x'.repeat(2000) }],
  ['/api/articles?limit=many', null],
  ['/api/articles?limit=100000', null],
  ['/api/articles?sort=best', null],
  ['/api/news?cursor=5', null],
  ['/api/articles/abc', null],
  ['/confirm?token=x', 'POST'],
  ['/unsubscribe?token=x', 'POST'],
  ['/downloads/none?token=x', null],
])('%s rejects %j with a readable sentence', async (path, body) => {
  const answer = body === null ? await ask(site.url, path) : await post(site.url, path, body)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  const told = path.startsWith('/api')
    ? (JSON.parse(answer.text) as { message: string; issues?: Array<{ message: string }> })
    : null
  for (const message of told
    ? [told.message, ...(told.issues ?? []).map((issue) => issue.message)]
    : []) {
    expect(message).toMatch(/^[\p{Lu}“].*\s\S/u)
    expect(message).not.toMatch(noWordsForPeople)
  }
})

test('a prototype among the custom fields is no field and changes nothing', async () => {
  const answer = await send(
    '{"email":"proto@example.org","source":"footer","custom_fields":{"__proto__":"x","toString":"y","a":1}}',
  )
  expect([200, 400]).toContain(answer.status)
  const next = await send(whole('after-proto@example.org'))
  expect(next.status).toBe(200)
  expect(await rowOf('after-proto@example.org')).toHaveLength(1)
  for (const { customFields } of await rows())
    expect(Object.keys(customFields)).not.toContain('__proto__')
})

test('links and codes in the address of a page are neither cached nor passed on', async () => {
  const pages = [
    ['/unsubscribe?token=5.abc', '/unsubscribe'],
    ['/subscribed?download=%2Fdownloads%2Fa%3Ftoken%3Dx&confirm=mail', '/subscribed?confirm=mail'],
    ['/auth?code=secret', '/auth'],
    ['/news?utm_source=a%20b', '/news?utm_source=a%20b'],
  ]
  for (const [at, [sent, kept]] of pages.entries()) {
    const page_url = `${origin}${sent}`
    await send({ email: `at${at}@secret.example`, source: 'footer', custom_fields: { page_url } })
    expect(await rowOf(`at${at}@secret.example`)).toMatchObject([
      { consent: { page: `${origin}${kept}` }, customFields: { page_url: `${origin}${kept}` } },
    ])
  }
})

test('a body with another content type than JSON is rejected', async () => {
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml']) {
    const answer = await send('email=text@example.org&source=footer', { 'Content-Type': type })
    expect([type, answer.status]).toEqual([type, 400])
  }
  expect(await rowOf('text@example.org')).toEqual([])
})

test('a form without script is redirected to a page with the result', async () => {
  const form = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Referer: `${origin}/article/a?utm_source=mail`,
  }
  const answer = await send('email=form%40example.org&subscription_type=newsletter', form)
  expect([answer.status, answer.headers.location]).toEqual([303, '/subscribed'])
  expect(await rowOf('form@example.org')).toMatchObject([
    { source: 'article_page', utm: { source: 'mail' } },
  ])
  const wrong = await send('email=nobody', form)
  expect([wrong.status, wrong.headers.location]).toEqual([
    303,
    '/subscribed?problem=email&source=article_page',
  ])
  expect(
    (await send('email=x%40example.org', { ...form, Origin: 'https://evil.example' })).status,
  ).toBe(403)
  for (const path of [
    '/subscribed',
    '/subscribed?problem=email',
    '/subscribed?problem=%3Cscript%3E',
  ]) {
    const page = await ask(site.url, path)
    expect([path, page.status, page.text.includes('<script>"')]).toEqual([path, 200, false])
  }
})

test('a body of more than 20 KB is rejected, with or without a Content-Length', async () => {
  const large = JSON.stringify({
    ...whole('large@example.org'),
    custom_fields: { a: 'x'.repeat(21_000) },
  })
  for (const headers of [{}, { 'Transfer-Encoding': 'chunked' }] as Array<Record<string, string>>) {
    const answer = await send(large, headers)
    expect([answer.status, messageOf(answer)]).toEqual([413, expect.stringMatching(/large/)])
  }
})

test('only the site’s own pages may subscribe from a browser', async () => {
  const port = new URL(site.url).port
  const foreign: Array<Record<string, string>> = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: `${origin}.evil.example` },
    { Origin: 'http://notes.example.org' },
    { Origin: `${origin}:8443` },
    { Origin: 'https://evil.example', Host: 'evil.example' },
    { Origin: `http://127.0.0.1:${Number(port) + 1}` },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ]
  for (const headers of foreign) {
    const answer = await send(whole('foreign@example.org'), headers)
    expect([headers, answer.status]).toEqual([headers, 403])
    expect(messageOf(answer)).toContain('SITE_URL')
    expect(messageOf(answer)).toContain(origin)
  }
  expect(await rowOf('foreign@example.org')).toEqual([])
  const own: Array<Record<string, string>> = [
    {},
    { Origin: origin },
    { Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { Origin: site.url },
    { Origin: `http://localhost:${port}`, Host: `localhost:${port}` },
  ]
  for (const headers of own)
    expect([headers, (await send(whole('own@example.org'), headers)).status]).toEqual([
      headers,
      200,
    ])
})

test('after sixty requests at once a network has to wait a little; other networks do not', async () => {
  const answers = await untilRefused((at) =>
    send({ email: `burst${at}@example.org`, source: 'footer' }),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(60)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(5)
    expect(messageOf(answer)).toMatch(/\w/)
  }
  expect((await send(whole('other@example.org'), { 'X-Forwarded-For': '10.1.0.1' })).status).toBe(
    200,
  )
  await expect.poll(async () => (await send(whole('later@example.org'))).status).toBe(200)
})

test('two hundred subscriptions of a hundred addresses at once are a hundred rows', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      send(
        { email: `many${at % 100}@example.org`, source: 'footer' },
        { 'X-Forwarded-For': `10.2.${at}.1` },
      ),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const many = (await rows()).filter(({ email }) => email.startsWith('many'))
  expect(many).toHaveLength(100)
  const ids = (await rows()).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a program that fills in the hidden field gets a success response and is not added', async () => {
  const person = await send(whole('person@example.org'))
  const bait = { ...whole('bot@example.org'), custom_fields: { website: 'https://spam.example' } }
  const bot = await send(bait)
  expect([bot.status, bot.text]).toEqual([person.status, person.text])
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const sent = await send('email=bot%40example.org&website=x', form)
  expect([sent.status, sent.headers.location]).toEqual([303, '/subscribed'])
  expect(await rowOf('bot@example.org')).toEqual([])
  await send('email=reader%40example.org&website=', form)
  expect(await rowOf('reader@example.org')).toMatchObject([{ source: 'form' }])
})

test('a person who subscribes again after leaving gets a new consent and keeps their first data', async () => {
  await send(whole('back@example.org'))
  const [before] = await rowOf('back@example.org')
  const { unsubscribeUrl } = before as Row & { unsubscribeUrl: string }
  await ask(site.url, unsubscribeUrl.slice(origin.length), { method: 'POST' })
  expect(await rowOf('back@example.org')).toMatchObject([{ active: false, status: 'unsubscribed' }])
  const again = await send({
    email: 'back@example.org',
    source: 'footer',
    custom_fields: { page_url: `${origin}/about`, subscription_type: 'newsletter' },
  })
  expect(JSON.parse(again.text)).toEqual({ ok: true })
  expect(await rowOf('back@example.org')).toMatchObject([
    { id: before?.id, active: true, source: 'article_page', consent: { page: `${origin}/about` } },
  ])
})

test('nothing of the list is in the log or in git', async () => {
  await send(whole('unlogged@example.org'))
  expect(await rowOf('unlogged@example.org')).toHaveLength(1)
  expect(site.output()).not.toMatch(/@example\.org|10\.\d+\.\d+\.\d+/)
  expect(await site.repository.git('log', '--all', '-p')).not.toContain('unlogged@example.org')
})
