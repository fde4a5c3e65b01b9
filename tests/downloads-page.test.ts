import { randomBytes } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { parseHtml } from './parse-html.ts'
import { articleFile, eventually, revertNewest, runningSite, siteProcess } from './running-site.ts'
import { mp3Of, tone } from './sample-sounds.ts'
import { recordedStalls } from './stalls.ts'

const settings = 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n'
const entry = (fields: string) => `---\n${fields}---\n`
const zipOf = (...names: Array<string>) =>
  Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')]))))

const kit = zipOf(
  'Kit/README.txt',
  'Kit/Drums/Kick 01.wav',
  'Kit/Drums/Kick 10.wav',
  'Kit/Bass/Sub.wav',
  'Kit/Bass/',
  '__MACOSX/Kit/._README.txt',
  'Kit/.DS_Store',
  'Kit/Thumbs.db',
)

/** Where the directory of an archive ends: a record of 22 bytes. */
const endOf = (zip: Buffer) => zip.length - 22

/** An archive whose last record names this many entries. */
function withCount(zip: Buffer, count: number): Buffer {
  const copy = Buffer.from(zip)
  copy.writeUInt16LE(count, endOf(copy) + 8)
  copy.writeUInt16LE(count, endOf(copy) + 10)
  return copy
}

/** An archive that names four billion entries in the records of ZIP64. */
function withBillions(zip: Buffer): Buffer {
  const [body, end] = [zip.subarray(0, endOf(zip)), withCount(zip, 0xffff).subarray(endOf(zip))]
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeUInt32LE(0xffffffff, 32)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeUInt32LE(body.length, 8)
  return Buffer.concat([body, record, locator, end])
}

/** Archives that nobody packed with good intentions; each is offered without a list of files. */
const hostile: Readonly<Record<string, Buffer>> = {
  'no-archive': Buffer.from('PK and something else'),
  cut: kit.subarray(0, kit.length - 30),
  'more-entries-than-there-are': withCount(kit, 0xffff),
  'billions-of-entries': withBillions(kit),
  'ten-thousand-and-one': zipOf(...Array.from({ length: 10_001 }, (_, at) => `${at}.wav`)),
  'long-names': zipOf(...Array.from({ length: 40 }, (_, at) => `${at}${'n'.repeat(60_000)}`)),
  'turned-names': zipOf('innocent\u202evaw.exe'),
  'directory-elsewhere': (() => {
    const copy = Buffer.from(kit)
    copy.writeUInt32LE(0xfffffff0, endOf(copy) + 16)
    return copy
  })(),
}

const site = await runningSite({
  files: {
    'site.yaml': settings,
    'media/2026/kit.mp3': await mp3Of(tone(0.5)),
    'downloads/kit.md': entry(
      'id: 1\ntitle: Drum *Kit* [one]\ndescription: Ten drums.\nfileType: WAV\ntempo: 122 BPM\nkey: A minor\npreview: /media/2026/kit.mp3\ntags: [Drums, groove]\nimageUrl: /media/kit.png\nimageAlt: A kit.\n',
    ),
    'downloads/kit.zip': kit,
    'downloads/lone.md': entry(
      'id: 2\ntitle: Lone\npreview: /media/2026/gone.mp3\ntags: [drums]\n',
    ),
    'downloads/lone.wav': 'RIFF',
    'downloads/plan.md': entry('id: 3\ntitle: Plan\ndraft: true\n'),
    'downloads/plan.zip': kit,
    'articles/drums.md': articleFile({ id: '1', title: 'Drums', tags: '[drums, groove]' }),
    'articles/other.md': articleFile({ id: '2', title: 'Other', tags: '[mixing]' }),
    ...Object.fromEntries(
      Object.entries(hostile).flatMap(([name, bytes], at) => [
        [`downloads/${name}.md`, entry(`id: ${10 + at}\ntitle: ${name}\n`)],
        [`downloads/${name}.zip`, bytes],
      ]),
    ),
  },
})
afterAll(() => site[Symbol.asyncDispose]())

const page = async (path = '/downloads') => parseHtml((await ask(site.url, path)).text)
const entryOf = async (slug: string) => (await page()).querySelector(`article#${slug}`)
const lines = (texts: Iterable<{ textContent: string }>) =>
  [...texts].map(({ textContent }) => textContent)

test('a download is listed with its picture, its facts, the names of its files, its preview and its button', async () => {
  const kit = await entryOf('kit')
  expect(kit?.querySelector('h2')?.textContent).toBe('Drum *Kit* [one]')
  expect(kit?.querySelector('img.cover')?.getAttribute('alt')).toBe('A kit.')
  expect(lines(kit?.querySelectorAll('dl > div') ?? [])).toEqual([
    'KindWAV',
    'Inside4 files',
    expect.stringMatching(/^Size1 KB$|^Size\d+ bytes$/),
    'Tempo122 BPM',
    'KeyA minor',
  ])
  expect(kit?.querySelector('summary')?.textContent).toContain('What is inside3 WAV · 1 TXT')
  expect(lines(kit?.querySelectorAll('details p') ?? [])).toEqual(['Drums', 'Bass'])
  expect(lines(kit?.querySelectorAll('details li') ?? [])).toEqual([
    'README.txt',
    'Kick 01.wav',
    'Kick 10.wav',
    'Sub.wav',
  ])
  const player = kit?.querySelector('figure.sound')
  expect(player?.querySelector('audio[controls]')?.getAttribute('src')).toBe('/media/2026/kit.mp3')
  expect(player?.querySelector('sound-player')?.getAttribute('aria-label')).toBe(
    'Drum *Kit* [one], preview',
  )
  expect(kit?.querySelector('button[aria-haspopup="dialog"]')?.textContent).toContain(
    'Get Drum *Kit* [one]',
  )
})

