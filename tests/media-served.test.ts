import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { runningSite } from './running-site.ts'
import { animatedPng, animation, photo } from './sample-pictures.ts'

const pictures: Record<string, Buffer> = {
  'photo.jpg': await photo('jpeg'),
  'turned.jpg': await photo('jpeg', 6),
  'photo.png': await photo('png'),
  'photo.webp': await photo('webp'),
  'moving.gif': await animation('gif'),
  'moving.webp': await animation('webp'),
  'moving.png': await animatedPng(),
}

const site = await runningSite({
  files: Object.fromEntries(
    Object.entries(pictures).map(([name, bytes]) => [`media/2026/${name}`, bytes]),
  ),
})
afterAll(() => site[Symbol.asyncDispose]())

const get = (name: string, Accept = '*/*') =>
  ask(site.url, `/media/2026/${name}`, { headers: { Accept } })

test.each(['photo.jpg', 'turned.jpg', 'photo.png', 'photo.webp'])(
  'the %s that a writer committed is served without metadata about maker and place, in every width',
  async (name) => {
    expect(pictures[name]?.includes('Secret')).toBe(true)
    for (const address of [name, `${name}?w=320`]) {
      const { status, body } = await get(address)
      const { exif, xmp, orientation, width, height } = await sharp(body).metadata()
      expect([address, status, exif, xmp, orientation]).toEqual([
        address,
        200,
        undefined,
        undefined,
        undefined,
      ])
      expect([width, height]).toEqual(name === 'turned.jpg' ? [40, 60] : [60, 40])
      expect(body.includes('Secret')).toBe(false)
    }
    // The file itself must not change.
    expect((await site.repository.git('status', '--porcelain')).trim()).toBe('')
  },
)

test.each(['photo.jpg', 'photo.png', 'photo.webp'])(
  'the pixels of an upright %s are the file’s own',
  async (name) => {
    const raw = (bytes?: Buffer) => sharp(bytes).raw().toBuffer()
    expect(await raw((await get(name)).body)).toEqual(await raw(pictures[name]))
  },
)

test.each(['moving.gif', 'moving.webp'])(
  '%s stays animated, in every width and format',
  async (name) => {
    for (const [address, accept] of [
      [name, '*/*'],
      [`${name}?w=320`, '*/*'],
      [`${name}?w=320`, 'image/avif,image/webp,*/*'],
    ] as const) {
      const { body } = await get(address, accept)
      expect(await sharp(body, { animated: true }).metadata()).toMatchObject({
        pages: 3,
        delay: [200, 200, 200],
        loop: 0,
      })
    }
  },
)

/** What a request for a part of `address` is answered with; `body` are the bytes of all. */
async function part(
  address: string,
  body: Buffer,
  headers: Record<string, string>,
  method = 'GET',
) {
  const answer = await ask(site.url, address, { method, headers })
  const range = /^bytes (\d+)-(\d+)\//.exec(String(answer.headers['content-range']))
  const expected = range ? body.subarray(Number(range[1]), Number(range[2]) + 1) : body
  if (answer.status < 300 && method === 'GET') expect(answer.body.equals(expected)).toBe(true)
  return [
    answer.status,
    answer.headers['content-range'] ?? null,
    Number(answer.headers['content-length']),
  ]
}

test.each(['photo.jpg', 'photo.jpg?w=320', 'moving.gif'])(
  'ranges of %s are sent as requested',
  async (name) => {
    const address = `/media/2026/${name}`
    const whole = await ask(site.url, address)
    const { body } = whole
    const size = body.length
    expect([whole.status, whole.headers['accept-ranges']]).toEqual([200, 'bytes'])
    const etag = String(whole.headers.etag)
    const all = [200, null, size]
    const first = [206, `bytes 0-9/${size}`, 10]
    const rows: Array<[headers: Record<string, string>, answer: unknown]> = [
      [{ Range: 'bytes=0-9' }, first],
      [{ Range: 'bytes=10-' }, [206, `bytes 10-${size - 1}/${size}`, size - 10]],
      [{ Range: 'bytes=-5' }, [206, `bytes ${size - 5}-${size - 1}/${size}`, 5]],
      [{ Range: `bytes=5-${size * 2}` }, [206, `bytes 5-${size - 1}/${size}`, size - 5]],
      [{ Range: `bytes=${size}-` }, [416, `bytes */${size}`, 0]],
      [{ Range: 'bytes=0-1,20-21' }, all],
      [{ Range: 'bytes=0-1,x' }, all],
      [{ Range: 'bytes=x-y' }, all],
      [{ Range: 'bytes' }, all],
      [{ Range: `lines=${size}-` }, all],
      [{ Range: 'bytes=0-9', 'If-Range': etag }, first],
      [{ Range: 'bytes=0-9', 'If-Range': `W/${etag}` }, all],
      [{ Range: 'bytes=0-9', 'If-Range': '"other"' }, all],
      [{ Range: 'bytes=0-9', 'If-Range': new Date().toUTCString() }, all],
      [{ Range: 'bytes=0-9', 'If-Range': 'nonsense' }, all],
      [{ 'If-Modified-Since': new Date().toUTCString() }, all],
      [{ 'If-None-Match': '"other"', 'If-Modified-Since': new Date().toUTCString() }, all],
      [{ 'If-None-Match': '"other"', Range: 'bytes=0-9' }, first],
    ]
    for (const [headers, answer] of rows)
      expect([headers, await part(address, body, headers)]).toEqual([headers, answer])
    expect(await part(address, body, { Range: 'bytes=0-9' }, 'HEAD')).toEqual(all)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const headers = {
        'If-None-Match': tag,
        'If-Modified-Since': new Date(0).toUTCString(),
        Range: 'bytes=0-9',
      }
      const answer = await ask(site.url, address, { headers })
      expect([tag, answer.status, answer.body.length, answer.headers.etag]).toEqual([
        tag,
        304,
        0,
        etag,
      ])
    }
    const outside = await ask(site.url, address, { headers: { Range: `bytes=${size}-` } })
    expect([outside.headers['cache-control'], outside.headers['surrogate-key']]).toEqual([
      'private, no-store',
      undefined,
    ])
  },
)

test('an animated PNG stays animated, in every width and format', async () => {
  for (const accept of ['*/*', 'image/avif,image/webp,*/*'])
    for (const address of ['moving.png', 'moving.png?w=320']) {
      const { headers, body } = await get(address, accept)
      expect([
        address,
        headers['content-type'],
        body.includes('acTL'),
        body.includes('fdAT'),
      ]).toEqual([address, 'image/png', true, true])
      expect(body.includes('Secret')).toBe(false)
    }
})
