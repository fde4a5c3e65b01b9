import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageAnalysis } from '#domain/analysis.ts'
import { createBuiltinAnalyser } from './builtin-analyser.ts'

const analyser = createBuiltinAnalyser(() => [
  { tag: 'EQ eight', count: 3 },
  { tag: 'sidechain', count: 2 },
])
const never = new AbortController().signal
const analyze = (image: Uint8Array, context = '') => analyser.analyzeImage({ image, context }, never)

/** A picture with noise and gradients, like a photo. */
async function photo(width = 800, height = 600) {
  let seed = 7
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
  const data = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) {
    const shade = 60 + 120 * Math.sin((at % width) / 130) ** 2
    data[at * 3] = shade + random() * 40
    data[at * 3 + 1] = shade * 0.6 + random() * 40
    data[at * 3 + 2] = shade * 0.3 + random() * 40
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()
}

test('the devices that the text around a picture names are its elements', async () => {
  const context = 'Put EQ Eight before the Glue Compressor, and let EQ Eight cut the lows.'
  const answer = imageAnalysis.parse(await analyze(await photo(), context))
  expect(answer.ableton_elements).toEqual(['EQ Eight', 'Glue Compressor'])
  expect(answer.relevance).toBe('high')
  expect(answer.tags).toEqual(expect.arrayContaining(['EQ eight', 'glue compressor', 'photo']))
})

test('a text about a topic of the site makes a picture somewhat relevant', async () => {
  const answer = await analyze(await photo(), 'The sidechain listens to the kick. A second sidechain ducks the pads.')
  expect(answer).toMatchObject({ relevance: 'medium', ableton_elements: [] })
})

test('a photo is distinguished from a graphic, and yields few suggestions', async () => {
  const answer = await analyze(await photo())
  expect(answer).toMatchObject({ relevance: 'low', ableton_elements: [] })
  expect(answer.tags).toContain('photo')
  expect(answer.description).toMatch(/^Photo, mostly .*\(landscape, 800 × 600 pixels\)\.$/)
})

test.each([
  ['red', '#d72323'],
  ['orange', '#f5821e'],
  ['dark blue', '#0f1955'],
  ['white', '#ffffff'],
  ['lime', '#a5cd28'],
])('a plain picture is %s', async (name, background) => {
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer()
  const answer = await analyze(png)
  expect(answer.description).toBe(`Illustration, mostly ${name} (square, 300 × 300 pixels).`)
})

test('tags for a picture come from the text around it first, then from how it looks', async () => {
  const content = 'Sidechain the bass. The sidechain listens to the kick, and a second sidechain ducks the pads.'
  const tags = await analyser.suggestImageTags({ image: await photo(), content }, never)
  expect(tags[0]).toBe('sidechain')
  expect(tags).toContain('photo')
  expect(tags.length).toBeLessThanOrEqual(8)
  expect(new Set(tags).size).toBe(tags.length)
})

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
  ['text', Buffer.from('just words')],
  ['an empty file', Buffer.alloc(0)],
  ['a GIF that is a script', Buffer.from('GIF89a/*<script>alert(1)</script>')],
  ['half a PNG', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1')],
])('%s is no picture', async (_what, bytes) => {
  await expect(analyze(bytes)).rejects.toMatchObject({ kind: 'picture' })
})

test('a picture of too many pixels is not decoded', async () => {
  const background = { r: 0, g: 0, b: 0 }
  const wide = await sharp({ create: { width: 9000, height: 5000, channels: 3, background } })
    .png()
    .toBuffer()
  expect(wide.length).toBeLessThan(1_000_000)
  await expect(analyze(wide)).rejects.toMatchObject({ kind: 'too-large' })
})

test('pictures of one pixel, with transparency, in gray and in motion are looked at', async () => {
  const make = (channels: 3 | 4, background: object) =>
    sharp({ create: { width: 1, height: 1, channels, background: background as { r: number; g: number; b: number } } })
  const clear = await make(4, { r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer()
  expect((await analyze(clear)).description).toMatch(/white/)
  const gray = await sharp(await photo(64, 64))
    .greyscale()
    .webp()
    .toBuffer()
  expect((await analyze(gray)).description).toMatch(/gray/)
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await analyze(moving)).description).toMatch(/40 × 30/)
})

test('a picture on its side is measured as it is shown', async () => {
  const lying = await sharp(await photo(200, 100))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await analyze(lying)).description).toMatch(/portrait, 100 × 200/)
})
