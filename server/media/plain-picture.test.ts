import sharp from 'sharp'
import { expect, test } from 'vitest'
import { animatedPng, animation, halves, photo, pngChunk } from '../../tests/sample-pictures.ts'
import { plainGif } from './plain-gif.ts'
import { plainJpeg } from './plain-jpeg.ts'
import { plainPng } from './plain-png.ts'
import { plainWebp } from './plain-webp.ts'

const pixels = (bytes: Uint8Array) => sharp(bytes, { animated: true }).raw().toBuffer()

const cut = async (bytes: Buffer, strip: (bytes: Buffer) => Buffer | null) => {
  const whole = strip(bytes)
  if (!whole) throw new Error('the whole file is understood')
  for (let length = 0; length < bytes.length; length += Math.ceil(bytes.length / 60)) {
    const part = strip(bytes.subarray(0, length))
    // A truncated file may be read up to its end, never beyond, and reveals no metadata.
    expect([length, part === null || part.length <= length]).toEqual([length, true])
    expect([length, part?.includes('Secret') ?? false]).toEqual([length, false])
  }
}

/** A JPEG segment. */
function segment(marker: number, body: Buffer | string): Buffer {
  const bytes = Buffer.from(body as string, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(bytes.length + 2, 2)
  return Buffer.concat([head, bytes])
}

test('a JPEG loses EXIF, XMP, comments, makers’ segments and what hangs behind its end, and no pixel', async () => {
  const source = await photo('jpeg')
  expect(source.includes('Secret Camera')).toBe(true)
  const told = Buffer.concat([
    source.subarray(0, 2),
    segment(0xfe, 'Secret comment'),
    segment(0xed, 'Photoshop 3.0\0Secret IPTC'),
    segment(0xe5, 'Secret maker'),
    source.subarray(2),
    Buffer.from('Secret trailer'),
  ])
  const plain = plainJpeg(told)
  expect(plain?.includes('Secret')).toBe(false)
  expect(await pixels(plain ?? Buffer.alloc(0))).toEqual(await pixels(source))
  await cut(told, plainJpeg)
})

test('a JPEG keeps its color profile and what says how its colors are coded', async () => {
  const source = await halves(40, 30)
    .withIccProfile('p3')
    .withExif({ IFD0: { Make: 'Secret' } })
    .jpeg()
    .toBuffer()
  const plain = plainJpeg(source)
  const { icc, exif } = await sharp(plain ?? Buffer.alloc(0)).metadata()
  expect([icc !== undefined, exif]).toEqual([true, undefined])
  expect(plain?.includes('Secret')).toBe(false)
})

test('a JPEG of several scans and with restart marks stays whole', async () => {
  const source = await halves(60, 40)
    .jpeg({ progressive: true })
    .withExif({ IFD0: { Make: 'Secret' } })
    .toBuffer()
  const plain = plainJpeg(source)
  expect(plain?.includes('Secret')).toBe(false)
  expect(await pixels(plain ?? Buffer.alloc(0))).toEqual(await pixels(source))
})

test('a JPEG’s JFIF head loses its preview', () => {
  const scan = Buffer.concat([segment(0xda, '\0'), Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd9])])
  const start = Buffer.from([0xff, 0xd8])
  const withPreview = segment(0xe0, `JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01Secret`)
  const without = segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0')
  expect(plainJpeg(Buffer.concat([start, withPreview, scan]))).toEqual(Buffer.concat([start, scan]))
  expect(plainJpeg(Buffer.concat([start, without, scan]))).toEqual(
    Buffer.concat([start, without, scan]),
  )
})

test('a PNG loses texts, EXIF, times, private chunks and what hangs behind its end, and no pixel', async () => {
  const source = await photo('png')
  expect(source.includes('eXIf')).toBe(true)
  const end = source.subarray(-12)
  const told = Buffer.concat([
    source.subarray(0, -12),
    pngChunk('tEXt', Buffer.from('Author\0Secret', 'latin1')),
    pngChunk('tIME', Buffer.alloc(7)),
    pngChunk('prVt', Buffer.from('Secret')),
    end,
    Buffer.from('Secret trailer'),
  ])
  const plain = plainPng(told)
  for (const word of ['Secret', 'eXIf', 'tEXt', 'iTXt', 'tIME', 'prVt'])
    expect([word, plain?.includes(word)]).toEqual([word, false])
  expect(await pixels(plain ?? Buffer.alloc(0))).toEqual(await pixels(source))
  await cut(told, plainPng)
})

test('an animated PNG keeps its frames and loses its texts', async () => {
  const source = await animatedPng()
  const plain = plainPng(source)
  expect(plain).toEqual(
    Buffer.concat([source.subarray(0, 33), source.subarray(source.indexOf('acTL') - 4)]),
  )
})

