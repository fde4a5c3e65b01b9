import { createServer } from 'node:http'
import express from 'express'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { AnalysisError, type ContentAnalysis, type ImageAnalysis } from '#domain/analysis.ts'
import { listening } from '../../tests/listening-server.ts'
import { openGate } from '../../tests/open-gate.ts'
import { createErrorHandler } from '../http/error-handler.ts'
import { type Analysis, analysisApi } from './analysis-api.ts'

const seen: ImageAnalysis = {
  description: 'A picture.',
  relevance: 'low',
  tags: ['one'],
  ableton_elements: [],
}

/** The API on a port, with an analyser that records its requests. */
async function api(
  more: Partial<Analysis> = {},
  loadPicture = async (address: string): Promise<Uint8Array> => Buffer.from(address),
) {
  const asked: Array<unknown> = []
  const analyser: Analysis = {
    analyzeContent: async (request) => {
      asked.push(request)
      return { title: 'A title', content: request.content } as ContentAnalysis
    },
    analyzeImage: async (request) => {
      asked.push({ ...request, image: Buffer.from(request.image).toString() })
      return seen
    },
    suggestImageTags: async (request) => {
      asked.push({ ...request, image: Buffer.from(request.image).toString() })
      return ['one', 'two']
    },
    ...more,
  }
  const app = express()
  app.use('/api', analysisApi({ analyser, loadPicture }, openGate))
  app.use(createErrorHandler(pino({ enabled: false })))
  const server = await listening(createServer(app))
  onTestFinished(() => server[Symbol.asyncDispose]())
  const post = (path: string, body: unknown, signal?: AbortSignal) =>
    fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal && { signal }),
    })
  return { post, asked }
}

const image = Buffer.from('bytes').toString('base64')

test('a text is analyzed', async () => {
  const { post, asked } = await api()
  const response = await post('analyze-content', { content: 'Long enough.', contentType: 'news' })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await response.json()).toEqual({ title: 'A title', content: 'Long enough.' })
  expect(asked).toEqual([{ content: 'Long enough.', contentType: 'news' }])
})

test('a picture comes as base64, with or without its prefix, or by its address', async () => {
  const { post, asked } = await api()
  for (const body of [
    { image, context: 'about' },
    { image: `data:image/png;base64,${image}` },
    { url: '/media/a.png' },
  ]) {
    const response = await post('analyze-image', body)
    expect(await response.json()).toEqual(seen)
  }
  expect(asked).toEqual([
    { image: 'bytes', context: 'about', name: '' },
    { image: 'bytes', context: '', name: '' },
    { image: '/media/a.png', context: '', name: 'a.png' },
  ])
})

test('tags are suggested for a picture in its text', async () => {
  const { post, asked } = await api()
  const response = await post('suggest-image-tags', { image, content: 'The text.' })
  expect(await response.json()).toEqual({ tags: ['one', 'two'] })
  expect(asked).toEqual([{ image: 'bytes', content: 'The text.' }])
})

test.each([
  [
    'analyze-content',
    'nine characters',
    { content: 'too short' },
    422,
    'Please enter more content to analyze.',
  ],
  [
    'analyze-content',
    'white space around few characters',
    { content: '   short      ' },
    422,
    'Please enter more content to analyze.',
  ],
  ['analyze-content', 'a number', { content: 12 }, 422, 'Please enter more content to analyze.'],
  ['analyze-content', 'an empty body', {}, 422, 'Please enter more content to analyze.'],
  [
    'analyze-content',
    'a text that is too long',
    { content: 'x'.repeat(500_001) },
    422,
    'The content is too long to be analyzed.',
  ],
  [
    'analyze-content',
    'an unknown type',
    { content: 'Long enough.', contentType: 'poem' },
    422,
    /./,
  ],
  ['analyze-content', 'an unknown key', { content: 'Long enough.', extra: 1 }, 422, /./],
  [
    'analyze-content',
    'a prototype',
    '{"content":"Long enough.","__proto__":{"admin":true}}',
    422,
    /./,
  ],
  ['analyze-content', 'broken JSON', '{bad', 400, 'The request body is not valid JSON.'],
  [
    'analyze-content',
    'a body of two megabytes',
    { content: 'x'.repeat(2_100_000) },
    413,
    'The request is too large.',
  ],
  ['analyze-image', 'no picture', {}, 422, 'Send either the image itself or its url.'],
  [
    'analyze-image',
    'a picture twice',
    { image, url: '/media/a.png' },
    422,
    'Send either the image itself or its url.',
  ],
  ['analyze-image', 'no base64', { image: 'no base64!' }, 422, 'The image is sent as base64.'],
  ['analyze-image', 'an empty picture', { image: '' }, 422, 'The image is sent as base64.'],
  [
    'analyze-image',
    'an address that is too long',
    { url: 'x'.repeat(2001) },
    422,
    'This address is too long.',
  ],
  [
    'analyze-image',
    'a picture of sixteen megabytes',
    { image: 'A'.repeat(15_800_000) },
    413,
    'The request is too large.',
  ],
  [
    'suggest-image-tags',
    'only a text',
    { content: 'only text' },
    422,
    'Send either the image itself or its url.',
  ],
])('%s refuses %s', async (path, _what, body, status, message) => {
  const { post, asked } = await api()
  const response = await post(path, body)
  expect(response.status).toBe(status)
  expect((await response.json()).message).toMatch(message)
  expect(asked).toEqual([])
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})

