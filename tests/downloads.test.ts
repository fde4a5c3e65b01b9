import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ask, askJson, type Question } from './http-client.ts'
import { eventually, runningSite } from './running-site.ts'
import { storedCounts } from './stored-data.ts'

const bytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251))
const entry = (fields: string) => `---\n${fields}---\n`

const site = await runningSite({
  files: {
    'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
    'downloads/pack.md': entry('id: 1\ntitle: Pack One\ndescription: Ten sounds.\n'),
    'downloads/pack.zip': bytes,
    'downloads/page.md': entry('id: 2\ntitle: Page\n'),
    'downloads/page.html': '<script>alert(1)</script>',
    'downloads/plan.md': entry('id: 3\ntitle: Plan\ndraft: true\n'),
    'downloads/plan.zip': bytes,
    'downloads/renewed.md': entry('id: 4\ntitle: Renewed\n'),
    'downloads/renewed.zip': bytes,
  },
})
afterAll(() => site[Symbol.asyncDispose]())

interface Answer {
  ok: true
  download?: { url: string; expiresAt: string }
}

let people = 0
const subscribe = async (download_id: unknown) => {
  const body = JSON.stringify({
    email: `reader${people++}@example.org`,
    source: 'download_modal',
    custom_fields: { subscription_type: 'download', download_id },
  })
  return askJson<Answer>(site.url, '/api/subscribe', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  })
}
const linkTo = async (id = 1) => (await subscribe(id)).download?.url ?? ''
const get = (link: string, question: Question = {}) => ask(site.url, link, question)
const count = async (id = 1) =>
  (await askJson<Array<{ id: number; downloadCount: number }>>(site.url, '/api/downloads')).find(
    (download) => download.id === id,
  )?.downloadCount
const counted = (value: number, id = 1) => eventually(async () => (await count(id)) === value)

test('a subscription for a download answers with a link to the file', async () => {
  const { ok, download } = await subscribe(1)
  expect(ok).toBe(true)
  const left = Date.parse(download?.expiresAt ?? '') - Date.now()
  expect(left).toBeGreaterThan(23 * 3_600_000)
  expect(left).toBeLessThanOrEqual(24 * 3_600_000)
  const before = (await count()) ?? 0
  const answer = await get(download?.url ?? '')
  expect(answer.status).toBe(200)
  expect(answer.body.equals(bytes)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': '5000',
    'content-disposition': 'attachment; filename=pack.zip',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  await counted(before + 1)
})

test('the list contains size and count', async () => {
  const { text, headers } = await ask(site.url, '/api/downloads')
  expect(headers['cache-control']).toBe('private, max-age=300')
  expect(JSON.parse(text)).toMatchObject([
    {
      id: 1,
      title: 'Pack One',
      fileType: 'ZIP',
      fileSize: 5000,
      downloadCount: expect.any(Number),
    },
    { id: 2, fileType: 'HTML' },
    { id: 4, fileType: 'ZIP' },
  ])
})

test.each([undefined, null, true, '', 99, '1x', 3])(
  'a subscription that names %j gets no link',
  async (id) => {
    expect(await subscribe(id)).toEqual({ ok: true })
  },
)

test('a link works repeatedly, and counts once', async () => {
  const before = (await count()) ?? 0
  const link = await linkTo()
  for (let round = 0; round < 3; round += 1) expect((await get(link)).body.equals(bytes)).toBe(true)
  await counted(before + 1)
  await get(await linkTo())
  await counted(before + 2)
})

test('HEAD requests, scanners and partial reads of a link neither use it up nor count', async () => {
  const before = (await count()) ?? 0
  const link = await linkTo()
  const head = await get(link, { method: 'HEAD' })
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '5000', 0])
  const scanner = {
    'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36',
  }
  expect((await get(link, { headers: scanner })).status).toBe(200)
  expect((await get(link, { headers: { 'User-Agent': 'Slackbot 1.0' } })).status).toBe(200)
  expect((await get(link, { headers: { Range: 'bytes=0-99' } })).status).toBe(206)
  const person = { ...scanner, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate' }
  expect((await get(link, { headers: person })).body.equals(bytes)).toBe(true)
  await counted(before + 1)
})

