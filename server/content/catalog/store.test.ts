import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noResults } from '#domain/search.ts'
import { memoryContentFiles } from '../../../tests/memory-content-files.ts'
import type { ContentChange } from './content-change.ts'
import { type ContentStoreParts, createContentStore } from './store.ts'

const site = { 'site.yaml': 'name: Test\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n' }
const article = (lines: string, body = 'Body') =>
  `---\ntitle: T\nexcerpt: E\ncategory: mixing\n${lines}\n---\n${body}\n`
const newsItem = (lines: string) => `---\ntitle: N\nexcerpt: E\n${lines}\n---\nBody\n`
const letter = (lines: string) => `---\ntitle: L\n${lines}\n---\nHello\n`

async function openStore(files: ContentStoreParts['files'], more: Partial<ContentStoreParts> = {}) {
  const log: Array<string> = []
  const cacheDir = more.cacheDir ?? (await temporaryFolder())
  const store = createContentStore({
    files,
    cacheDir,
    now: () => new Date('2026-11-21T12:00:00Z'),
    renderBody: async ({ key, markdown, anchorPrefix }) => ({
      html: `<p id="${anchorPrefix ?? 's-'}${key.slice(0, 2)}">${markdown.trim()}</p>`,
      toc: [],
      words: markdown.trim().split(/\s+/).length,
    }),
    mentions: () => [],
    search: async () => noResults,
    log: { warn: (message) => log.push(message), error: (message) => log.push(`ERROR ${message}`) },
    ...more,
  })
  onTestFinished(() => store.close())
  await store.ready()
  const changes: Array<ContentChange> = []
  store.onChange((change) => changes.push(change))
  return { store, reader: store.reader, log, changes, cacheDir }
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'store-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const problems = (store: { problems(): Array<{ path: string; line: number; message: string }> }) =>
  store.problems().map(({ path, line, message }) => `${path}:${line}: ${message}`)

test('published articles are listed newest first, by category, by page, by slug and by id', async () => {
  const items = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `articles/2026/a-${index}.md`,
      article(
        `id: ${index + 1}\npublishedAt: 2026-01-${String(index + 1).padStart(2, '0')}\nfeatured: ${index % 10 === 0}`,
      ).replace('mixing', index % 3 === 0 ? 'sound-design' : 'mixing'),
    ]),
  )
  const { reader } = await openStore(memoryContentFiles({ ...site, ...items }))
  expect(reader.items('articles', 3).map((item) => item.slug)).toEqual(['a-29', 'a-28', 'a-27'])
  expect(reader.items('articles')).toHaveLength(30)
  expect(reader.featured().map((item) => item.id)).toEqual([21, 11, 1])
  expect(reader.featured(2).map((item) => item.id)).toEqual([21, 11])
  expect(reader.articlesIn('all', 1)).toMatchObject({
    page: 1,
    pages: 2,
    total: 30,
    items: { length: 24 },
  })
  expect(reader.articlesIn('all', 2)?.items.map((item) => item.id)).toEqual([6, 5, 4, 3, 2, 1])
  expect([
    reader.articlesIn('all', 3),
    reader.articlesIn('all', 0),
    reader.articlesIn('all', 1.5),
  ]).toEqual([null, null, null])
  expect(reader.articlesIn('sound_design', 1)?.total).toBe(10)
  expect(reader.articlesIn('plugins', 1)).toEqual({ items: [], page: 1, pages: 1, total: 0 })
  expect(reader.categoryCounts()).toEqual({ mixing: 20, sound_design: 10 })
  expect(reader.item('articles', 'a-4')).toMatchObject({
    id: 5,
    title: 'T',
    aliases: [],
    updatedAt: null,
  })
  expect(reader.item('articles', 5)?.slug).toBe('a-4')
  expect([
    reader.item('articles', 'nothing'),
    reader.item('articles', '__proto__'),
    reader.item('articles', 99),
  ]).toEqual([null, null, null])
  expect(reader.items('articles', 1)[0]).not.toHaveProperty('blob')
})

