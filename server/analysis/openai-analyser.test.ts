import type { ServerResponse } from 'node:http'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { type AnalysisError, contentAnalysis } from '#domain/analysis.ts'
import { type Asked, modelServer } from '../../tests/model-server.ts'
import { createAnalyser } from './create-analyser.ts'
import { createOpenAiAnalyser } from './openai-analyser.ts'

const key = 'sk-test-0123456789'
const article =
  'Sidechain compression makes room for the kick.\n\nSet Attack to 5 ms and Release to 80 ms. The bass comes back in time.'
const never = new AbortController().signal

type Answer = (received: Asked, res: ServerResponse, count: number) => void

/** A model that returns the given answers. */
async function model(answer: Answer) {
  const server = await modelServer()
  onTestFinished(() => server[Symbol.asyncDispose]())
  server.answerWith(({ asked, res }) => answer(asked, res, server.asked.length))
  const settings = { apiKey: key, baseURL: server.url, model: 'test-model', maxRetries: 0 }
  const knownTags = () => [{ tag: 'Low End', count: 4 }]
  const analyser = (more: object = {}) => createOpenAiAnalyser({ ...settings, knownTags, ...more })
  return { received: server.asked, analyser, hangUps: server.left, settings }
}

function send(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  res
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(JSON.stringify(body))
}

const completion = (content: string | null, more: object = {}, finish = 'stop') => ({
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'test-model',
  choices: [
    {
      index: 0,
      finish_reason: finish,
      message: { role: 'assistant', content, refusal: null, ...more },
    },
  ],
})

const says =
  (value: unknown): Answer =>
  (_received, res) =>
    send(res, 200, completion(typeof value === 'string' ? value : JSON.stringify(value)))

const good = {
  title: 'Room for the kick',
  excerpt:
    'Sidechain compression lets the bass wait for the kick and come back in time, with two settings.',
  metaDescription: 'How to set attack and release so that the bass makes room for the kick.',
  content: null,
  category: 'mixing',
  contentType: 'article',
  tags: ['Sidechain', 'low-end', 'compressor', '#Kick'],
}

const contentOf = (
  analyser: ReturnType<typeof createOpenAiAnalyser>,
  content = article,
  signal = never,
) => analyser.analyzeContent({ content, contentType: 'article' }, signal)

async function failure(promise: Promise<unknown>): Promise<AnalysisError> {
  return promise.then(
    () => {
      throw new Error('did not fail')
    },
    (error: AnalysisError) => error,
  )
}

const photo = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#cc3311' } })

test('a good answer becomes the proposal, with what can be counted counted here', async () => {
  const { analyser, received } = await model(says(good))
  const answer = contentAnalysis.parse(await contentOf(analyser()))
  expect(answer).toMatchObject({
    title: good.title,
    excerpt: good.excerpt,
    metaDescription: good.metaDescription,
    content: article,
    category: 'mixing',
    contentType: 'article',
    tags: ['sidechain', 'Low End', 'compressor', 'kick'],
    readTime: 1,
    featured: false,
    imageUrl: null,
  })
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    method: 'POST',
    url: '/v1/chat/completions',
    headers: { authorization: `Bearer ${key}` },
  })
})

test('the request holds the fixed instructions and what the user sent, nothing else', async () => {
  const { analyser, received } = await model(says(good))
  await contentOf(analyser())
  await contentOf(analyser(), 'Another text of the same user.')
  const [first, second] = received.map(({ body }) => body)
  expect(Object.keys(first ?? {}).sort()).toEqual(['messages', 'model', 'response_format'])
  const messages = (body?: Record<string, unknown>) =>
    body?.messages as Array<{ role: string; content: string }>
  expect(messages(first).map(({ role }) => role)).toEqual(['system', 'user'])
  expect(messages(first)[1]?.content).toBe(`Chosen content type: article\n\n${article}`)
  expect(messages(first)[0]).toEqual(messages(second)[0])
  expect(JSON.stringify(received.map(({ text }) => text))).not.toMatch(/Low End|sk-test/)
  expect(first?.response_format).toMatchObject({
    type: 'json_schema',
    json_schema: { strict: true, schema: { additionalProperties: false } },
  })
})

