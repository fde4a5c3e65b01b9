import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import express from 'express'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { animation, photo } from '../../tests/sample-pictures.ts'
import { createMediaLibrary, createSharpLoader } from './media-library.ts'
import { createMediaRouter } from './media-router.ts'
import { createSoundLibrary } from './sounds/sound-library.ts'
import { soundTasks } from './sounds/sound-tasks.ts'

const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
const webpOnly = 'image/webp,*/*'
const old = '*/*'

/**
 * A server on a folder of pictures in memory, by their names below `media`. `reads` counts how
 * often a blob was read.
 */
async function mediaServer(pictures: Record<string, Uint8Array>, cacheDir?: string) {
  const folder = cacheDir ?? (await mkdtemp(path.join(tmpdir(), 'media-')))
  const blobOf = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex')
  const blobs = new Map(
    Object.entries(pictures).map(([name, bytes]) => [`media/${name}`, blobOf(bytes)]),
  )
  const contents = new Map(Object.values(pictures).map((bytes) => [blobOf(bytes), bytes]))
  const reads: Array<string> = []
  const reports: Array<unknown> = []
  const parts = {
    files: {
      blobAt: (name: string) => blobs.get(name) ?? null,
      read: async (blob: string) => {
        reads.push(blob)
        return contents.get(blob)!
      },
      size: async (blob: string) => contents.get(blob)!.length,
    },
    cacheDir: folder,
    loadSharp: createSharpLoader(),
    report: (error: unknown) => reports.push(error),
  }
  const library = createMediaLibrary(parts)
  const sounds = createSoundLibrary({
    ...parts,
    run: async (task, input) => soundTasks[task](input) as never,
  })
  const app = express()
  app.disable('x-powered-by')
  app.use('/media', createMediaRouter(library, sounds, parts.files))
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    library,
    reads,
    reports,
    folder,
    get: (address: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(origin + address, { headers: { accept: chrome, ...headers }, method }),
    origin,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c25' } })

async function facts(response: Response) {
  const bytes = Buffer.from(await response.arrayBuffer())
  return sharp(bytes, { animated: true }).metadata()
}

test('a PDF, a MIDI file, a plain text and a video are downloads, and files of other kinds are none', async () => {
  await using server = await mediaServer({
    'Cheat sheet.pdf': Buffer.from('%PDF'),
    'riff.mid': Buffer.from('MThd'),
    'notes.txt': Buffer.from('Words'),
    'page.html': Buffer.from('<script>alert(1)</script>'),
    'talk.mp4': Buffer.from('x'),
    'talk.avi': Buffer.from('x'),
  })
  for (const [name, type, text] of [
    ['Cheat%20sheet.pdf', 'application/pdf', '%PDF'],
    ['riff.mid', 'audio/midi', 'MThd'],
    ['notes.txt', 'text/plain; charset=utf-8', 'Words'],
    ['talk.mp4', 'video/mp4', 'x'],
  ] as const) {
    const answer = await server.get(`/media/${name}`)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      type,
      text,
    ])
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
  for (const name of ['page.html', 'talk.avi', 'gone.pdf'])
    expect((await server.get(`/media/${name}`)).status).toBe(404)
})

test('a picture without a width is the file itself', async () => {
  const png = await plain(900, 300).png().toBuffer()
  await using server = await mediaServer({ 'covers/a b.png': png })
  const response = await server.get('/media/covers/a%20b.png')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('vary')).toBeNull()
  expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true)
})

test.each([
  ['?w=640', chrome, 'heif', 640],
  ['?w=640', webpOnly, 'webp', 640],
  ['?w=640', 'image/avif;q=0,image/webp', 'webp', 640],
  ['?w=640', old, 'png', 640],
  ['?w=1', chrome, 'heif', 320],
  ['?w=1280', chrome, 'heif', 1000],
])(
  'a picture of 1000 pixels asked for with %s and %s is a %s of %i pixels',
  async (query, accept, format, width) => {
    await using server = await mediaServer({ 'a.png': await plain(1000, 500).png().toBuffer() })
    const response = await server.get(`/media/a.png${query}`, { accept })
    expect(response.status).toBe(200)
    expect(response.headers.get('vary')).toBe('Accept')
    expect(await facts(response)).toMatchObject({ format, width, height: Math.round(width / 2) })
  },
)