test('a file that is no archive has no list, and a preview that is missing no player', async () => {
  const lone = await entryOf('lone')
  expect(lines(lone?.querySelectorAll('dl > div') ?? [])).toEqual(['KindWAV', 'Size4 bytes'])
  expect([lone?.querySelector('details'), lone?.querySelector('audio')]).toEqual([null, null])
  expect(lone?.querySelector('button')?.textContent).toContain('Get Lone')
})

test.each(Object.keys(hostile))(
  'the archive %s is offered without a list of its files',
  async (name) => {
    const found = await entryOf(name)
    expect(found?.querySelector('h2')?.textContent).toBe(name)
    expect(found?.querySelector('details')).toBeNull()
  },
)

test('the page with the form shows the facts, the files and the preview of its download', async () => {
  const { status, text } = await ask(site.url, '/downloads/kit')
  const gate = parseHtml(text).querySelector('section[aria-labelledby="download-pack"]')
  expect(status).toBe(403)
  expect(lines(gate?.querySelectorAll('dl dd') ?? [])).toEqual(
    expect.arrayContaining(['4 files', '122 BPM', 'A minor']),
  )
  expect(lines(gate?.querySelectorAll('details li') ?? [])).toContain('Kick 10.wav')
  expect(gate?.querySelector('audio')?.getAttribute('src')).toBe('/media/2026/kit.mp3')
})

test('the directory of a large archive is read without blocking other requests', async () => {
  await using stalls = await recordedStalls()
  // Neither random nor regular: as slow to inflate as text.
  const bytes = Buffer.from(randomBytes(36_000_000).toString('base64'))
  await using large = await siteProcess({
    files: {
      'site.yaml': settings,
      'downloads/large.md': entry('id: 1\ntitle: Large\n'),
      'downloads/large.zip': zipOf('Short take.wav'),
    },
    env: stalls.env,
  })
  const listed = async () =>
    lines(
      parseHtml((await ask(large.url, '/downloads')).text).querySelectorAll('#large details li'),
    )
  // The first page of a process costs time of its own.
  expect(await listed()).toEqual(['Short take.wav'])
  const begun = Date.now()
  await large.repository.write(
    'content/downloads/large.zip',
    zipSync({ 'Long take.wav': [bytes, { level: 0 }] }),
  )
  await large.repository.commit('Record a longer take')
  // Three replicas fetch 48 MB over HTTP and write them to one disk.
  await eventually(async () => (await listed())[0] === 'Long take.wav', 120_000)
  expect(await stalls.tooLongSince(begun)).toEqual([])
})

test('a draft is not listed', async () => {
  expect(await entryOf('plan')).toBeNull()
})

test('an article offers the download that shares the most tags with it, and others offer none', async () => {
  const offer = (await page('/article/drums')).querySelector(
    'section[aria-labelledby="pack-title"]',
  )
  expect(offer?.querySelector('h2')?.textContent).toBe('Drum *Kit* [one]')
  expect(offer?.querySelector('a')?.getAttribute('href')).toBe('/downloads#kit')
  expect((await page('/article/other')).querySelector('#pack-title')).toBeNull()
})

test('a new file, a new sound and new tags show on the pages that had the old ones', async () => {
  await page('/article/other')
  const { repository } = site
  await repository.write('content/downloads/kit.zip', zipOf('Loop.flac', 'Loop 2.flac'))
  await repository.write('content/media/2026/gone.mp3', await mp3Of(tone(0.25)))
  await repository.write(
    'content/articles/other.md',
    articleFile({ id: '2', title: 'Other', tags: '[DRUMS]' }),
  )
  await repository.commit('Change the downloads')
  await eventually(
    async () =>
      (await entryOf('kit'))?.querySelector('summary')?.textContent.includes('2 FLAC') === true,
  )
  await eventually(async () => (await entryOf('lone'))?.querySelector('audio') !== null)
  await eventually(async () => (await page('/article/other')).querySelector('#pack-title') !== null)
  await site.restart()
  expect((await entryOf('kit'))?.querySelector('summary')?.textContent).toContain('2 FLAC')
  await revertNewest(site)
})

test('a site without downloads says so, and offers something else', async () => {
  await using empty = await runningSite({ files: { 'site.yaml': settings } })
  const { status, text } = await ask(empty.url, '/downloads')
  const document = parseHtml(text)
  expect([status, document.querySelector('h1')?.textContent]).toEqual([200, 'Free Downloads'])
  expect(document.querySelector('main')?.textContent).toContain('No downloads yet')
  expect(document.querySelector('main a.btn')?.getAttribute('href')).toBe('/category/all')
})