test('a server that takes no schema is asked for a JSON object, and then for text, and remembered', async () => {
  const { analyser, received } = await model(({ body }, res) => {
    if (body.response_format)
      send(res, 400, {
        error: {
          message: `response_format ${(body.response_format as { type: string }).type} is not supported`,
        },
      })
    else send(res, 200, completion(`Here it is:\n\`\`\`json\n${JSON.stringify(good)}\n\`\`\``))
  })
  const asked = analyser()
  expect((await contentOf(asked)).title).toBe(good.title)
  expect((await contentOf(asked)).title).toBe(good.title)
  const formats = received.map(
    ({ body }) => (body.response_format as { type: string } | undefined)?.type,
  )
  expect(formats).toEqual(['json_schema', 'json_object', undefined, undefined])
  expect(received[1]?.text).toContain('JSON schema of the object')
})

test.each<[number, AnalysisError['kind'], RegExp]>([
  [400, 'refused', /did not accept/],
  [401, 'unavailable', /API key/],
  [404, 'unavailable', /model/],
  [413, 'too-large', /too large/],
  [429, 'unavailable', /busy/],
  [500, 'unavailable', /has a problem/],
])(
  'status %i is reported in one sentence, and no message contains the key',
  async (status, kind, message) => {
    const { analyser, received } = await model((_received, res) =>
      send(res, status, { error: { message: `no ${key} for you` } }),
    )
    const error = await failure(contentOf(analyser()))
    expect(error.kind).toBe(kind)
    expect(error.message).toMatch(message)
    expect(`${error.message} ${error.cause} ${error.stack} ${JSON.stringify(error)}`).not.toContain(
      key,
    )
    expect(received).toHaveLength(1)
  },
)

test.each<[number, string, RegExp, number | null]>([
  [429, '20', /quota is used up. Please try again in 20 seconds\./, 20],
  [503, '300', /has a problem. Please try again in 5 minutes\./, 300],
  [429, 'soon', /try again later\./, null],
  [401, '20', /API key/, null],
])('of status %i with Retry-After %s, the wait is told', async (status, header, message, wait) => {
  const answer: Answer = (_received, res) =>
    send(res, status, { error: {} }, { 'retry-after': header, 'retry-after-ms': '1' })
  const { analyser, received } = await model(answer)
  expect(await failure(contentOf(analyser({ maxRetries: 1 })))).toMatchObject({
    message: expect.stringMatching(message),
    askedWait: wait,
  })
  // Nobody waits beside the person for so long.
  expect(received.length).toBe(wait === null && status === 429 ? 2 : 1)
})

test('a failure that passes is tried again once', async () => {
  const { analyser, received } = await model((received, res, count) =>
    count === 1
      ? send(res, 500, { error: { message: 'oops' } }, { 'retry-after-ms': '10' })
      : says(good)(received, res, count),
  )
  expect((await contentOf(analyser({ maxRetries: 1 }))).title).toBe(good.title)
  expect(received).toHaveLength(2)
})

test('an unreachable server is reported in one sentence', async () => {
  const { settings } = await model(says(good))
  const analyser = createOpenAiAnalyser({
    ...settings,
    baseURL: 'http://127.0.0.1:1/v1',
    knownTags: () => [],
  })
  expect(await failure(contentOf(analyser))).toMatchObject({
    kind: 'unavailable',
    message: /could not be reached/,
  })
})

test.each<[string, Answer]>([
  ['never answers', () => {}],
  [
    'stops in the middle',
    (_received, res) =>
      void res.writeHead(200, { 'Content-Type': 'application/json' }).write('{"id":'),
  ],
])('a request to a server that %s ends after the time limit', async (_what, answer) => {
  const { analyser, hangUps, received } = await model(answer)
  const error = await failure(contentOf(analyser({ timeoutMs: 200, maxRetries: 5 })))
  expect(error).toMatchObject({ kind: 'timeout', message: /too long/ })
  // On a starved machine the time may be over before the request is out.
  await expect.poll(() => received.length - hangUps()).toBe(0)
})

test('the request ends when the client disconnects', async () => {
  const gone = new AbortController()
  const { analyser, hangUps, received } = await model(() => gone.abort())
  expect((await failure(contentOf(analyser({ maxRetries: 5 }), article, gone.signal))).kind).toBe(
    'cancelled',
  )
  await expect.poll(hangUps).toBe(1)
  expect(received).toHaveLength(1)
})