test('no answer is wider than 1920 pixels', async () => {
  await using server = await mediaServer({ 'a.jpg': await plain(2400, 240).jpeg().toBuffer() })
  expect(await facts(await server.get('/media/a.jpg?w=5000'))).toMatchObject({ width: 1920 })
})

test('the size of a picture is that of what is shown: upright, and one frame', async () => {
  await using server = await mediaServer({
    'a.jpg': await photo('jpeg', 6),
    'a.gif': await animation('gif'),
  })
  expect(await server.library.dimensions('/media/a.jpg')).toEqual({ width: 40, height: 60 })
  expect(await server.library.dimensions('/media/a.gif')).toEqual({ width: 50, height: 30 })
})

test('a browser that has a picture gets 304 without the picture being made again', async () => {
  await using server = await mediaServer({ 'a.png': await plain(1000, 500).png().toBuffer() })
  const first = await server.get('/media/a.png?w=320')
  const tag = first.headers.get('etag')!
  expect(tag).toMatch(/^"[^"]+"$/)
  const reads = server.reads.length
  const second = await server.get('/media/a.png?w=320', { 'if-none-match': tag })
  expect(second.status).toBe(304)
  expect(second.headers.get('etag')).toBe(tag)
  expect(server.reads.length).toBe(reads)
  const tags = new Set([tag])
  tags.add((await server.get('/media/a.png?w=640')).headers.get('etag')!)
  tags.add((await server.get('/media/a.png?w=320', { accept: webpOnly })).headers.get('etag')!)
  tags.add((await server.get('/media/a.png')).headers.get('etag')!)
  expect(tags.size).toBe(4)
})

test('HEAD answers like GET, without the bytes', async () => {
  await using server = await mediaServer({ 'a.png': await plain(1000, 500).png().toBuffer() })
  const get = await server.get('/media/a.png?w=320')
  const head = await server.get('/media/a.png?w=320', {}, 'HEAD')
  for (const name of ['etag', 'content-type', 'cache-control', 'content-security-policy']) {
    expect(head.headers.get(name), name).toBe(get.headers.get(name))
  }
  expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength))
})

