import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { multipart } from './multipart.ts'
import { articleFile } from './running-site.ts'
import { animation, halves, photo, pixelBomb } from './sample-pictures.ts'
import { mp3Of, tone, wavOf } from './sample-sounds.ts'
import { type Reply, signIn, siteWithAdministrator } from './signed-in-site.ts'

const year = new Date().getUTCFullYear()
type Sent = ReturnType<typeof multipart>

const site = await siteWithAdministrator({
  'articles/uses.md': articleFile({ id: '1', title: 'Uses', imageUrl: '/media/2020/cover.png' }),
  'articles/draft.md': articleFile(
    { id: '2', title: 'In a body', draft: 'true' },
    '![X](/media/2020/in%20body.png)',
  ),
  'newsletters/001-i.md':
    '---\nid: 3\ntitle: An issue\npublishedAt: 2026-01-01\narticles:\n  - title: A\n    content: "![X](/media/2020/issue.png?w=640)"\n---\n',
  'pages/about.md': '---\ntitle: About\n---\n\n<img src="/media/2020/about.png" alt="x">\n',
  'authors/jo.md':
    '---\nname: Jo\npicture: /media/2020/jo.png\n---\n\n![Jo](../media/2020/at%20work.png)\n',
  'downloads/rack.md':
    '---\nid: 4\ntitle: Rack\nimageUrl: /media/2020/rack.png\nfile: rack.zip\n---\n',
  'downloads/rack.zip': 'zip',
  ...Object.fromEntries(
    await Promise.all(
      ['cover', 'in body', 'issue', 'about', 'rack', 'jo', 'at work', 'free'].map(
        async (name, at) => [
          `media/2020/${name}.png`,
          await halves(20 + at, 10)
            .png()
            .toBuffer(),
        ],
      ),
    ),
  ),
})
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)

const git = async (...args: Array<string>) => (await site.repository.git(...args)).trim()
const head = () => git('rev-parse', 'HEAD')

async function expectSound() {
  expect(await git('fsck', '--strict')).toBe('')
  expect(await git('status', '--porcelain')).toBe('')
}

async function send(sent: Sent, headers: Record<string, string> = {}): Promise<Reply> {
  const answer = await ask(site.url, '/api/media', {
    method: 'POST',
    headers: { Cookie: ada.cookie, ...sent.headers, ...headers },
    body: sent.body,
  })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.text) }
}

const upload = (bytes: Uint8Array | string, filename = 'a.png', headers?: Record<string, string>) =>
  send(multipart([{ filename, bytes }]), headers)

const shown = async (url: unknown) => {
  const { status, body } = await ask(site.url, String(url))
  return {
    status,
    body,
    metadata: status === 200 ? await sharp(body, { animated: true }).metadata() : null,
  }
}

