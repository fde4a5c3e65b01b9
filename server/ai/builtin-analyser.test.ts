import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import satori from 'satori'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { imageAnalysis } from '#domain/analysis.ts'
import { createBuiltinAnalyser } from './builtin-analyser.ts'
import { createTextReader } from './read-text.ts'

const font = readFileSync(path.join(import.meta.dirname, '../media/fonts/bricolage-grotesque-500.ttf'))
const faults: Array<unknown> = []
const reader = createTextReader()
const knownTags = () => [
  { tag: 'EQ eight', count: 3 },
  { tag: 'sidechain', count: 2 },
]
const analyser = createBuiltinAnalyser({ knownTags, reader, report: (error) => faults.push(error) })
afterAll(() => analyser.close())
const never = new AbortController().signal
const analyze = (image: Uint8Array, signal = never) => analyser.analyzeImage({ image, context: '' }, signal)

interface Box {
  text: string
  left: number
  top: number
}

/** A picture of words at places, as a device chain or a diagram has them. */
async function screen(
  boxes: Array<Box>,
  { ground = '#3a3a3a', ink = '#e8e8e8', size = 22, width = 900, height = 400 } = {},
) {
  const children = boxes.map(({ text, left, top }) => ({
    type: 'div',
    key: text,
    props: { style: { position: 'absolute', left, top, fontSize: size, color: ink }, children: text },
  }))
  const root = {
    type: 'div',
    key: null,
    props: { style: { width, height, background: ground, display: 'flex' }, children },
  }
  const svg = await satori(root, { width, height, fonts: [{ name: 'Test', data: font, weight: 500, style: 'normal' }] })
  return new Resvg(svg).render().asPng()
}

const deviceChain = () =>
  screen([
    { text: 'EQ Eight', left: 40, top: 20 },
    { text: 'Glue Compressor', left: 330, top: 20 },
    { text: 'Hybrid Reverb', left: 640, top: 20 },
    { text: 'Threshold', left: 330, top: 120 },
    { text: 'Attack', left: 330, top: 200 },
    { text: 'Release', left: 470, top: 200 },
    { text: 'Frequency', left: 40, top: 120 },
    { text: 'Decay', left: 640, top: 120 },
  ])

/** Noise and shades, as a camera sees them. */
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

test('a screenshot of devices is read and named', async () => {
  const answer = imageAnalysis.parse(await analyze(await deviceChain()))
  expect(answer.ableton_elements).toEqual(expect.arrayContaining(['EQ Eight', 'Glue Compressor', 'Hybrid Reverb']))
  expect(answer.relevance).toBe('high')
  expect(answer.tags).toEqual(expect.arrayContaining(['EQ eight', 'glue compressor', 'ableton live', 'screenshot']))
  expect(answer.description).toMatch(/^Screenshot of Ableton Live showing .*EQ Eight.*900 × 400/)
  expect(faults).toEqual([])
})

test('the language data are read from the package and nothing is written into the working folder', async () => {
  const { readdirSync } = await import('node:fs')
  await analyze(await deviceChain())
  expect(readdirSync(process.cwd()).filter((name) => name.includes('traineddata'))).toEqual([])
})

test('a diagram with words is described by them', async () => {
  const boxes = ['Threshold', 'Ratio', 'Kick and bass', 'Gain reduction', 'Time in milliseconds']
  const png = await screen(
    boxes.map((text, at) => ({ text, left: 60, top: 30 + at * 70 })),
    { ground: '#ffffff', ink: '#1133cc', size: 30 },
  )
  const answer = await analyze(png)
  expect(answer.relevance).toBe('medium')
  expect(answer.description).toMatch(/^Diagram, mostly white.*Text in the picture: “.*Threshold/)
})

test('a photo is told from a graphic, and says little about music', async () => {
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

test('tags for a picture join what it shows and what the text around it is about', async () => {
  const content = 'Sidechain the bass. The sidechain listens to the kick, and a second sidechain ducks the pads.'
  const tags = await analyser.suggestImageTags({ image: await deviceChain(), content }, never)
  expect(tags).toContain('sidechain')
  expect(tags.map((tag) => tag.toLowerCase())).toContain('eq eight')
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

test('who goes away ends the reading, and the next picture is read all the same', async () => {
  const gone = new AbortController()
  const png = await deviceChain()
  const first = analyze(png, gone.signal)
  const second = analyze(png)
  setTimeout(() => gone.abort(), 50)
  await expect(first).rejects.toMatchObject({ kind: 'cancelled' })
  expect((await second).ableton_elements).toContain('EQ Eight')
})

test('a reading that takes too long is reported, and the picture is described without its text', async () => {
  const slow = createTextReader({ limitMs: 1 })
  const heard: Array<unknown> = []
  const impatient = createBuiltinAnalyser({ knownTags, reader: slow, report: (error) => heard.push(error) })
  const answer = await impatient.analyzeImage({ image: await deviceChain(), context: '' }, never)
  expect(answer).toMatchObject({ relevance: 'low', ableton_elements: [] })
  expect(heard).toHaveLength(1)
  await impatient.close()
})