test('drafts and scheduled items are nowhere but in the list of all', async () => {
  const files = memoryContentFiles({
    ...site,
    'articles/a.md': article('id: 1\npublishedAt: 2026-11-21T12:00:00Z\naliases: [/old-a]'),
    'articles/b.md': article('id: 2'),
    'articles/c.md': article('id: 3\npublishedAt: 2026-01-01\ndraft: true\naliases: [/old-c]'),
    'articles/d.md': article('id: 4\npublishedAt: 2026-11-21T12:00:01Z\naliases: [/old-d]'),
    'news/a.md': newsItem('id: 1\ndraft: true'),
    'newsletters/a.md': letter('id: 1'),
  })
  const { store, reader } = await openStore(files)
  expect(reader.items('articles').map((item) => item.id)).toEqual([1])
  expect([
    reader.item('articles', 'b'),
    reader.item('articles', 'c'),
    reader.item('articles', 4),
    reader.item('news', 1),
    reader.item('newsletters', 1),
  ]).toEqual([null, null, null, null, null])
  expect(reader.related(2)).toEqual([])
  expect(['/old-a', '/old-c', '/old-d'].map((path) => reader.redirect(path))).toEqual([
    '/article/a',
    null,
    null,
  ])
  expect(store.all('articles').map(({ status, path, item }) => [item.id, status, path])).toEqual([
    [2, 'draft', 'articles/b.md'],
    [4, 'scheduled', 'articles/d.md'],
    [1, 'published', 'articles/a.md'],
    [3, 'draft', 'articles/c.md'],
  ])
  expect(store.all('news')[0]?.status).toBe('draft')
})

test('a scheduled item appears on time, with one change', async () => {
  let now = Date.parse('2026-11-21T12:00:00Z')
  const files = memoryContentFiles({
    ...site,
    'news/a.md': newsItem('id: 1\npublishedAt: 2026-11-21T12:00:00.060Z'),
  })
  const { store, reader, changes } = await openStore(files, { now: () => new Date(now) })
  expect(reader.items('news')).toEqual([])
  changes.length = 0
  const before = store.generation()
  now += 70
  await vi.waitFor(() => expect(reader.items('news').map((item) => item.id)).toEqual([1]), 30_000)
  expect(changes.filter((change) => change.cause === 'schedule')).toMatchObject([
    { news: [{ before: null, after: { id: 1 } }] },
  ])
  expect(store.generation()).toBeGreaterThan(before)
})

test('a scheduled item appears within a minute of a clock that has jumped ahead, as that of a machine that has slept', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    let now = Date.parse('2026-11-21T12:00:00Z')
    const files = memoryContentFiles({
      ...site,
      'news/a.md': newsItem('id: 1\npublishedAt: 2026-11-23T12:00:00Z'),
    })
    const { reader } = await openStore(files, { now: () => new Date(now) })
    vi.advanceTimersByTime(60_000)
    expect(reader.items('news')).toEqual([])
    now += 3 * 24 * 60 * 60 * 1000
    vi.advanceTimersByTime(60_000)
    expect(reader.items('news').map((item) => item.id)).toEqual([1])
  } finally {
    vi.useRealTimers()
  }
})

test('an item scheduled years ahead does not appear at once', async () => {
  const files = memoryContentFiles({
    ...site,
    'news/a.md': newsItem('id: 1\npublishedAt: 2099-01-01'),
  })
  const { reader, changes } = await openStore(files)
  await pause(30)
  expect(reader.items('news')).toEqual([])
  expect(changes.filter((change) => change.cause === 'schedule')).toEqual([])
})