test('a GIF loses comments, texts and other programs’ data, and keeps its frames and how often they run', async () => {
  const source = await animation('gif')
  const block = (text: string) =>
    Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])
  const extension = (label: number, ...blocks: Array<string>) =>
    Buffer.concat([Buffer.from([0x21, label]), ...blocks.map(block), Buffer.from([0])])
  const paletteEnd = 13 + ((source[10] ?? 0) & 0x80 ? 3 * 2 ** (((source[10] ?? 0) & 7) + 1) : 0)
  const told = Buffer.concat([
    source.subarray(0, paletteEnd),
    extension(0xfe, 'Secret comment'),
    extension(0xff, 'XMP DataXMP', 'Secret packet'),
    extension(0x01, 'Secret text..', 'Secret'),
    source.subarray(paletteEnd),
    Buffer.from('Secret trailer'),
  ])
  const plain = plainGif(told)
  expect(plain).toEqual(plainGif(source))
  expect(await sharp(plain ?? Buffer.alloc(0), { animated: true }).metadata()).toMatchObject({
    pages: 3,
    delay: [200, 200, 200],
    loop: 0,
  })
  expect(await pixels(plain ?? Buffer.alloc(0))).toEqual(await pixels(source))
  await cut(told, plainGif)
})

test('a WebP loses EXIF, XMP, unknown chunks and what hangs behind its end, and no pixel', async () => {
  const source = await photo('webp')
  expect([source.includes('EXIF'), source.includes('XMP ')]).toEqual([true, true])
  const unknown = Buffer.concat([
    Buffer.from('SECR'),
    Buffer.from([6, 0, 0, 0]),
    Buffer.from('Secret'),
  ])
  const told = Buffer.concat([source, unknown, Buffer.from('Secret trailer')])
  told.writeUInt32LE(source.length + unknown.length - 8, 4)
  const plain = plainWebp(told)
  for (const word of ['Secret', 'EXIF', 'XMP ', 'SECR'])
    expect([word, plain?.includes(word)]).toEqual([word, false])
  const metadata = await sharp(plain ?? Buffer.alloc(0)).metadata()
  expect([metadata.exif, metadata.xmp]).toEqual([undefined, undefined])
  expect(await pixels(plain ?? Buffer.alloc(0))).toEqual(await pixels(source))
  await cut(told, plainWebp)
})

test('an animated WebP keeps its frames', async () => {
  const source = await animation('webp')
  const plain = plainWebp(source)
  expect(await sharp(plain ?? Buffer.alloc(0), { animated: true }).metadata()).toMatchObject({
    pages: 3,
    loop: 0,
  })
  expect(await pixels(plain ?? Buffer.alloc(0))).toEqual(await pixels(source))
})

test.each([
  ['JPEG', plainJpeg],
  ['PNG', plainPng],
  ['GIF', plainGif],
  ['WebP', plainWebp],
])('what is no %s is not understood as one', (_, strip) => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(3),
    Buffer.alloc(200),
    Buffer.alloc(200, 0xff),
    Buffer.from('text'),
  ])
    expect(strip(bytes)).toBeNull()
})

test('a file of nothing but pieces is not taken apart', async () => {
  const source = halves(20, 10)
  const [jpeg, png, gif, webp] = await Promise.all([
    source.clone().jpeg().toBuffer(),
    source.clone().png().toBuffer(),
    source.clone().gif().toBuffer(),
    source.clone().webp().toBuffer(),
  ])
  const many = (piece: Buffer) => Buffer.alloc(piece.length * 200_000, piece)
  const hostileWebp = Buffer.concat([webp, many(Buffer.from('ICCP\0\0\0\0'))])
  hostileWebp.writeUInt32LE(hostileWebp.length - 8, 4)
  const firstChunk = 33
  const palette = (gif[10]! & 0x80) === 0 ? 0 : 3 * 2 ** ((gif[10]! & 7) + 1)
  expect([
    plainJpeg(Buffer.concat([jpeg.subarray(0, 2), many(segment(0xdb, '')), jpeg.subarray(2)])),
    plainPng(
      Buffer.concat([
        png.subarray(0, firstChunk),
        many(pngChunk('IDAT', Buffer.alloc(0))),
        png.subarray(firstChunk),
      ]),
    ),
    plainGif(
      Buffer.concat([
        gif.subarray(0, 13 + palette),
        many(Buffer.from([0x21, 0xf9, 0])),
        gif.subarray(13 + palette),
      ]),
    ),
    plainWebp(hostileWebp),
  ]).toEqual([null, null, null, null])
})
