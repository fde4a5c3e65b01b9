import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { assistWith } from '../server/analysis/assist.ts'
import { type Answering, modelServer, saying } from './model-server.ts'
import { runningSite } from './running-site.ts'
import { admin, inviteAdministrator, signIn } from './signed-in-site.ts'

const key = 'sk-test-0123456789'
const picture = sharp({ create: { width: 3000, height: 30, channels: 3, background: '#cc3311' } })
const model = await modelServer()
const site = await runningSite({
  files: {
    'style.md': 'Write of the person as they.\n',
    'media/red.png': await picture.png().toBuffer(),
  },
  env: { ...admin, OPENAI_API_KEY: key, OPENAI_BASE_URL: model.url, OPENAI_DAILY_LIMIT: '15' },
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await model[Symbol.asyncDispose]()
})
const ada = await signIn(site)

const words = { task: 'shorten', text: 'Many *words* about a kick.' } as const
const ask = (body: object = words, Cookie = ada.cookie, more: RequestInit = {}) =>
  fetch(`${site.url}/api/assist`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie },
    body: JSON.stringify(body),
    ...more,
  })
const event = (kind: string, text: string) => `data: ${JSON.stringify({ kind, text })}\n\n`
const whole = (text: string) => event('text', text) + event('end', '')

test('what the model writes comes piece by piece, and it is told the style of the site', async () => {
  let goOn = () => {}
  model.answerWith(({ say, finish }) => {
    say('Few ')
    goOn = () => {
      say('words.')
      finish()
    }
  })
  const { body } = await ask()
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe(event('text', 'Few '))
  goOn()
  let rest = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    rest += piece.value
  expect(rest).toBe(whole('words.'))
  const asked = model.asked.at(-1)
  expect(asked?.headers.authorization).toBe(`Bearer ${key}`)
  expect(asked?.text).toContain(words.text)
  expect(asked?.text).toContain('Write of the person as they.')
})

test('of a picture, the model gets its bytes from the repository, smaller, and no address; those of a private host are refused', async () => {
  model.answerWith(saying('A red line.'))
  const answer = await ask({ task: 'alt', url: '/media/red.png' })
  expect(await answer.text()).toBe(whole('A red line.'))
  const sent = model.asked.at(-1)?.text ?? ''
  expect(sent).not.toContain('red.png')
  const bytes = Buffer.from(/data:image\/jpeg;base64,([\w+/=]+)/.exec(sent)?.[1] ?? '', 'base64')
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1280, format: 'jpeg' })

  const before = model.asked.length
  const refused = await ask({ task: 'alt', url: model.url })
  expect([refused.status, model.asked.length]).toEqual([422, before])
})

const unusable = 'The analysis service gave an answer that can not be used.'
test.each<[what: string, answer: (answering: Answering) => void, status: number, message: string]>([
  [
    'is busy',
    ({ res }) => res.writeHead(429, { 'Retry-After': '120' }).end('{}'),
    503,
    'The analysis service is busy or its quota is used up. Please try again in 2 minutes.',
  ],
  ['answers with garbage', ({ res }) => res.end(`data: {${key}\n\n`), 502, unusable],
])(
  'of a model that %s, one sentence is told, and the key is not',
  async (_what, fail, status, message) => {
    model.answerWith(fail)
    const answer = await ask()
    expect([answer.status, await answer.json()]).toEqual([status, { message }])
    expect(site.output()).not.toContain(key)
  },
)

test.each<[what: string, end: (answering: Answering) => void]>([
  ['whose connection breaks', ({ res }) => res.socket?.end()],
  ['that is too long for the model', ({ finish }) => finish('length')],
])('of an answer %s, the first part is there, and a sentence', async (_what, end) => {
  model.answerWith((answering) => {
    answering.say('Few ')
    end(answering)
  })
  const sentence = 'The answer of the analysis service broke off. Please try again.'
  expect(await (await ask()).text()).toBe(event('text', 'Few ') + event('failed', sentence))
})

test('a model that falls silent within its answer is given up', async () => {
  model.answerWith(({ say }) => say('Few '))
  const pieces = assistWith(
    {
      openai: { apiKey: null, baseURL: model.url, model: null, timeoutMs: 200 },
      subject: () => null,
      styleNotes: async () => null,
      loadPicture: () => Promise.reject(new Error('no picture')),
    },
    words,
    new AbortController().signal,
  )
  expect(await pieces.next()).toEqual({ value: 'Few ', done: false })
  await expect(pieces.next()).rejects.toMatchObject({ kind: 'timeout' })
  await expect.poll(model.left).toBe(1)
})

test('when the person cancels, the connection to the model is closed', async () => {
  model.answerWith(({ say }) => say('Few '))
  const cancelled = new AbortController()
  const { body } = await ask(words, ada.cookie, { signal: cancelled.signal })
  await body?.getReader().read()
  expect(model.left()).toBe(0)
  cancelled.abort()
  await expect.poll(model.left).toBe(1)
})

test('each person has a number of requests in a day, and one that failed is none of them', async () => {
  const cookie = await inviteAdministrator(ada, 'grace')
  model.answerWith(({ res }) => res.writeHead(401).end())
  expect((await ask(words, cookie)).status).toBe(503)
  model.answerWith(saying('Few.'))
  for (let count = 0; count < 15; count += 1) expect((await ask(words, cookie)).status).toBe(200)
  const refused = await ask(words, cookie)
  expect([refused.status, await refused.json()]).toEqual([
    429,
    {
      message: expect.stringMatching(
        /^You have asked the model as often as this site allows\. Please try again in \d+ min\.$/,
      ),
    },
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  expect((await ask()).status).toBe(200)
})

test('screens know whether there is a model, and without one the call does not exist', async () => {
  const screen = async (url: string, Cookie: string) =>
    (await fetch(`${url}/admin`, { headers: { Cookie } })).text()
  expect(await screen(site.url, ada.cookie)).toContain('hasModel')
  await using plain = await runningSite({ files: { 'style.md': 'S.\n' }, env: admin })
  const bob = await signIn(plain)
  expect(await screen(plain.url, bob.cookie)).not.toContain('hasModel')
  expect((await bob.call('POST', '/api/assist', words)).status).toBe(404)
})