test('parts of a file are sent, and count when they add up to the whole file', async () => {
  const before = (await count()) ?? 0
  const link = await linkTo()
  const part = async (range: string, headers: Record<string, string> = {}) => {
    const answer = await get(link, { headers: { Range: range, ...headers } })
    return [answer.status, answer.headers['content-range'], answer.body.length]
  }
  expect(await part('bytes=0-2999')).toEqual([206, 'bytes 0-2999/5000', 3000])
  expect(await part('bytes=9000-')).toEqual([416, 'bytes */5000', expect.any(Number)])
  const { etag } = (await get(link, { method: 'HEAD' })).headers
  expect(await part('bytes=3000-', { 'If-Range': String(etag) })).toEqual([
    206,
    'bytes 3000-4999/5000',
    2000,
  ])
  await counted(before + 1)
  // A partial download of another version starts again.
  expect(await part('bytes=3000-', { 'If-Range': '"other"' })).toEqual([200, undefined, 5000])
})

test('a range that is no single one, or of another file, is answered with everything', async () => {
  const before = (await count()) ?? 0
  const link = await linkTo()
  const whole = await get(link)
  await counted(before + 1)
  expect(whole.headers['accept-ranges']).toBe('bytes')
  const etag = String(whole.headers.etag)
  const today = new Date().toUTCString()
  const all = [200, undefined, '5000']
  const rows: Array<[headers: Record<string, string>, answer: unknown]> = [
    [{ Range: 'bytes=-10' }, [206, 'bytes 4990-4999/5000', '10']],
    [{ Range: 'bytes=0-1,20-21' }, all],
    [{ Range: 'bytes=x-y' }, all],
    [{ Range: 'lines=0-9' }, all],
    [{ Range: 'bytes=0-9', 'If-Range': etag }, [206, 'bytes 0-9/5000', '10']],
    [{ Range: 'bytes=0-9', 'If-Range': `W/${etag}` }, all],
    [{ Range: 'bytes=0-9', 'If-Range': today }, all],
    [{ 'If-Modified-Since': today }, all],
    [{ 'If-None-Match': '"other"', 'If-Modified-Since': today }, all],
    [
      { 'If-None-Match': etag, 'If-Modified-Since': new Date(0).toUTCString() },
      [304, undefined, undefined],
    ],
    [{ 'If-None-Match': '*', Range: 'bytes=0-9' }, [304, undefined, undefined]],
  ]
  for (const [headers, answer] of rows) {
    const found = await get(link, { headers })
    expect([
      headers,
      found.status,
      found.headers['content-range'],
      found.headers['content-length'],
    ]).toEqual([headers, ...(answer as Array<unknown>)])
    expect(found.headers['cache-control']).toBe('private, no-store')
  }
  const head = await get(link, { method: 'HEAD', headers: { Range: 'bytes=0-9' } })
  expect([head.status, head.headers['content-length'], head.headers['content-range']]).toEqual([
    200,
    '5000',
    undefined,
  ])
})

test('without a valid link, the answer is a page with the form', async () => {
  const bare = await get('/downloads/pack')
  expect(bare.status).toBe(403)
  expect(bare.text).toContain('name="email"')
  const link = await linkTo()
  const others = link.replace('/pack?', '/page?')
  for (const forged of [
    '/downloads/pack?token=x',
    '/downloads/pack?token=a&token=b',
    `${link}x`,
    others,
  ]) {
    const page = await get(forged)
    expect(page.status, forged).toBe(403)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.text).toContain('This download link does not work')
    expect(page.text).toContain('name="email"')
  }
  expect((await get('/downloads/plan')).status).toBe(404)
  expect((await get('/downloads/plan?token=x')).status).toBe(404)
  expect((await get('/downloads/none?token=x')).status).toBe(404)
})

test('every file that a writer adds is sent as bytes that no browser runs', async () => {
  const { headers } = await get(await linkTo(2))
  expect(headers['content-type']).toBe('application/octet-stream')
  expect(headers['content-disposition']).toContain('attachment')
  expect(headers['content-security-policy']).toContain('sandbox')
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('links and counts survive a restart', async () => {
  const before = (await count()) ?? 0
  const link = await linkTo()
  await get(await linkTo())
  await counted(before + 1)
  await eventually(async () => (await storedCounts(site))[1] === before + 1)
  await site.restart()
  expect(await count()).toBe(before + 1)
  expect((await get(link)).body.equals(bytes)).toBe(true)
  await counted(before + 2)
})

test('an older link leads to the new version of a file', async () => {
  const link = await linkTo(4)
  await site.repository.write('content/downloads/renewed.zip', 'another')
  await site.repository.commit('Replace the pack')
  await eventually(async () => (await get(link)).text === 'another')
  expect(existsSync(path.join(site.dataDir, 'cache', 'downloads'))).toBe(true)
})