test('every answer, refusals too, can do nothing as a document', async () => {
  await using server = await mediaServer({
    'a.png': await plain(10, 10).png().toBuffer(),
    'b.png': Buffer.from('<script>alert(1)</script>'),
  })
  for (const address of ['/media/a.png', '/media/b.png', '/media/c.png', '/media/a.png?w=x']) {
    const { headers } = await server.get(address)
    expect(headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  }
  expect((await server.get('/media/a.png')).headers.get('cache-control')).toBe(
    'public, max-age=86400, stale-while-revalidate=604800',
  )
  expect((await server.get('/media/c.png')).headers.get('cache-control')).toBe('private, no-store')
})

const drawing =
  '<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 150"><script>1</script></svg>'

test('a drawing is served as it is, as a picture', async () => {
  await using server = await mediaServer({ 'a.svg': Buffer.from(drawing) })
  const response = await server.get('/media/a.svg?w=320')
  expect(response.headers.get('content-type')).toMatch(/^image\/svg\+xml/)
  expect(response.headers.get('content-security-policy')).toBe(
    "sandbox; default-src 'none'; frame-ancestors 'none'",
  )
  expect(await response.text()).toBe(drawing)
  expect(await server.library.dimensions('/media/a.svg')).toEqual({ width: 300, height: 150 })
})

test('bytes that are no picture of the site are refused with 415, whatever their name is', async () => {
  const png = await plain(300, 300).png().toBuffer()
  const jpeg = await plain(300, 300).jpeg().toBuffer()
  const broken: Record<string, Uint8Array> = {
    'html.png': Buffer.from('<html><script>alert(1)</script></html>'),
    'empty.png': Buffer.alloc(0),
    'head.png': png.subarray(0, 8),
    'cut.png': png.subarray(0, png.length - 40),
    'cut.jpg': jpeg.subarray(0, jpeg.length >> 1),
    'pdf.jpg': Buffer.from('%PDF-1.4'),
    'polyglot.gif': Buffer.from('GIF89a/*<script>*/=1;'),
    'tiff.png': await plain(30, 30).tiff().toBuffer(),
    'text.svg': Buffer.from('hello <svg>'),
    'bomb.svg': Buffer.from(`${'<!---->'.repeat(1000)}x`),
  }
  await using server = await mediaServer(broken)
  for (const name of Object.keys(broken)) {
    for (const query of ['', '?w=320']) {
      const response = await server.get(`/media/${name}${query}`)
      expect(response.status, name).toBe(415)
      expect(await response.text()).toBe('This picture can not be shown.\n')
    }
    expect(await server.library.dimensions(`/media/${name}`), name).toBeNull()
  }
  expect((await server.get('/media/html.png')).headers.get('etag')).toBeNull()
})

test('a picture with more pixels than the server wants to hold is refused', async () => {
  const huge = await sharp({
    create: { width: 8000, height: 6000, channels: 3, background: '#000' },
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  await using server = await mediaServer({ 'huge.png': huge })
  expect((await server.get('/media/huge.png?w=320')).status).toBe(415)
})

test.each([
  '/media/none.png',
  '/media/',
  '/media/covers',
  '/media/a.txt',
  '/media/..%2fsite.png',
  '/media/x/..%2fa.png',
  '/media//a.png',
  '/media/.hidden.png',
  '/media/x%5ca.png',
  '/media/a.png%00',
  '/media/a%0a.png',
  '/media/%ff.png',
  '/media/__proto__.png',
  `/media/${'a/'.repeat(300)}a.png`,
])('%s is answered with 404 and a sentence', async (address) => {
  await using server = await mediaServer({ 'a.png': await plain(10, 10).png().toBuffer() })
  // Not by fetch, which would resolve the dots itself.
  const response = await new Promise<IncomingMessage>((resolve) =>
    request(server.origin, { path: address }, resolve).end(),
  )
  expect(response.statusCode).toBe(404)
  expect(response.headers['content-type']).toMatch(/^text\/plain/)
  expect(await text(response)).toBe(
    `There is no such ${address.endsWith('.txt') ? 'file' : 'picture'}.\n`,
  )
})

test.each(['?w=', '?w=abc', '?w=0', '?w=1e3', '?w=320&w=640'])(
  '%s is not a valid width',
  async (query) => {
    await using server = await mediaServer({ 'a.png': await plain(10, 10).png().toBuffer() })
    expect((await server.get(`/media/a.png${query}`)).status).toBe(400)
  },
)

test('after a restart sizes and versions come from disk', async () => {
  const pictures = { 'a.png': await plain(1000, 500).png().toBuffer() }
  await using first = await mediaServer(pictures)
  const bytes = await (await first.get('/media/a.png?w=320')).arrayBuffer()
  await using second = await mediaServer(pictures, first.folder)
  expect(await second.library.dimensions('/media/a.png')).toEqual({ width: 1000, height: 500 })
  expect(await (await second.get('/media/a.png?w=320')).arrayBuffer()).toEqual(bytes)
  expect(second.reads).toEqual([])
})

test('many visitors who want one version at once share its making', async () => {
  await using server = await mediaServer({ 'a.png': await plain(1000, 500).png().toBuffer() })
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => server.get('/media/a.png?w=320')),
  )
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  // Once to look into it, once to make it narrower.
  expect(server.reads).toHaveLength(2)
  const files = (await readdir(server.folder, { recursive: true })).filter((name) =>
    /\.(?:avif|json)$/.test(name),
  )
  expect(files).toHaveLength(2)
})

test('a cache folder that can not be used is reported and pictures are served all the same', async () => {
  await using outer = await mediaServer({})
  const file = path.join(outer.folder, 'file')
  await writeFile(file, '')
  await using server = await mediaServer({ 'a.png': await plain(1000, 500).png().toBuffer() }, file)
  expect(await facts(await server.get('/media/a.png?w=320'))).toMatchObject({ width: 320 })
  expect(server.reports.length).toBeGreaterThan(0)
})

test('other methods are passed on to the next handler', async () => {
  await using server = await mediaServer({})
  expect((await server.get('/media/a.png', {}, 'DELETE')).status).toBe(404)
})
