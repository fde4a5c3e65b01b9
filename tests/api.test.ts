import { afterAll, expect, test } from 'vitest'
import { ask, askJson } from './http-client.ts'
import { articleFile, articleFiles, eventually, revertNewest, runningSite } from './running-site.ts'

interface Listed {
  id: number
  title: string
  slug: string
  publishedAt: string
}

const day = (number: number) =>
  `2026-0${1 + Math.floor(number / 28)}-${String(1 + (number % 28)).padStart(2, '0')}`
const hostileBody = [
  '<script>alert(1)</script>',
  '<img src="x" onerror="alert(1)">',
  '[click](javascript:alert(1))',
  '**bold** <u>under</u>',
].join('\n\n')

const files: Record<string, string> = {
  'site.yaml':
    'name: Test Notes\ntagline: Tests\ndescription: Notes for tests.\ndisclaimer: None.\nabout: Us.\n',
  'articles/2026/mixing-one.md': articleFile(
    {
      id: '7',
      title: 'Warm mixes',
      tags: '[bus, glue]',
      featured: 'true',
      aliases: '[/old-warm]',
      metaDescription: 'Meta.',
    },
    hostileBody,
  ),
  'articles/2026/sound-one.md': articleFile({
    id: '8',
    title: 'Bells',
    category: 'sound-design',
    publishedAt: '2026-03-01',
  }),
  'articles/2026/push-one.md': articleFile({
    id: '9',
    title: 'Pads',
    category: 'ableton_push',
    publishedAt: '2026-03-02',
  }),
  'news/2026/update.md':
    '---\nid: 3\ntitle: An update\nexcerpt: What is new.\ncategory: releases\npublishedAt: 2026-02-01\n---\n\nNews **text**.\n',
  'newsletters/2026/001-hello.md':
    '---\nid: 4\ntitle: Hello\nissueNumber: 1\ndescription: The first.\npublishedAt: 2026-02-02\narticles:\n  - title: Part\n    excerpt: Short.\n    content: "Some *emphasis* <script>alert(1)</script>"\n---\n\nOpening.\n',
  'downloads/pack.md': '---\nid: 5\ntitle: A pack\ndescription: Sounds.\n---\n\nText.\n',
  'downloads/pack.zip': 'PK not really',
  ...articleFiles(30, 'articles/2026/plugin', (at) => ({
    id: String(100 + at),
    title: `Plugin ${String.fromCharCode(65 + (at % 26))}${at}`,
    category: 'plugins',
    publishedAt: day(at),
  })),
}

const get = <Shape>(path: string) => askJson<Shape>(site.url, path)
const site = await runningSite({ files })
afterAll(() => site[Symbol.asyncDispose]())

const keysOf = (item: object = {}) => Object.keys(item).sort().join(' ')

test('lists are whole arrays without bodies, newest first, and without internal fields', async () => {
  const articles = await get<Array<Listed>>('/api/articles')
  expect(articles).toHaveLength(33)
  expect(articles.map(({ publishedAt }) => publishedAt)).toEqual(
    [...articles.map(({ publishedAt }) => publishedAt)].sort().reverse(),
  )
  expect(keysOf(articles.find(({ id }) => id === 7))).toBe(
    'abletonVersion author category excerpt featured fields id imageAlt imageUrl publishedAt readTime series slug tags techniqueLevel title',
  )
  expect(keysOf((await get<Array<object>>('/api/news'))[0])).toBe(
    'author category excerpt fields id imageAlt imageUrl publishedAt slug tags title',
  )
  expect(keysOf((await get<Array<object>>('/api/newsletters'))[0])).toBe(
    'author description fields id imageAlt imageUrl issueNumber publishedAt slug title',
  )
})

test('an article comes by id and by slug with sanitized HTML, the same both ways', async () => {
  // `updatedAt` is null until the history has been read.
  const article = await eventually(async () => {
    const answer = await get<Record<string, unknown>>('/api/articles/7')
    return answer.updatedAt !== null && answer
  })
  expect(article).toMatchObject({
    id: 7,
    slug: 'mixing-one',
    title: 'Warm mixes',
    category: 'mixing',
    tags: ['bus', 'glue'],
    readTime: 5,
    featured: true,
    metaDescription: 'Meta.',
    publishedAt: '2026-01-02T00:00:00.000Z',
    imageUrl: null,
    techniqueLevel: 'beginner',
  })
  for (const key of ['path', 'blob', 'aliases', 'markdown', 'revision'])
    expect(article).not.toHaveProperty(key)
  expect(article.content).toContain('<strong>bold</strong>')
  expect(article.content).toContain('<u>under</u>')
  expect(article.content).not.toMatch(/<script|onerror|javascript:/i)
  expect(await get('/api/articles/slug/mixing-one')).toEqual(article)
})

test('a news item and an issue come by id, the parts of an issue as HTML', async () => {
  const item = await get<Record<string, unknown>>('/api/news/3')
  expect(item).toMatchObject({
    id: 3,
    title: 'An update',
    category: 'releases',
    excerpt: 'What is new.',
  })
  expect(item.content).toContain('<strong>text</strong>')
  const issue = await get<{ articles: Array<Record<string, string>> } & Record<string, unknown>>(
    '/api/newsletters/4',
  )
  expect(issue).toMatchObject({ id: 4, issueNumber: 1, title: 'Hello', description: 'The first.' })
  expect(issue.content).toContain('Opening.')
  expect(issue.articles).toEqual([
    { title: 'Part', excerpt: 'Short.', content: expect.stringContaining('<em>emphasis</em>') },
  ])
  expect(issue.articles[0]?.content).not.toContain('<script')
  for (const one of [item, issue])
    for (const key of ['path', 'blob', 'aliases']) expect(one).not.toHaveProperty(key)
})