test('a commit is followed: before and after of each item, and nothing else', async () => {
  const files = memoryContentFiles({
    ...site,
    'articles/a.md': article('id: 1\npublishedAt: 2026-01-01'),
    'articles/b.md': article('id: 2\npublishedAt: 2026-01-02\ntags: [x]'),
    'articles/c.md': article('id: 3\npublishedAt: 2026-01-03\ntags: [x]'),
    'news/a.md': newsItem('id: 1\npublishedAt: 2026-01-01'),
  })
  const { store, reader, changes } = await openStore(files)
  expect(reader.related(3).map((item) => item.id)).toEqual([2, 1])
  await vi.waitFor(
    () => expect(reader.item('articles', 'a')?.updatedAt).toBe('2026-01-01T00:00:00.000Z'),
    30_000,
  )
  changes.length = 0
  const generation = store.generation()
  files.commit({
    'articles/a.md': article('id: 1\npublishedAt: 2026-02-01\ntags: [x]'),
    'articles/b.md': null,
    'articles/e.md': article('id: 4\npublishedAt: 2026-01-15'),
    'media/x.png': 'x',
  })
  await store.refresh()
  expect(store.revision()).toBe('r2')
  expect(store.generation()).toBe(generation + 1)
  expect(changes).toHaveLength(1)
  expect(changes[0]?.paths.toSorted()).toEqual([
    'articles/a.md',
    'articles/b.md',
    'articles/e.md',
    'media/x.png',
  ])
  expect(changes[0]?.news).toEqual([])
  expect(
    changes[0]?.articles
      .map(({ before, after }) => [before?.publishedAt ?? null, after?.publishedAt ?? null])
      .toSorted(),
  ).toEqual([
    [null, '2026-01-15T00:00:00.000Z'],
    ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
    ['2026-01-02T00:00:00.000Z', null],
  ])
  expect(reader.items('articles').map((item) => item.id)).toEqual([1, 4, 3])
  expect(reader.related(3).map((item) => item.id)).toEqual([1, 4])
  expect(reader.item('articles', 'b')).toBeNull()
  expect(reader.item('articles', 'a')?.updatedAt).toBe('2026-01-01T00:01:00.000Z')
})

test('commits are noticed without being asked', async () => {
  const files = memoryContentFiles(site)
  const { reader } = await openStore(files)
  files.commit({ 'news/a.md': newsItem('id: 1\npublishedAt: 2026-01-01') })
  files.commit({ 'news/b.md': newsItem('id: 2\npublishedAt: 2026-01-01') })
  await vi.waitFor(
    () => expect(reader.items('news').map((item) => item.id)).toEqual([2, 1]),
    30_000,
  )
})

test('an edit after many edits gives the same site as reading it anew', async () => {
  const files = memoryContentFiles(site)
  const { store, reader } = await openStore(files)
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let round = 0; round < 30; round += 1) {
    const path = `articles/a-${random(12)}.md`
    const date = `2026-${String(1 + random(12)).padStart(2, '0')}-0${1 + random(9)}`
    const text = article(
      `id: ${1 + random(14)}\npublishedAt: ${date}\ntags: [t${random(3)}]\ndraft: ${random(5) === 0}\nslug: s-${random(14)}`,
    )
    files.commit({ [path]: random(6) === 0 ? null : text })
    await store.refresh()
    if (round % 5 !== 0) continue
    const fresh = await openStore(files)
    expect(reader.items('articles')).toEqual(fresh.reader.items('articles'))
    expect(store.all('articles').map(({ item }) => item.id)).toEqual(
      fresh.store.all('articles').map(({ item }) => item.id),
    )
    expect(store.problems()).toEqual(fresh.store.problems())
    for (const { id, slug } of reader.items('articles')) {
      expect(reader.related(id)).toEqual(fresh.reader.related(id))
      expect(reader.item('articles', slug)?.id).toBe(id)
    }
    await fresh.store.close()
  }
})

test('a second start parses only what changed meanwhile, and a broken file is reported again', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [
      `news/n-${index}.md`,
      newsItem(`id: ${index + 1}\npublishedAt: 2026-01-01`),
    ]),
  )
  const files = memoryContentFiles({ ...site, ...many, 'news/broken.md': '---\ntitle: [\n---\n' })
  const first = await openStore(files)
  await vi.waitFor(() => expect(first.reader.item('news', 1)?.updatedAt).toBeTruthy(), 30_000)
  await first.store.close()
  expect(readdirSync(first.cacheDir)).toEqual(['content.ndjson'])
  files.commit({ 'news/n-3.md': newsItem('id: 4\npublishedAt: 2026-05-01'), 'news/n-4.md': null })

  const reads = files.reads()
  const second = await openStore(files, { cacheDir: first.cacheDir })
  expect(files.reads() - reads).toBe(2)
  expect(second.reader.items('news')).toHaveLength(149)
  expect(second.reader.items('news', 1)).toMatchObject([{ id: 4 }])
  expect(second.reader.item('news', 1)?.updatedAt).toBe(first.reader.item('news', 1)?.updatedAt)
  expect(problems(second.store)).toEqual([
    expect.stringMatching(/^news\/broken.md:\d: Invalid YAML/),
  ])
  await vi.waitFor(() => expect(second.log).toHaveLength(1), 30_000)
})

