import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { pretendHost } from './pretend-internet.ts'
import { runningSite } from './running-site.ts'
import { halves, photo } from './sample-pictures.ts'
import { admin, signIn } from './signed-in-site.ts'

const year = new Date().getUTCFullYear()
const asked: Array<string> = []
const answers: Record<
  string,
  { status?: number; headers?: Record<string, string>; body: Buffer | string }
> = {
  '/some%20photo.JPG?size=large': { body: await photo('jpeg', 6) },
  '/twice.png': { body: await halves(30, 20).png().toBuffer() },
  '/page': { headers: { 'Content-Type': 'text/html' }, body: '<p>No picture.</p>' },
  '/inside': { status: 302, headers: { Location: 'http://127.0.0.1/secret.png' }, body: '' },
}

const host = await pretendHost('pictures.test', (request, response) => {
  asked.push(request.url ?? '')
  const {
    status = 200,
    headers = {},
    body,
  } = answers[request.url ?? ''] ?? { status: 404, body: 'not here' }
  response.writeHead(status, headers).end(body)
})
const site = await runningSite({
  files: { 'site.yaml': 'name: T\n' },
  env: { ...admin, ...host.env },
})
const ada = await signIn(site)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await host[Symbol.asyncDispose]()
})
beforeEach(() => {
  asked.length = 0
})

const git = async (...args: Array<string>) => (await site.repository.git(...args)).trim()
const copy = (path: string, more: object = {}, headers: Record<string, string> = {}) =>
  ada.call('POST', '/api/media', { url: `${host.origin}${path}`, ...more }, headers)

test('a picture of another site becomes one of this site: one commit, upright, without EXIF', async () => {
  const before = await git('rev-parse', 'HEAD')
  const { status, body, headers } = await copy('/some%20photo.JPG?size=large', {
    alt: ' Two halves ',
  })
  const url = `/media/${year}/some-photo.jpg`
  expect([status, body]).toEqual([
    201,
    { url, width: 40, height: 60, bytes: expect.any(Number), alt: 'Two halves' },
  ])
  expect(headers.location).toBe(url)
  expect(await git('log', '--format=%s|%an', `${before}..`)).toBe('Add picture: some-photo.jpg|ada')
  expect(await git('diff', '--name-status', before, 'HEAD')).toBe(`A\tcontent${url}`)
  const shown = await ask(site.url, url)
  expect(shown.body.includes('Secret')).toBe(false)
  expect(await sharp(shown.body).metadata()).toMatchObject({ width: 40, height: 60 })
  expect(await git('status', '--porcelain')).toBe('')
})

test('a copy sent again with its key is fetched and committed once', async () => {
  const key = { 'Idempotency-Key': 'copy-1' }
  const first = await copy('/twice.png', {}, key)
  const head = await git('rev-parse', 'HEAD')
  const again = await copy('/twice.png', {}, key)
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect([await git('rev-parse', 'HEAD'), asked]).toEqual([head, ['/twice.png']])
})

test.each([
  ['/missing.png', 422, 'The address answers with status 404.'],
  ['/page', 415, expect.stringContaining('JPG, PNG, GIF')],
  ['/inside', 422, 'Only public http and https addresses can be fetched.'],
])(
  '%s is refused with %i and a sentence, and nothing is written',
  async (path, status, message) => {
    const head = await git('rev-parse', 'HEAD')
    const reply = await copy(path)
    expect([reply.status, reply.body.message]).toEqual([status, message])
    expect(await git('rev-parse', 'HEAD')).toBe(head)
  },
)