test('downloads are listed with their size and a count, and without their file', async () => {
  expect(await get('/api/downloads')).toEqual([
    {
      id: 5,
      title: 'A pack',
      description: 'Sounds.',
      fileType: 'ZIP',
      fileSize: 13,
      imageUrl: null,
      tempo: null,
      key: null,
      preview: null,
      tags: [],
      downloadCount: 0,
    },
  ])
})

test('the featured articles are those that are marked as such', async () => {
  expect((await get<Array<Listed>>('/api/articles/featured')).map(({ id }) => id)).toEqual([7])
})

test.each([
  ['all', 33],
  ['plugins', 30],
  ['sound_design', 1],
  ['sound-design', 1],
  ['ableton-push', 1],
  ['ableton_push', 1],
  ['production', 0],
])('the category %s has %i articles', async (category, count) => {
  expect(await get(`/api/articles/category/${category}`)).toHaveLength(count)
})

test.each([
  ['/api/articles/99999', 404],
  ['/api/articles/99999999999999999999999999', 404],
  ['/api/articles/0', 404],
  ['/api/articles/abc', 400],
  ['/api/articles/%00', 400],
  ['/api/articles/%zz', 400],
  ['/api/news/abc', 400],
  ['/api/news/999', 404],
  ['/api/newsletters/x', 400],
  ['/api/newsletters/999', 404],
  ['/api/articles/slug/nothing', 404],
  ['/api/articles/slug/..%2f..%2fetc%2fpasswd', 404],
  ['/api/articles/category/polka', 404],
  ['/api/articles/category/__proto__', 404],
  ['/api/articles/category/constructor', 404],
  ['/api/articles?limit=0', 400],
  ['/api/nothing', 404],
  ['/api', 404],
  ['/api/', 404],
])('%s answers %i with the reason as JSON', async (path, status) => {
  const answer = await ask(site.url, path)
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(JSON.parse(answer.text)).toEqual({ message: expect.stringMatching(/\w/) })
})

test('pages of a list hold every item once, also when items come and go between two pages', async () => {
  const seen: Array<number> = []
  let next: string | null = '/api/articles?limit=7'
  for (let page = 0; next !== null; page++) {
    const answer = await ask(site.url, next)
    seen.push(...(JSON.parse(answer.text) as Array<Listed>).map(({ id }) => id))
    next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1] ?? null
    if (page !== 1) continue
    await site.repository.write(
      'content/articles/2026/newest.md',
      articleFile({ id: '700', publishedAt: '2026-09-01', title: 'Newest' }),
    )
    await site.repository.remove('content/articles/2026/plugin-29.md')
    await site.repository.commit('One comes, one goes')
    await eventually(async () => (await ask(site.url, '/api/articles/700')).status === 200)
  }
  const expected = [7, 8, 9, ...Array.from({ length: 30 }, (_, at) => 100 + at)]
  expect(new Set(seen).size).toBe(seen.length)
  expect([...seen].sort((a, b) => a - b)).toEqual(expected)
  await revertNewest(site)
})

test.each(['newest', 'oldest', 'title', 'title-desc'])(
  'pages sorted by %s add up to the whole list in that order',
  async (sort) => {
    const whole = (await get<Array<Listed>>(`/api/articles?sort=${sort}`)).map(({ id }) => id)
    const seen: Array<number> = []
    for (let next: string | undefined = `/api/articles?limit=10&sort=${sort}`; next; ) {
      const answer = await ask(site.url, next)
      seen.push(...(JSON.parse(answer.text) as Array<Listed>).map(({ id }) => id))
      next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual(whole)
  },
)

test('titles are sorted as people sort them, in both directions', async () => {
  const titles = (await get<Array<Listed>>('/api/articles?sort=title')).map(({ title }) => title)
  expect(titles).toEqual([...titles].sort((a, b) => a.localeCompare(b, 'en')))
  const backwards = (await get<Array<Listed>>('/api/articles?sort=title-desc')).map(
    ({ title }) => title,
  )
  expect(backwards).toEqual([...titles].reverse())
})

test('q finds a part of a title or excerpt in any case, and stays in the link to the next page', async () => {
  expect((await get<Array<Listed>>('/api/articles?q=WARM%20m')).map(({ id }) => id)).toEqual([7])
  expect((await get<Array<Listed>>('/api/newsletters?q=the%20FIRST')).map(({ id }) => id)).toEqual([
    4,
  ])
  expect(await get('/api/news?q=nowhere')).toEqual([])
  const answer = await ask(site.url, '/api/articles/category/plugins?q=plugin&limit=20')
  const next = /<([^>]+)>/.exec(String(answer.headers.link))?.[1] ?? ''
  expect(next).toContain('q=plugin')
  expect((await get<Array<Listed>>(next)).length).toBeGreaterThan(5)
  expect((await ask(site.url, next)).headers.link).toBeUndefined()
})

test('the search answers its groups, empty ones for a term that is too short', async () => {
  for (const path of [
    '/api/search',
    '/api/search?q=',
    '/api/search?q=a',
    '/api/search?q=%20a%20',
    '/api/search?q=a&q=b',
  ])
    expect(await get(path)).toEqual({
      articles: [],
      news: [],
      newsletters: [],
      downloads: [],
      pages: [],
      devices: [],
    })
})

test('health reports the shown commit and the number of files with problems', async () => {
  const head = (await site.repository.git('rev-parse', 'HEAD')).trim()
  const answer = await ask(site.url, '/api/health')
  expect(JSON.parse(answer.text)).toEqual({ status: 'ok', revision: head, contentProblems: 0 })
  expect(answer.headers['cache-control']).toBe('private, no-store')
})