test.each([
  ['is of another build', (text: string) => text.replace('"1 ', '"0 ')],
  ['lost its end', (text: string) => text.slice(0, text.length / 2)],
  ['lost a record', (text: string) => `${text.split('\n')[0]}\n[]\n`],
  ['is no JSON', () => 'hello\n'],
  ['is empty', () => ''],
  ['is of a revision that is gone', (text: string) => text.replace('"r1"', '"r0"')],
])('a snapshot that %s does no harm', async (_what, damage) => {
  const files = memoryContentFiles({
    ...site,
    'news/a.md': newsItem('id: 1\npublishedAt: 2026-01-01'),
  })
  const first = await openStore(files)
  await first.store.close()
  const snapshot = join(first.cacheDir, 'content.ndjson')
  writeFileSync(snapshot, damage(readFileSync(snapshot, 'utf8')))
  const second = await openStore(files, { cacheDir: first.cacheDir })
  expect(second.reader.items('news').map((item) => item.id)).toEqual([1])
  expect(second.log).toEqual([])
})

test('when the history is gone, the folder is compared file by file', async () => {
  const files = memoryContentFiles({
    ...site,
    'news/a.md': newsItem('id: 1\npublishedAt: 2026-01-01'),
    'news/b.md': newsItem('id: 2'),
  })
  const { store, reader, changes } = await openStore(files)
  const reads = files.reads()
  files.commit({ 'news/b.md': null, 'news/c.md': newsItem('id: 3\npublishedAt: 2026-01-02') })
  files.forget()
  await store.refresh()
  expect(reader.items('news').map((item) => item.id)).toEqual([3, 1])
  expect(files.reads() - reads).toBe(1)
  expect(changes.at(-1)?.paths.toSorted()).toEqual(['news/b.md', 'news/c.md'])
})

test('a new time zone moves every plain date', async () => {
  const files = memoryContentFiles({
    ...site,
    'news/a.md': newsItem('id: 1\npublishedAt: 2026-01-01'),
  })
  const { store, reader, changes } = await openStore(files)
  files.commit({ 'site.yaml': `${site['site.yaml']}timeZone: Europe/Berlin\n` })
  await store.refresh()
  expect(reader.settings().timeZone).toBe('Europe/Berlin')
  expect(reader.item('news', 1)?.publishedAt).toBe('2025-12-31T23:00:00.000Z')
  expect(changes.at(-1)?.news).toHaveLength(1)
})

test('a commit that touches no content changes nothing that is noticed', async () => {
  const files = memoryContentFiles(site)
  const { store, changes } = await openStore(files)
  const generation = store.generation()
  files.commit({})
  await store.refresh()
  expect([store.revision(), store.generation(), changes]).toEqual(['r2', generation, []])
})