test.each<[string, Answer]>([
  ['no JSON', says('I would rather talk about the weather.')],
  ['an empty object', says({})],
  ['wrong types', says({ ...good, title: ['x'], tags: 'x' })],
  ['an empty title', says({ ...good, title: ' ' })],
  ['a title as long as a book', says({ ...good, title: 'x'.repeat(6000) })],
  ['a thousand tags', says({ ...good, tags: Array.from({ length: 1000 }, () => 'x') })],
  ['nothing', says('')],
  ['no text', (_received, res) => send(res, 200, completion(null))],
  ['no choices', (_received, res) => send(res, 200, { id: 'c1', choices: [] })],
  ['another protocol', (_received, res) => send(res, 200, { hello: 'world' })],
  ['HTML', (_received, res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>')],
  [
    'broken HTTP JSON',
    (_received, res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end('{'),
  ],
])('an answer of %s can not be used', async (_what, answer) => {
  const { analyser } = await model(answer)
  expect(await failure(contentOf(analyser()))).toMatchObject({
    kind: 'nonsense',
    message: /can not be used/,
  })
})

test('an answer without end is cut off', async () => {
  const { analyser, hangUps } = await model((_received, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json' })
    const more = () => {
      while (!res.destroyed && res.write(' '.repeat(65_536)));
    }
    res.on('drain', more)
    more()
  })
  expect((await failure(contentOf(analyser()))).kind).toBe('nonsense')
  await expect.poll(hangUps).toBe(1)
})

test('a redirect is not followed, so that the key stays', async () => {
  const other = await model(says(good))
  const { analyser } = await model((_received, res) =>
    res.writeHead(307, { Location: `${other.settings.baseURL}/chat/completions` }).end(),
  )
  expect((await failure(contentOf(analyser()))).kind).toBe('unavailable')
  expect(other.received).toEqual([])
})

test.each<[string, Answer]>([
  [
    'says no',
    (_received, res) => send(res, 200, completion(null, { refusal: 'I can not help with that.' })),
  ],
  [
    'is stopped by a filter',
    (_received, res) => send(res, 200, completion('', {}, 'content_filter')),
  ],
])('a model that %s has refused', async (_what, answer) => {
  const { analyser } = await model(answer)
  expect(await failure(contentOf(analyser()))).toMatchObject({
    kind: 'refused',
    message: /declined/,
  })
})

test('values that are in no list are replaced by those of the built-in analysis', async () => {
  const { analyser } = await model(
    says({ ...good, category: '../../etc', contentType: 'sermon', tags: ['<b>', 'x'.repeat(300)] }),
  )
  const answer = contentAnalysis.parse(await contentOf(analyser()))
  expect(answer).toMatchObject({ category: 'mixing', contentType: 'article' })
  expect(answer.tags.length).toBeGreaterThanOrEqual(3)
  expect(answer.tags.join()).not.toMatch(/<b>|xxx/)
})

test('either spelling of a category is understood', async () => {
  const { analyser } = await model(says({ ...good, category: 'Sound-Design', contentType: 'News' }))
  expect(await contentOf(analyser())).toMatchObject({
    category: 'sound_design',
    contentType: 'news',
  })
})

test('texts are cut to their length and have no markup', async () => {
  const { analyser } = await model(
    says({
      ...good,
      title: '**Room** for <script>alert(1)</script>the kick',
      excerpt: `The bass waits, ${'and it waits for the kick, '.repeat(30)}`,
      metaDescription: `The bass waits, ${'and it waits for the kick, '.repeat(30)}`,
    }),
  )
  const answer = contentAnalysis.parse(await contentOf(analyser()))
  expect(answer.title).toBe('Room for the kick')
  expect(answer.excerpt.length).toBeLessThanOrEqual(200)
  expect(answer.metaDescription.length).toBeLessThanOrEqual(160)
})

test('content with the same words in better form is taken', async () => {
  const content =
    '## Sidechain compression makes room for the kick.\n\n- Set **Attack** to 5 ms and **Release** to 80 ms.\n- The bass comes back in time.'
  const { analyser } = await model(says({ ...good, content }))
  expect((await contentOf(analyser())).content).toBe(content)
})

test.each([
  [
    'reworded',
    'Sidechain compression creates room for the kick.\n\nSet Attack to 5 ms and Release to 80 ms. The bass comes back in time.',
  ],
  ['with another number', article.replace('80', '90')],
  ['shortened', 'Sidechain compression makes room for the kick.'],
  ['with a script', `${article}\n\n<script>alert(1)</script>`],
  ['with a link', article.replace('kick', '[kick](https://evil.example)')],
])('content that is %s is thrown away', async (_what, content) => {
  const { analyser } = await model(says({ ...good, content }))
  expect((await contentOf(analyser())).content).toBe(article)
})

test('a picture is sent as a small JPEG without EXIF, with its context and nothing else', async () => {
  const { analyser, received } = await model(
    says({
      description: 'A red square.',
      relevance: 'Low',
      tags: ['Red'],
      ableton_elements: ['EQ Eight', 'EQ Eight', ''],
    }),
  )
  const image = await photo()
    .withExif({ IFD0: { Copyright: 'secret person' } })
    .jpeg()
    .toBuffer()
  expect(image.toString('latin1')).toContain('secret person')
  const answer = await analyser().analyzeImage(
    { image, context: 'Music production imagery', name: '' },
    never,
  )
  expect(answer).toEqual({
    description: 'A red square.',
    relevance: 'low',
    tags: ['red'],
    ableton_elements: ['EQ Eight'],
  })
  const [, user] = received[0]!.body.messages as Array<{
    content: Array<{ type: string; text?: string; image_url?: { url: string } }>
  }>
  expect(user?.content.map(({ type }) => type)).toEqual(['text', 'image_url'])
  expect(user?.content[0]?.text).toBe('Music production imagery')
  const sent = Buffer.from(user?.content[1]?.image_url?.url.split(',')[1] ?? '', 'base64')
  expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 40 })
  expect(sent.toString('latin1')).not.toContain('secret person')
})

test.each([
  [
    'another relevance',
    { description: 'x', relevance: 'enormous', tags: [], ableton_elements: [] },
  ],
  ['no description', { description: '', relevance: 'low', tags: [], ableton_elements: [] }],
])('a picture answer with %s can not be used', async (_what, answer) => {
  const { analyser } = await model(says(answer))
  const asked = analyser().analyzeImage(
    { image: await photo().png().toBuffer(), context: '', name: '' },
    never,
  )
  expect((await failure(asked)).kind).toBe('nonsense')
})

test('tags of a picture are short, in small letters and in the site’s spelling', async () => {
  const { analyser } = await model(
    says({ tags: ['Low_End', 'EQ Eight', 'eq eight', '', 'y'.repeat(80), '<i>kick</i>'] }),
  )
  const tags = await analyser().suggestImageTags(
    { image: await photo().png().toBuffer(), content: 'About bass.' },
    never,
  )
  expect(tags).toEqual(['Low End', 'eq eight', 'kick'])
})

test('a file that is not a picture is not sent', async () => {
  const { analyser, received } = await model(says({ tags: [] }))
  expect(
    (
      await failure(
        analyser().suggestImageTags({ image: Buffer.from('<svg/>'), content: '' }, never),
      )
    ).kind,
  ).toBe('picture')
  expect(received).toEqual([])
})

test.each([
  [{ apiKey: null, baseURL: null, model: null }, 'builtin'],
  [{ apiKey: 'k', baseURL: null, model: null }, 'openai'],
  [{ apiKey: null, baseURL: 'http://127.0.0.1:1/v1', model: 'm' }, 'openai'],
])('settings %j choose the engine %s', async (openai, engine) => {
  const analyser = createAnalyser({ openai, knownTags: () => [] })
  expect(analyser.engine).toBe(engine)
})

test('front matter of a text reaches no engine: its words are proposed, and it is not in the content', async () => {
  const head =
    '---\ntitle: The kick first\nexcerpt: ""\ntags: [kick, Low End]\ndraft: true\n---\n\n'
  const openai = { apiKey: null, baseURL: null, model: null }
  const builtin = createAnalyser({ openai, knownTags: () => [] })
  const [plain, written] = await Promise.all(
    [article, head + article].map((content) =>
      builtin.analyzeContent({ content, contentType: 'article' }, never),
    ),
  )
  expect(written).toEqual({ ...plain, title: 'The kick first', tags: ['kick', 'Low End'] })

  const { received, settings } = await model(says(good))
  const asked = createAnalyser({ openai: settings, knownTags: () => [] })
  const answer = await asked.analyzeContent(
    { content: head + article, contentType: 'article' },
    never,
  )
  expect(answer).toMatchObject({
    title: 'The kick first',
    content: article,
    tags: ['kick', 'Low End'],
  })
  expect(received[0]?.text).not.toContain('draft: true')
})