test('an upload becomes one commit of one file, and shows at once', async () => {
  const before = await head()
  const bytes = await halves(64, 48).png().toBuffer()
  const reply = await send(
    multipart([
      { filename: 'My Picture (1).PNG', bytes },
      { name: 'alt', bytes: ' Two halves ' },
    ]),
  )
  const url = `/media/${year}/my-picture-1.png`
  expect([reply.status, reply.body]).toEqual([
    201,
    { url, width: 64, height: 48, bytes: expect.any(Number), alt: 'Two halves' },
  ])
  expect(reply.headers.location).toBe(url)
  expect(await git('log', '--format=%s|%an <%ae>', `${before}..`)).toBe(
    'Add picture: my-picture-1.png|ada <ada@localhost>',
  )
  expect(await git('diff', '--name-status', before, 'HEAD')).toBe(`A\tcontent${url}`)
  const { body } = await shown(url)
  expect(body.length).toBe(reply.body.bytes)
  expect((await shown(`${url}?w=320`)).metadata).toMatchObject({ width: 64 })
  await expectSound()
})

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s is stored upright and without metadata about maker and place',
  async (format) => {
    const sent = await photo(format, 6)
    const before = await sharp(sent).metadata()
    expect([before.exif !== undefined, before.xmp !== undefined, before.orientation]).toEqual([
      true,
      true,
      6,
    ])
    const { status, body } = await upload(sent, `turned-${format}.bin`)
    expect([status, body.width, body.height]).toEqual([201, 40, 60])
    const { metadata, body: bytes } = await shown(body.url)
    expect(metadata).toMatchObject({ format, width: 40, height: 60, space: 'srgb' })
    expect([metadata?.exif, metadata?.xmp, metadata?.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(bytes.includes('Secret')).toBe(false)
    // The dark half was on the left; rotated to the right, it is above.
    const pixels = await sharp(bytes).removeAlpha().raw().toBuffer()
    expect(pixels[0]).toBeLessThan(60)
    expect(pixels.at(-3)).toBeGreaterThan(150)
  },
)

test.each(['gif', 'webp'] as const)('an animated %s stays animated', async (format) => {
  const { status, body } = await upload(await animation(format), 'moving.gif')
  expect([status, body.url, body.width, body.height]).toEqual([
    201,
    `/media/${year}/moving.${format}`,
    50,
    30,
  ])
  expect((await shown(body.url)).metadata).toMatchObject({
    pages: 3,
    delay: [200, 200, 200],
    loop: 0,
  })
})

test('colors outside sRGB and for print are brought into it', async () => {
  for (const [name, sent] of [
    ['p3', await halves(30, 20).withIccProfile('p3').jpeg().toBuffer()],
    ['cmyk', await halves(30, 20).toColourspace('cmyk').jpeg().toBuffer()],
    ['deep', await halves(30, 20).toColourspace('rgb16').png().toBuffer()],
  ] as const) {
    const { body } = await upload(sent, `${name}.jpg`)
    expect((await shown(body.url)).metadata).toMatchObject({ space: 'srgb', depth: 'uchar' })
  }
})

test('no upload becomes much larger, and small palettes stay palettes', async () => {
  const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, at) => (at * 7919) % 251))
  const raw = sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
  for (const sent of [
    await raw.clone().jpeg({ quality: 20 }).toBuffer(),
    await raw.clone().png({ palette: true, colors: 8 }).toBuffer(),
    await raw.clone().webp({ quality: 20 }).toBuffer(),
    await raw.clone().webp({ lossless: true }).toBuffer(),
    await raw.clone().gif({ colors: 8 }).toBuffer(),
  ]) {
    const { body } = await upload(sent, 'noise')
    expect(body.bytes).toBeLessThan(sent.length * 1.11)
  }
})

test('the same bytes are one picture, others of the same name get a number', async () => {
  const first = await upload(await halves(31, 20).png().toBuffer(), 'twin.png')
  const commit = await head()
  const again = await upload(await halves(31, 20).png().toBuffer(), 'other name.png')
  expect([again.status, again.body.url]).toEqual([201, first.body.url])
  expect(await head()).toBe(commit)
  const others = await Promise.all(
    [32, 33, 34].map(async (width) => upload(await halves(width, 20).png().toBuffer(), 'TWIN.png')),
  )
  expect(others.map(({ body }) => body.url).sort()).toEqual(
    [2, 3, 4].map((number) => `/media/${year}/twin-${number}.png`),
  )
  await expectSound()
})

test.each([
  ['../../../etc/passwd.png', 'passwd'],
  ['..\\\\..\\\\boot.png', 'boot'],
  ['con.png', 'con-picture'],
  ['Größe – Ü.png', 'grosse-u'],
  ['.git.png', 'git'],
  ['photo.php.png', 'photo-php'],
])('the name %s is made harmless', async (filename, name) => {
  const color = `#${createHash('sha1').update(filename).digest('hex').slice(0, 6)}`
  const { status, body } = await upload(await halves(36, 20, color).png().toBuffer(), filename)
  expect([status, body.url]).toEqual([201, `/media/${year}/${name}.png`])
})

const cut = ({ body, headers }: Sent) => ({
  body: body.subarray(0, 150),
  headers: { ...headers, 'Content-Length': '150' },
})
const small = () => halves(40, 30).png().toBuffer()
const refusals: Array<
  [what: string, body: () => Promise<Sent> | Sent, status: number, word: RegExp]
