import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createSharePictures } from './share-picture.tsx'

const folder = path.join(import.meta.dirname, 'fonts')
const fonts = {
  medium: path.join(folder, 'bricolage-grotesque-500.ttf'),
  bold: path.join(folder, 'bricolage-grotesque-700.ttf'),
  extended: path.join(folder, 'bricolage-grotesque-700-extended.ttf'),
}
const card = { title: 'Warp modes', kicker: 'Mixing', topic: 'mixing', siteName: 'Session Notes' }
const long =
  'How to turn an eight-bar loop into an arrangement that keeps its energy and still surprises you after the first drop'

async function temporaryCache() {
  const home = await mkdtemp(path.join(tmpdir(), 'share-pictures-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const written: Array<string> = []
  return {
    written,
    read: (name: string) => readFile(path.join(home, name)).catch(() => null),
    write: async (name: string, bytes: Uint8Array) => {
      written.push(name)
      await writeFile(path.join(home, name), bytes)
    },
  }
}

function throwing(error: unknown): never {
  throw error
}

/** Whether a rectangle of the picture, in pixels, has one color only. */
async function isBlank(png: Buffer, left: number, top: number, width: number, height: number): Promise<boolean> {
  const strip = await sharp(png).extract({ left, top, width, height }).removeAlpha().raw().toBuffer()
  return strip.every((value, at) => value === strip[at % 3])
}

test.each([
  ['ten characters', 'Warp modes'],
  ['a hundred and twenty characters', long.slice(0, 120)],
  ['one word of a hundred and twenty characters', 'W'.repeat(120)],
  ['letters beyond Latin-1', 'Łódź, Ōtomo and the Šumava'],
  ['characters that no font has', '日本 🎹 live'],
  ['characters that XML can’t contain', 'Warp\u000bmodes\u0000 \u001b[1m \ufffe \ud83d live'],
])('a title of %s makes a picture of 1200 × 630 and leaves its margins free', async (_what, title) => {
  const pictures = createSharePictures({ fonts, cache: await temporaryCache(), failed: throwing })
  const png = await pictures.render({ ...card, title })
  const { format, width, height } = await sharp(png).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
  expect(await isBlank(png, 0, 0, 60, 440)).toBe(true)
  expect(await isBlank(png, 1150, 0, 50, 440)).toBe(true)
  expect(await isBlank(png, 60, 110, 1080, 320)).toBe(false)
})

test('the same words are drawn once, also when asked for many times at once', async () => {
  const cache = await temporaryCache()
  const pictures = createSharePictures({ fonts, cache, failed: throwing })
  const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => pictures.render(card)))
  expect(others.every((other) => other.equals(first!))).toBe(true)
  expect(cache.written).toHaveLength(1)
  await createSharePictures({ fonts, cache, failed: throwing }).render(card)
  expect(cache.written).toHaveLength(1)
})

test('another title or topic is another picture', async () => {
  const cache = await temporaryCache()
  const pictures = createSharePictures({ fonts, cache, failed: throwing })
  const blue = await pictures.render(card)
  expect((await pictures.render({ ...card, topic: 'news' })).equals(blue)).toBe(false)
  expect((await pictures.render({ ...card, title: 'Warp mode' })).equals(blue)).toBe(false)
  expect(new Set(cache.written).size).toBe(3)
})

test('a cache that cannot be written is reported and the picture is sent', async () => {
  const faults: Array<unknown> = []
  const full = { read: async () => null, write: () => Promise.reject(new Error('disk full')) }
  const png = await createSharePictures({ fonts, cache: full, failed: (error) => faults.push(error) }).render(card)
  expect(png.length).toBeGreaterThan(1000)
  expect(faults).toHaveLength(1)
})

test('a missing font rejects and does not block the pictures after it', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'share-fonts-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const bold = path.join(home, 'bold.ttf')
  const pictures = createSharePictures({ fonts: { ...fonts, bold }, cache: await temporaryCache(), failed: throwing })
  await expect(pictures.render(card)).rejects.toThrow(/ENOENT/)
  await writeFile(bold, await readFile(fonts.bold))
  expect((await pictures.render(card)).length).toBeGreaterThan(1000)
})