test('every kind of bad input is left out and reported, and the rest is served', async () => {
  const files = memoryContentFiles({
    ...site,
    'articles/good.md': article('id: 1\npublishedAt: 2026-01-01'),
    'articles/yaml.md': '---\ntitle: "A\n---\nBody',
    'articles/unclosed.md': '---\ntitle: A\n\nBody',
    'articles/types.md': article('publishedAt: yesterday'),
    'articles/binary.md': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
    'articles/large.md': Buffer.alloc(5 * 1024 * 1024, 'a'),
    'articles/script.md': '---js\n{title: (globalThis.pwned = 1)}\n---\nBody',
    'articles/same-id.md': article('id: 1\npublishedAt: 2026-01-01'),
    'articles/same-slug.md': article('id: 2\npublishedAt: 2026-01-01\nslug: good'),
    'articles/link.md': { kind: 'link' },
    'articles/nested': { kind: 'repository' },
    'articles/other.mdx': 'x',
    'pages/search.md': 'x',
    'downloads/lonely.md': '---\ntitle: Lonely\n---\n',
    'downloads/named.md': '---\ntitle: Named\nfile: nothing.zip\n---\n',
    'downloads/two.md': '---\ntitle: Two\n---\n',
    'downloads/two.zip': 'zip',
    'downloads/two.wav': 'wav',
    'downloads/linked.md': '---\ntitle: Linked\n---\n',
    'downloads/linked.zip': { kind: 'link' },
  })
  const { store, reader, log } = await openStore(files)
  expect(reader.items('articles').map((item) => item.slug)).toEqual(['good'])
  expect(reader.downloads()).toEqual([])
  expect(problems(store)).toEqual([
    'articles/binary.md:1: The file is binary, not text',
    "articles/good.md:1: The slug 'good' also stands in articles/same-slug.md",
    "articles/good.md:5: The id '1' also stands in articles/same-id.md",
    'articles/large.md:1: The file is larger than 1 MB (5.0 MB)',
    'articles/link.md:1: A symbolic link is never followed; put the file itself here',
    'articles/nested:1: A repository inside the content folder is not read',
    "articles/other.mdx:1: Only files whose name ends in '.md' are read",
    "articles/same-id.md:5: The id '1' already belongs to articles/good.md; this file is left out",
    "articles/same-slug.md:7: The slug 'good' already belongs to articles/good.md; this file is left out",
    "articles/script.md:1: Frontmatter in 'js' is not read; only YAML between '---' lines is",
    "articles/types.md:5: 'yesterday' is not a date; write it like 2026-11-21 or 2026-11-21T18:30",
    "articles/unclosed.md:1: The frontmatter is not closed: a second line '---' is missing",
    expect.stringMatching(/^articles\/yaml.md:\d: Invalid YAML: Missing closing "quote/),
    "downloads/linked.md:1: No file named 'linked' with another ending is beside this one",
    'downloads/linked.zip:1: A symbolic link is never followed; put the file itself here',
    "downloads/lonely.md:1: No file named 'lonely' with another ending is beside this one",
    "downloads/named.md:3: The file 'nothing.zip' is not beside this one",
    "downloads/two.md:1: Several files are named 'two'; say which one with 'file:'",
    "pages/search.md:1: The site needs the address '/search' itself; choose another name",
  ])
  expect(globalThis).not.toHaveProperty('pwned')
  await vi.waitFor(() => expect(log).toHaveLength(19), 30_000)
  files.commit({ 'news/a.md': newsItem('id: 1') })
  await store.refresh()
  await pause(5)
  expect(log).toHaveLength(19)
  expect(store.blobAt('articles/link.md')).toBeNull()
})

test('of two files with one id, the finished one wins, then the one that names it, then the smaller path', async () => {
  const files = memoryContentFiles({
    ...site,
    'news/a.md': newsItem('id: 1\ndraft: true\npublishedAt: 2026-01-01'),
    'news/b.md': newsItem('id: 1\npublishedAt: 2026-01-02'),
    'news/c.md': newsItem('id: 1\npublishedAt: 2026-01-03'),
  })
  const { store, reader } = await openStore(files)
  expect(reader.item('news', 1)?.slug).toBe('b')
  const derived = store.problems().length
  files.commit({ 'news/d.md': newsItem('publishedAt: 2026-01-04') })
  await store.refresh()
  const { id } = reader.items('news', 1)[0]!
  files.commit({ 'news/z.md': newsItem(`id: ${id}\npublishedAt: 2026-01-05`) })
  await store.refresh()
  expect(reader.item('news', id)?.slug).toBe('z')
  expect(store.problems().length).toBe(derived + 2)
})

test('a file that cannot be read is reported and read at the next start', async () => {
  const files = memoryContentFiles({
    ...site,
    'news/a.md': newsItem('id: 1\npublishedAt: 2026-01-01'),
  })
  const blob = (await files.list('r1')).find((file) => file.path === 'news/a.md')!.blob
  let broken = true
  const flaky = {
    ...files,
    async read(id: string) {
      if (broken && id === blob) throw new Error('bad object')
      return files.read(id)
    },
  }
  const first = await openStore(flaky)
  expect(problems(first.store)).toEqual(["news/a.md:1: The file can't be read: bad object"])
  await first.store.close()
  broken = false
  const second = await openStore(flaky, { cacheDir: first.cacheDir })
  expect(problems(second.store)).toEqual([])
  expect(second.reader.item('news', 1)).toBeTruthy()
})

test('without settings, or with wrong ones, the defaults stand and the problem is listed', async () => {
  const missing = await openStore(memoryContentFiles({}))
  expect(missing.reader.settings()).toMatchObject({ name: 'Session Notes', timeZone: 'UTC' })
  expect(problems(missing.store)).toEqual(['site.yaml:1: The file is missing; defaults are used'])
  const wrong = await openStore(
    memoryContentFiles({
      'site.yaml':
        'name: Mine\ntimeZone: Mars/Base\nemail: nobody\nsocial:\n  - name: X\n    url: javascript:alert(1)\n',
    }),
  )
  expect(wrong.reader.settings()).toMatchObject({ name: 'Mine', timeZone: 'UTC', social: [] })
  expect(wrong.reader.settings()).not.toHaveProperty('email')
  expect(problems(wrong.store)).toEqual([
    "site.yaml:2: Unknown time zone 'Mars/Base'; UTC is used",
    expect.stringMatching(/^site.yaml:3: email: /),
    expect.stringMatching(/^site.yaml:6: social.0.url: /),
  ])
  const broken = await openStore(
    memoryContentFiles({ 'site.yaml': '---js\n{name: (globalThis.pwned = 1)}\n' }),
  )
  expect(broken.reader.settings().name).toBe('Session Notes')
  expect(problems(broken.store)).toHaveLength(1)
})

test('an empty repository is an empty site until its first commit', async () => {
  const files = memoryContentFiles({})
  let born = false
  const { store, reader } = await openStore({
    ...files,
    revision: () => (born ? files.revision() : null),
  })
  expect([store.revision(), reader.items('articles'), reader.articlesIn('all', 1)?.pages]).toEqual([
    null,
    [],
    1,
  ])
  born = true
  files.commit({ ...site, 'articles/a.md': article('id: 1\npublishedAt: 2026-01-01') })
  await store.refresh()
  expect(reader.items('articles')).toHaveLength(1)
})

test('a repository that cannot be read at start rejects, and one that fails later keeps what is shown', async () => {
  const files = memoryContentFiles({
    ...site,
    'news/a.md': newsItem('id: 1\npublishedAt: 2026-01-01'),
  })
  const failing = { ...files, list: () => Promise.reject(new Error('no such object')) }
  await expect(openStore(failing)).rejects.toThrow('no such object')
  let broken = false
  const later = {
    ...files,
    list: (id: string) => (broken ? Promise.reject(new Error('gone')) : files.list(id)),
    diff: () => Promise.reject(new Error('gone')),
  }
  const { store, reader, log } = await openStore(later)
  broken = true
  files.commit({ 'news/a.md': null })
  await store.refresh()
  expect(reader.items('news')).toHaveLength(1)
  expect(log).toContain('ERROR The content could not be read: gone')
  broken = false
  await vi.waitFor(() => expect(reader.items('news')).toHaveLength(0), 30_000)
})

test('newsletters know their neighbours in time', async () => {
  const files = memoryContentFiles({
    ...site,
    'newsletters/2026/001-a.md': letter('id: 1\nissueNumber: 1\npublishedAt: 2026-01-01'),
    'newsletters/2026/003-c.md': letter('id: 3\nissueNumber: 3\npublishedAt: 2026-01-15'),
    'newsletters/2026/002-b.md': letter('id: 2\nissueNumber: 2\npublishedAt: 2026-01-08'),
  })
  const { reader } = await openStore(files)
  expect(reader.items('newsletters').map((item) => item.issueNumber)).toEqual([3, 2, 1])
  expect(reader.newsletterNeighbours(2)).toMatchObject({ previous: { id: 1 }, next: { id: 3 } })
  expect(reader.newsletterNeighbours(3)).toMatchObject({ previous: { id: 2 }, next: null })
  expect(reader.newsletterNeighbours(9)).toEqual({ previous: null, next: null })
  expect(reader.item('newsletters', 1)).toMatchObject({ slug: 'a', issueNumber: 1 })
})

test('related articles share tags first, then the category, then are new', async () => {
  const files = memoryContentFiles({
    ...site,
    'articles/a.md': article('id: 1\npublishedAt: 2026-01-01\ntags: [Warp, samples]'),
    'articles/b.md': article('id: 2\npublishedAt: 2026-01-02\ntags: [warp]').replace(
      'mixing',
      'plugins',
    ),
    'articles/c.md': article('id: 3\npublishedAt: 2026-01-03\ntags: [warp, SAMPLES]').replace(
      'mixing',
      'plugins',
    ),
    'articles/d.md': article('id: 4\npublishedAt: 2026-01-04'),
    'articles/e.md': article('id: 5\npublishedAt: 2026-01-05'),
    'articles/f.md': article('id: 6\npublishedAt: 2026-01-06').replace('mixing', 'hardware'),
    'articles/g.md': article('id: 7\npublishedAt: 2026-01-07\ntags: [mixing]').replace(
      'mixing',
      'hardware',
    ),
  })
  const { reader } = await openStore(files)
  expect(reader.related(1).map((item) => item.id)).toEqual([3, 2, 5])
  expect(reader.related(6).map((item) => item.id)).toEqual([7])
  expect(reader.related(99)).toEqual([])
})

test('the parts of a series stand in the order of their dates, whatever its capitals, and follow every change', async () => {
  const files = memoryContentFiles({
    ...site,
    'articles/a.md': article('id: 1\npublishedAt: 2026-01-03\nseries: Three Evenings'),
    'articles/b.md': article('id: 2\npublishedAt: 2026-01-01\nseries: [three evenings]'),
    'articles/c.md': article('id: 3\npublishedAt: 2026-01-02\nseries: Three Evenings\ndraft: true'),
    'articles/d.md': article('id: 4\npublishedAt: 2026-01-04\nseries: ""'),
  })
  const { store, reader } = await openStore(files)
  const parts = () => reader.seriesParts('Three Evenings').map(({ id }) => id)
  expect(parts()).toEqual([2, 1])
  expect(reader.item('articles', 4)?.series).toBeNull()
  expect(reader.seriesParts('')).toEqual([])
  files.commit({
    'articles/c.md': article('id: 3\npublishedAt: 2026-01-02\nseries: Three Evenings'),
  })
  await store.refresh()
  expect(parts()).toEqual([2, 3, 1])
  files.commit({ 'articles/b.md': article('id: 2\npublishedAt: 2026-01-01') })
  await store.refresh()
  expect(parts()).toEqual([3, 1])
})

test('old addresses lead to the item of now, without chains, loops or hijacking', async () => {
  const files = memoryContentFiles({
    ...site,
    'articles/a.md': article(
      'id: 1\npublishedAt: 2026-01-01\naliases: [/article/old-a/, /tips/Ünïcode, /article/a, /article/b, /, /admin/x, /category/Sound-Design, /shared]',
    ),
    'articles/b.md': article('id: 2\npublishedAt: 2026-01-01\naliases: [/article/a, /shared]'),
    'news/n.md': newsItem('id: 7\npublishedAt: 2026-01-01\naliases: [/news/old]'),
    'newsletters/l.md': letter('id: 8\npublishedAt: 2026-01-01\naliases: [/letters/1]'),
  })
  const { store, reader } = await openStore(files)
  expect(
    [
      '/article/old-a',
      '/article/old-a/',
      '/article/old-a?x=1',
      '/tips/%C3%9Cn%C3%AFcode',
      '/news/old',
      '/letters/1',
      '/shared',
      '/category/Sound-Design',
    ].map((path) => reader.redirect(path)),
  ).toEqual([
    '/article/a',
    '/article/a',
    '/article/a',
    '/article/a',
    '/news/7',
    '/newsletter/8',
    '/article/a',
    '/category/sound_design',
  ])
  expect(
    ['/article/a', '/article/b', '/', '/admin/x', '/nothing', '/%E0%A4%A', 'constructor'].map(
      (path) => reader.redirect(path),
    ),
  ).toEqual(Array(7).fill(null))
  expect(problems(store)).toEqual([
    "articles/a.md:7: The alias '/article/b' is the address of articles/b.md",
    "articles/a.md:7: The alias '/' is an address of the site itself",
    "articles/a.md:7: The alias '/admin/x' is an address of the site itself",
    "articles/a.md:7: The alias '/category/Sound-Design' is an address of the site itself",
    "articles/b.md:7: The alias '/article/a' is the address of articles/a.md",
    "articles/b.md:7: The alias '/shared' already leads to articles/a.md",
  ])
})

test('the address by an id that came from the path leads on once the file has an id of its own', async () => {
  const files = memoryContentFiles({
    ...site,
    'news/a.md': newsItem('publishedAt: 2026-01-01'),
    'newsletters/b.md': letter('publishedAt: 2026-01-01'),
  })
  const { store, reader } = await openStore(files)
  const [news, issue] = [
    `/news/${reader.items('news', 1)[0]?.id}`,
    `/newsletter/${reader.items('newsletters', 1)[0]?.id}`,
  ]
  expect([reader.redirect(news), reader.redirect(issue)]).toEqual([null, null])
  files.commit({
    'news/a.md': newsItem('id: 3\npublishedAt: 2026-01-01'),
    'newsletters/b.md': letter('id: 4\npublishedAt: 2026-01-01'),
  })
  await store.refresh()
  expect([reader.redirect(news), reader.redirect(issue)]).toEqual(['/news/3', '/newsletter/4'])
  expect(reader.redirect('/news/99999999999')).toBeNull()
})

test('downloads carry the size and kind of the file beside them', async () => {
  const files = memoryContentFiles({
    ...site,
    'downloads/pack.md': '---\ntitle: B pack\nid: 1\n---\n',
    'downloads/pack.zip': 'four',
    'downloads/bells.md':
      '---\ntitle: A bells\nid: 2\nfile: bells-v2.wav\nfileType: WAV 24 bit\n---\n',
    'downloads/bells-v2.wav': '12345678',
    'downloads/soon.md': '---\ntitle: Soon\nid: 3\ndraft: true\n---\n',
  })
  const { store, reader } = await openStore(files)
  expect(reader.downloads()).toMatchObject([
    { id: 2, slug: 'bells', title: 'A bells', fileType: 'WAV 24 bit', fileSize: 8 },
    { id: 1, slug: 'pack', title: 'B pack', fileType: 'ZIP', fileSize: 4 },
  ])
  expect(store.downloadFile(1)).toMatchObject({
    path: 'downloads/pack.zip',
    blob: store.blobAt('downloads/pack.zip'),
  })
  expect([store.downloadFile(3), store.blobAt('downloads/none.zip'), problems(store)]).toEqual([
    null,
    null,
    [],
  ])
})

test('static pages are found by name', async () => {
  const files = memoryContentFiles({
    ...site,
    'pages/about.md': '---\ntitle: About us\ndescription: Who\n---\nWe',
  })
  const { reader } = await openStore(files)
  await vi.waitFor(
    () => expect(reader.staticPage('about')?.updatedAt).toBe('2026-01-01T00:00:00.000Z'),
    30_000,
  )
  expect(reader.staticPage('about')).toMatchObject({ title: 'About us', metaDescription: 'Who' })
  expect(reader.staticPage('cookie-policy')).toBeNull()
})

test('bodies are read and rendered when they are asked for, newsletters with their pieces', async () => {
  const files = memoryContentFiles({
    ...site,
    'articles/a.md': article('id: 1\npublishedAt: 2026-01-01', 'One two three'),
    'newsletters/l.md': letter(
      'id: 8\npublishedAt: 2026-01-01\narticles:\n  - title: P\n    excerpt: Q\n    content: four five\n  - title: R',
    ),
  })
  const { reader, store } = await openStore(files)
  const whole = reader.item('articles', 'a')!
  const html = `<p id="s-${whole.blob.slice(0, 2)}">One two three</p>`
  await expect(reader.body(whole)).resolves.toEqual({ html, toc: [], words: 3, articles: [] })
  const issue = reader.item('newsletters', 8)!
  await expect(reader.body(issue)).resolves.toMatchObject({
    articles: [
      { title: 'P', excerpt: 'Q', html: `<p id="a1-${issue.blob.slice(0, 2)}">four five</p>` },
      { title: 'R', excerpt: '' },
    ],
  })
  files.commit({ 'articles/a.md': null })
  await store.refresh()
  await expect(reader.body(whole)).resolves.toMatchObject({ html })
  await expect(reader.body({ blob: 'nothing' })).rejects.toThrow('There is no blob')
})

test('a listener that fails keeps nobody else from hearing', async () => {
  const files = memoryContentFiles(site)
  const { store, log } = await openStore(files)
  const heard: Array<number> = []
  store.onChange(() => {
    throw new Error('boom')
  })
  const stop = store.onChange(({ generation }) => heard.push(generation))
  files.commit({ 'news/a.md': newsItem('id: 1\npublishedAt: 2026-01-01') })
  await store.refresh()
  stop()
  files.commit({ 'news/a.md': null })
  await store.refresh()
  expect(heard[0]).toBe(1)
  expect(log[0]).toBe('ERROR A listener failed on a content change: boom')
  expect(heard.every((generation) => generation < store.generation())).toBe(true)
})