> = [
  [
    'text named .png',
    () => multipart([{ filename: 'a.png', bytes: 'just text' }]),
    415,
    /not a picture/,
  ],
  [
    'HTML named .jpg',
    () => multipart([{ filename: 'a.jpg', bytes: '<html><script>x</script>' }]),
    415,
    /not a picture/,
  ],
  [
    'an SVG',
    () => multipart([{ filename: 'a.svg', bytes: '<?xml version="1.0"?><svg xmlns="x"/>' }]),
    415,
    /SVG/,
  ],
  [
    'an SVG named .png',
    () => multipart([{ filename: 'a.png', bytes: '<svg onload="alert(1)"/>' }]),
    415,
    /SVG/,
  ],
  [
    'a HEIC',
    () => multipart([{ filename: 'a.jpg', bytes: '\0\0\0\x18ftypheic\0\0\0\0' }]),
    415,
    /HEIC/,
  ],
  [
    'an SVG behind a long prolog',
    () =>
      multipart([
        { filename: 'a.png', bytes: `\ufeff ${'<!-- -->\n'.repeat(100)}<!DOCTYPE svg><svg/>` },
      ]),
    415,
    /SVG/,
  ],
  // A backtracking pattern that looks for an SVG after comments would take exponential time.
  [
    'a row of comments',
    () => multipart([{ filename: 'a.png', bytes: '<!---->'.repeat(146) }]),
    415,
    /not a picture/,
  ],
  [
    'comments, declarations and white space without an end',
    () =>
      multipart([{ filename: 'a.png', bytes: '<?xml?><!---->\n<!doctype svg>\t'.repeat(200_000) }]),
    415,
    /not a picture/,
  ],
  ['an empty file', () => multipart([{ filename: 'a.png', bytes: '' }]), 415, /not a picture/],
  [
    'half a picture',
    async () => multipart([{ filename: 'a.png', bytes: (await small()).subarray(0, 90) }]),
    422,
    /damaged/,
  ],
  [
    'half a photo',
    async () => multipart([{ filename: 'a.jpg', bytes: (await photo('jpeg')).subarray(0, -200) }]),
    422,
    /damaged/,
  ],
  ['only a first line', () => multipart([{ filename: 'a.gif', bytes: 'GIF89a' }]), 422, /damaged/],
  [
    '50,000 × 50,000 pixels',
    () => multipart([{ filename: 'a.png', bytes: pixelBomb() }]),
    413,
    /too many pixels/,
  ],
  [
    '10 MB and a byte',
    () => multipart([{ filename: 'a.png', bytes: Buffer.alloc(10 * 1024 * 1024 + 1) }]),
    413,
    /10 MB/,
  ],
  [
    'a text named like a sound',
    () => multipart([{ filename: 'a.mp3', bytes: 'text' }]),
    415,
    /not a sound/,
  ],
  [
    'a WAV named .mp3',
    () => multipart([{ filename: 'a.mp3', bytes: wavOf([tone(0.1)]) }]),
    415,
    /named \.mp3, but it contains WAV/,
  ],
  [
    'a WAV named .png',
    () => multipart([{ filename: 'a.png', bytes: wavOf([tone(0.1)]) }]),
    415,
    /contains WAV/,
  ],
  [
    'half a WAV',
    () => multipart([{ filename: 'a.wav', bytes: wavOf([tone(0.1)]).subarray(0, 999) }]),
    422,
    /sound is damaged/,
  ],
  [
    'a sound of 25 MB and a byte',
    () => multipart([{ filename: 'a.wav', bytes: Buffer.alloc(25 * 1024 * 1024 + 1) }]),
    413,
    /25 MB for a sound/,
  ],
  ['no file', () => multipart([{ name: 'alt', bytes: 'x' }]), 400, /"file"/],
  [
    'another field',
    async () => multipart([{ name: 'image', filename: 'a.png', bytes: await small() }]),
    400,
    /"file"/,
  ],
  [
    'two files',
    async () => multipart([1, 2].map(() => ({ filename: 'a.png', bytes: 'x' }))),
    400,
    /"file"/,
  ],
  [
    'an unknown field',
    async () =>
      multipart([
        { filename: 'a.png', bytes: await small() },
        { name: 'path', bytes: '/etc' },
      ]),
    422,
    /path/,
  ],
  [
    'a body that breaks off',
    async () => cut(multipart([{ filename: 'a.png', bytes: await small() }])),
    400,
    /not complete/,
  ],
]

