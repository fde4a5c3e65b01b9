import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageAnalysis } from '#domain/analysis.ts'
import { createBuiltinAnalyser } from './builtin-analyser.ts'

const analyser = createBuiltinAnalyser(() => [
  { tag: 'EQ eight', count: 3 },
  { tag: 'sidechain', count: 2 },
])
const never = new AbortController().signal
const analyze = (image: Uint8Array, context = '', name = '') =>
  analyser.analyzeImage({ image, context, name }, never)

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
  expect(answer.tags).toEqual(expect.arrayContaining(['EQ eight', 'glue compressor']))
})

test('a text about a topic of the site makes a picture somewhat relevant', async () => {
  const answer = await analyze(
    await photo(),
    'The sidechain listens to the kick. A second sidechain ducks the pads.',
  )
  expect(answer).toMatchObject({ relevance: 'medium', ableton_elements: [] })
})

test('the name of the file proposes the alternative text, and its devices are elements', async () => {
  const answer = imageAnalysis.parse(
    await analyze(await photo(), '', 'eq-eight-low-cut-on-vocals.jpg'),
  )
  expect(answer).toMatchObject({
    description: 'EQ Eight low cut on vocals',
    relevance: 'high',
    ableton_elements: ['EQ Eight'],
  })
})

test('nothing is proposed where neither name nor text says what is shown: no size, no color, no kind', async () => {
  expect(await analyze(await photo(), '', 'IMG_2041.jpg')).toEqual({
    description: '',
    relevance: 'low',
    tags: [],
    ableton_elements: [],
  })
})

test('tags for a picture come from the text around it', async () => {
  const content =
    'Sidechain the bass. The sidechain listens to the kick, and a second sidechain ducks the pads.'
  const tags = await analyser.suggestImageTags({ image: await photo(), content }, never)
  expect(tags[0]).toBe('sidechain')
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

test('pictures of one pixel, with transparency and in motion can be analyzed', async () => {
  const clear = {
    width: 1,
    height: 1,
    channels: 4,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  } as const
  expect((await analyze(await sharp({ create: clear }).png().toBuffer())).relevance).toBe('low')
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
  expect((await analyze(moving)).relevance).toBe('low')
})
