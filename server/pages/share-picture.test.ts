import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { openShareFonts } from './share-fonts.ts'
import { createSharePictures } from './share-picture.ts'

const fonts = path.join(import.meta.dirname, 'fonts')
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
async function isBlank(
  png: Buffer,
  left: number,
  top: number,
  width: number,
  height: number,
): Promise<boolean> {
  const strip = await sharp(png)
    .extract({ left, top, width, height })
    .removeAlpha()
    .raw()
    .toBuffer()
  return strip.every((value, at) => value === strip[at % 3])
}

/** Fonts are read once for all that draw without a cache. */
const pictures = createSharePictures({
  fonts,
  cache: { read: async () => null, write: async () => undefined },
  failed: throwing,
})

test.each([
  ['a hundred and twenty characters', long.slice(0, 120)],
  ['one word of a hundred and twenty characters', 'W'.repeat(120)],
  ['letters beyond Latin-1', 'Łódź, Ōtomo and the Šumava'],
  ['a Chinese sentence', '音乐制作的音高移动：第一步与效果器的使用方法（入门）'],
  ['Thai without spaces', 'การทำเพลงด้วยคอมพิวเตอร์และการมิกซ์เสียงร้องในห้องนอนของคุณเอง'],
  ['Arabic and Latin', 'الموسيقى العربية مع Ableton Live 12'],
  ['emoji only', '🎹👩‍🎤'],
  ['characters that XML can’t contain', 'Warp\u000bmodes\u0000 \u001b[1m \ufffe \ud83d live'],
])(
  'a title of %s makes a picture of 1200 × 630 and leaves its margins free',
  async (_what, title) => {
    const png = await pictures.render({ ...card, title })
    const { format, width, height } = await sharp(png).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
    expect(await isBlank(png, 0, 0, 60, 440)).toBe(true)
    expect(await isBlank(png, 1150, 0, 50, 440)).toBe(true)
    expect(await isBlank(png, 60, 110, 1080, 320)).toBe(false)
  },
)

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
  const png = await createSharePictures({
    fonts,
    cache: full,
    failed: (error) => faults.push(error),
  }).render(card)
  expect(png.length).toBeGreaterThan(1000)
  expect(faults).toHaveLength(1)
})

test.each([
  ['Cyrillic', 'Сведение'],
  ['Greek', 'Μουσική'],
  ['Armenian', 'Ձայն'],
  ['Georgian', 'მუსიკა'],
  ['Hebrew', 'מוזיקה'],
  ['Arabic', 'موسيقى'],
  ['Devanagari', 'संगीत'],
  ['Bengali', 'সঙ্গীত'],
  ['Gujarati', 'સંગીત'],
  ['Gurmukhi', 'ਸੰਗੀਤ'],
  ['Tamil', 'இசை'],
  ['Telugu', 'సంగీతం'],
  ['Kannada', 'ಸಂಗೀತ'],
  ['Malayalam', 'സംഗീതം'],
  ['Sinhala', 'සංගීතය'],
  ['Thai', 'ดนตรี'],
  ['Lao', 'ດົນຕີ'],
  ['Khmer', 'តន្ត្រី'],
  ['Burmese', 'ဂီတ'],
  ['Amharic', 'ሙዚቃ'],
  ['Chinese', '音乐'],
  ['Japanese', '音楽ガイド'],
  ['Korean', '음악'],
  ['emoji', '🎹🔥'],
])('a title in %s is drawn, at the side where reading begins', async (_script, word) => {
  // Without a name of the site, nothing would take the place of a title that can't be drawn.
  const png = await pictures.render({ ...card, title: word, siteName: '' })
  const isFromRight = /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(word)
  expect(await isBlank(png, isFromRight ? 1060 : 64, 130, 76, 120)).toBe(false)
  expect(await isBlank(png, isFromRight ? 64 : 1060, 130, 76, 120)).toBe(true)
})

test.each(['🎹 love', 'Сведение love', 'संगीत love', '音楽 love', 'موسيقى love'])(
  'in “%s”, both fonts are drawn',
  async (title) => {
    const [both, one, other] = await Promise.all([title, ...title.split(' ')].map(inkOf))
    expect(Math.abs(both! / (one! + other!) - 1)).toBeLessThan(0.1)
  },
)

test.each([
  'Việt Nam: tiếng hát',
  'Azərbaycan musiqisi',
  'C♯ → B♭, ≥ 3 dB',
  '𝐁𝐨𝐥𝐝\tⅫ',
  'Warp\u{e0001}',
])('no character of “%s” is left out that has a shape', (title) => {
  expect(openShareFonts(fonts).drawable(title)).toBe(
    title
      .normalize('NFKC')
      .replace(/\p{C}+/gu, ' ')
      .trim(),
  )
})

test.each(['ọ\u0300', 'x\u0302'])('the mark of %j is drawn', async (letter) => {
  expect(await inkOf(letter)).toBeGreaterThan(await inkOf(letter[0]!))
})

test.each([
  ['Kannada', 'ಕ್ಷ್ಮ'],
  ['Sinhala', 'ශ්‍රී'],
  ['Gurmukhi', 'ਪ੍ਰੀ'],
])('consonants of %s that make one shape stand in one place', async (_script, syllable) => {
  const png = await pictures.render({ ...card, title: syllable })
  expect(await isBlank(png, 215, 110, 900, 320)).toBe(true)
})

test.each(['བོད་ཡིག', '𠮷野家の音楽', 'Undo with ⌘Z'])(
  'the picture of “%s”, which has a sign without a font, shows the name of the site',
  async (title) => {
    expect(await inkOf(title)).toBe(await inkOf(card.siteName))
  },
)

/** How many pixels of a title have another color than its ground. */
async function inkOf(words: string): Promise<number> {
  const png = await pictures.render({ ...card, title: words })
  const title = await sharp(png)
    .extract({ left: 60, top: 110, width: 1080, height: 320 })
    .greyscale()
    .raw()
    .toBuffer()
  return title.filter((value) => value !== title[0]).length
}

test('in a title that is written from the right, the number follows the word, and a second line begins at the right', async () => {
  const png = await pictures.render({ ...card, title: 'الموسيقى العربية مع Ableton 12' })
  expect(await isBlank(png, 1040, 270, 100, 110)).toBe(false)
  expect(await isBlank(png, 64, 270, 200, 110)).toBe(true)
})

test('a missing font rejects and does not block the pictures after it', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'share-fonts-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  await cp(fonts, home, { recursive: true, filter: (file) => !file.endsWith('-hebrew-700.ttf') })
  const pictures = createSharePictures({
    fonts: home,
    cache: await temporaryCache(),
    failed: throwing,
  })
  await expect(pictures.render({ ...card, title: 'מוזיקה' })).rejects.toThrow(/ENOENT/)
  expect((await pictures.render(card)).length).toBeGreaterThan(1000)
})