test.each(refusals)(
  '%s is refused with a sentence, and nothing is written',
  async (_, body, status, word) => {
    const before = await head()
    const reply = await send(await body())
    expect([reply.status, String(reply.body.message)]).toEqual([
      status,
      expect.stringMatching(word),
    ])
    expect(JSON.stringify(reply.body)).not.toMatch(/at \w+ \(|node_modules|Error:/)
    expect([await head(), await git('status', '--porcelain')]).toEqual([before, ''])
  },
)

test('uploads need a session, the own origin and a body of a known kind', async () => {
  const body = multipart([{ filename: 'a.png', bytes: await small() }])
  expect((await send(body, { Cookie: '' })).status).toBe(401)
  expect((await send(body, { Origin: 'https://evil.example' })).status).toBe(403)
  expect(
    (
      await send({
        body: Buffer.from('x'),
        headers: { 'Content-Type': 'image/png', 'Content-Length': '1' },
      })
    ).status,
  ).toBe(415)
  expect((await ask(site.url, '/api/media')).status).toBe(401)
  expect((await ask(site.url, '/api/media/deleted')).status).toBe(401)
})

test.each([
  [{ url: 'http://127.0.0.1:80/a.png' }, 422, /public/],
  [{ url: 'http://localhost/a.png' }, 422, /public/],
  [{ url: 'file:///etc/passwd' }, 422, /valid URL/],
  [{ url: 'nothing' }, 422, /valid URL/],
  [{}, 422, /valid URL/],
  [{ url: 'https://example.org/a.png', extra: 1 }, 422, /extra/],
])('copying %j is refused', async (body, status, word) => {
  const reply = await ada.call('POST', '/api/media', body)
  expect([reply.status, String(reply.body.message)]).toEqual([status, expect.stringMatching(word)])
})

interface Listed {
  url: string
  width: number
  height: number
  bytes: number
  addedAt: string
  usedBy: Array<{ type: string; id: number | null; title: string; path: string }>
}

test('the list contains size, date and the uses of each picture', async () => {
  const { status, body } = await ada.call<Array<Listed>>('GET', '/api/media?q=2020')
  expect(status).toBe(200)
  const by = new Map(body.map((one) => [one.url, one]))
  expect(by.get('/media/2020/cover.png')).toEqual({
    url: '/media/2020/cover.png',
    width: 20,
    height: 10,
    bytes: expect.any(Number),
    addedAt: '2026-01-01T00:01:00.000Z',
    usedBy: [{ type: 'articles', id: 1, title: 'Uses', path: 'articles/uses.md' }],
  })
  const used = (name: string) =>
    by.get(`/media/2020/${name}.png`)?.usedBy.map(({ type, id }) => [type, id])
  expect(used('in%20body')).toEqual([['articles', 2]])
  expect(used('issue')).toEqual([['newsletters', 3]])
  expect(used('about')).toEqual([['pages', null]])
  expect(used('rack')).toEqual([['downloads', 4]])
  expect(used('jo')).toEqual([['authors', null]])
  expect(used('at%20work')).toEqual([['authors', null]])
  expect(used('free')).toEqual([])
})

test('the list has the newest first and is paged', async () => {
  const { body: all } = await ada.call<Array<Listed>>('GET', '/api/media')
  const dates = all.map(({ addedAt }) => addedAt ?? '9')
  expect(dates).toEqual([...dates].sort().reverse())
  const paged: Array<Listed> = []
  for (let path: string | undefined = '/api/media?limit=4'; path; ) {
    const reply: Reply<Array<Listed>> = await ada.call<Array<Listed>>('GET', path)
    expect(reply.body.length).toBeLessThanOrEqual(4)
    paged.push(...reply.body)
    path = /<([^>]+)>; rel="next"/.exec(String(reply.headers.link))?.[1]
  }
  expect(paged.map(({ url }) => url)).toEqual(all.map(({ url }) => url))
  expect(
    (await ada.call<Array<Listed>>('GET', '/api/media?q=in%20a%20body')).body.map(({ url }) => url),
  ).toEqual(['/media/2020/in%20body.png'])
  expect((await ada.call('GET', '/api/media?limit=0')).status).toBe(400)
  expect((await ada.call('GET', '/api/media?cursor=x')).status).toBe(400)
})

test('a used picture is not deleted, an unused one is, and can be restored', async () => {
  const refused = await ada.call('DELETE', '/api/media/2020/in%20body.png')
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      message: 'This picture is used in “In a body”. Take it out there first.',
      usedBy: [{ type: 'articles', id: 2, title: 'In a body', path: 'articles/draft.md' }],
    },
  ])
  const author = { type: 'authors', id: null, title: 'Jo', path: 'authors/jo.md' }
  for (const name of ['jo', 'at%20work'])
    expect(await ada.call('DELETE', `/api/media/2020/${name}.png`)).toMatchObject({
      status: 409,
      body: { message: 'This picture is used in “Jo”. Take it out there first.', usedBy: [author] },
    })
  expect((await ask(site.url, '/author/jo')).text).toContain('/media/2020/at%20work.png')
  const before = await head()
  const bytes = (await shown('/media/2020/free.png')).body
  const deleted = await ada.call('DELETE', '/api/media/2020/free.png')
  expect([deleted.status, deleted.body]).toEqual([
    200,
    { deleted: true, path: '2020/free.png', commit: await head() },
  ])
  expect(await git('log', '--format=%s', `${before}..`)).toBe('Delete picture: free.png')
  expect(await git('diff', '--name-status', before, 'HEAD')).toBe('D\tcontent/media/2020/free.png')
  expect((await shown('/media/2020/free.png')).status).toBe(404)
  expect((await ada.call('DELETE', '/api/media/2020/free.png')).status).toBe(404)
  const { body: all } = await ada.call<Array<{ path: string; commit: string }>>(
    'GET',
    '/api/media/deleted',
  )
  const gone = all.filter(({ path }) => path.startsWith('2020/'))
  expect(gone).toEqual([
    {
      path: '2020/free.png',
      commit: await head(),
      author: { name: 'ada', email: 'ada@localhost' },
      date: expect.any(String),
    },
  ])
  const { path, commit } = gone[0]!
  expect((await ada.call('POST', '/api/media/restore', { path, commit: before })).status).toBe(404)
  expect((await ada.call('POST', '/api/media/restore', { path, commit })).body).toEqual({
    restored: true,
    path,
  })
  expect((await shown('/media/2020/free.png')).body.equals(bytes)).toBe(true)
  await expectSound()
})