test.each<[AnalysisError['kind'], number]>([
  ['timeout', 504],
  ['unavailable', 503],
  ['refused', 422],
  ['nonsense', 502],
  ['picture', 415],
  ['too-large', 413],
  ['address', 422],
])('a failure of kind %s answers %i with its sentence', async (kind, status) => {
  const { post } = await api({
    analyzeContent: () =>
      Promise.reject(new AnalysisError(kind, 'One sentence.', new Error('inner secret'))),
  })
  const response = await post('analyze-content', { content: 'Long enough.' })
  expect(response.status).toBe(status)
  expect(await response.text()).toBe('{"message":"One sentence."}')
})

test('an unexpected failure tells nothing of itself', async () => {
  const { post } = await api({ analyzeContent: () => Promise.reject(new Error('inner secret')) })
  const response = await post('analyze-content', { content: 'Long enough.' })
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret')
})

test('a picture that cannot be loaded is reported in one sentence', async () => {
  const { post } = await api({}, () =>
    Promise.reject(new AnalysisError('address', 'Only public addresses.')),
  )
  const response = await post('analyze-image', { url: 'http://127.0.0.1/' })
  expect(response.status).toBe(422)
  expect((await response.json()).message).toBe('Only public addresses.')
})

/** An analyser whose answers wait until the test releases them. */
function waitingAnalyser() {
  const running: Array<{ signal: AbortSignal; finish: () => void }> = []
  const analyzeContent: Analysis['analyzeContent'] = (request, signal) =>
    new Promise((resolve, reject) => {
      running.push({ signal, finish: () => resolve({ title: request.content } as ContentAnalysis) })
      signal.addEventListener('abort', () => reject(new AnalysisError('cancelled', 'Gone.')))
    })
  return { running, analyzeContent }
}

test('two are analyzed at a time, the others in order', async () => {
  const { running, analyzeContent } = waitingAnalyser()
  const { post } = await api({ analyzeContent })
  const answers = [1, 2, 3].map((number) =>
    post('analyze-content', { content: `Content ${number} here` }),
  )
  await expect.poll(() => running.length).toBe(2)
  running[0]?.finish()
  await expect.poll(() => running.length).toBe(3)
  running[1]?.finish()
  running[2]?.finish()
  const statuses = (await Promise.all(answers)).map((response) => response.status)
  expect(statuses).toEqual([200, 200, 200])
})

test('the work for a disconnected client ends, and the next one gets its place', async () => {
  const { running, analyzeContent } = waitingAnalyser()
  const { post } = await api({ analyzeContent })
  const gone = new AbortController()
  const leavers = [1, 2, 3].map((number) =>
    post('analyze-content', { content: `Leaver ${number} here` }, gone.signal).catch(() => 'gone'),
  )
  await expect.poll(() => running.length).toBe(2)
  gone.abort()
  await Promise.all(leavers)
  await expect.poll(() => running.every(({ signal }) => signal.aborted)).toBe(true)
  const stayed = post('analyze-content', { content: 'Who stays here' })
  await expect.poll(() => running.filter(({ signal }) => !signal.aborted).length).toBe(1)
  running.at(-1)?.finish()
  expect((await stayed).status).toBe(200)
})

test("a request beyond the queue's limit is answered with 503", async () => {
  const { running, analyzeContent } = waitingAnalyser()
  const { post } = await api({ analyzeContent })
  const gone = new AbortController()
  const crowd = Array.from({ length: 23 }, () =>
    post('analyze-content', { content: 'One of many.' }, gone.signal).catch(() => null),
  )
  const turnedAway = await Promise.race(crowd)
  expect(turnedAway?.status).toBe(503)
  expect(turnedAway?.headers.get('retry-after')).toBe('5')
  expect(running).toHaveLength(2)
  gone.abort()
  await Promise.all(crowd)
})