test.each([
  '../articles/uses.md',
  '..%2Farticles%2Fuses.md',
  '%2e%2e/site.yaml',
  'nothing.png',
  '2020',
  '2020/',
  '//2020/cover.png',
  '%00.png',
  '__proto__',
])('DELETE /api/media/%s deletes nothing', async (path) => {
  const before = await head()
  expect((await ada.call('DELETE', `/api/media/${path}`)).status).toBe(404)
  expect(await head()).toBe(before)
})

test('an upload repeated with its key is one commit, with any multipart boundary', async () => {
  const bytes = await halves(37, 21).png().toBuffer()
  const key = { 'Idempotency-Key': 'f2b1c0de-upload' }
  const first = await upload(bytes, 'keyed.png', key)
  const commit = await head()
  const again = await upload(bytes, 'keyed.png', key)
  expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([
    201,
    first.body,
    'true',
  ])
  expect((await upload(bytes, 'another.png', key)).status).toBe(422)
  expect((await upload(await halves(38, 21).png().toBuffer(), 'keyed.png', key)).status).toBe(422)
  expect(await head()).toBe(commit)
})

test('a sound becomes one commit without its tags, is served in ranges, and stays while it is used', async () => {
  const bytes = await mp3Of(tone(1))
  const tagged = Buffer.concat([bytes, Buffer.from(`TAGSecret${'\0'.repeat(119)}`)])
  const reply = await send(multipart([{ filename: 'Snare, Dry.mp3', bytes: tagged }]))
  const url = `/media/${year}/snare-dry.mp3`
  const sound = {
    format: 'mp3',
    bytes: bytes.length,
    duration: expect.any(Number),
    loudness: expect.any(Number),
  }
  expect([reply.status, reply.body]).toEqual([
    201,
    {
      url,
      width: null,
      height: null,
      bytes: bytes.length,
      sound: { ...sound, peaks: expect.any(Array) },
    },
  ])
  expect(await git('log', '-1', '--format=%s')).toBe('Add sound: snare-dry.mp3')
  const whole = await ask(site.url, url)
  expect([whole.status, whole.headers['content-type'], whole.headers['accept-ranges']]).toEqual([
    200,
    'audio/mpeg',
    'bytes',
  ])
  expect(whole.body.equals(bytes)).toBe(true)
  const part = await ask(site.url, url, { headers: { Range: 'bytes=100-199' } })
  expect([part.status, part.headers['content-range']]).toEqual([
    206,
    `bytes 100-199/${bytes.length}`,
  ])
  expect(part.body.equals(bytes.subarray(100, 200))).toBe(true)
  expect(
    (await ask(site.url, url, { headers: { 'If-None-Match': String(whole.headers.etag) } })).status,
  ).toBe(304)
  expect((await ask(site.url, url, { headers: { Range: 'bytes=99999999-' } })).status).toBe(416)
  const wave = await ask(site.url, `${url}?waveform`)
  expect((await sharp(wave.body).metadata()).format).toBe('png')

  const article = { title: 'Heard', excerpt: 'E', category: 'mixing', content: `![Dry](${url})` }
  const { body: made } = await ada.call<{ id: number }>('POST', '/api/articles', article)
  const { body: listed } = await ada.call<Array<Listed>>('GET', '/api/media?kind=sound')
  expect(listed.map((one) => [one.url, one.usedBy.map(({ title }) => title)])).toEqual([
    [url, ['Heard']],
  ])
  const kept = await ada.call<{ message: string }>('DELETE', `/api${url}`)
  expect([kept.status, kept.body.message]).toEqual([
    409,
    'This sound is used in “Heard”. Take it out there first.',
  ])
  await ada.call('DELETE', `/api/articles/${made.id}`)
  expect((await ada.call('DELETE', `/api${url}`)).status).toBe(200)
  expect((await ask(site.url, url)).status).toBe(404)
  await expectSound()
})
