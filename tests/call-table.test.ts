import { afterAll, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { articleFiles, eventually } from './running-site.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

const site = await siteWithAdministrator({
  'site.yaml':
    'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\ntimeZone: America/New_York\n',
  ...articleFiles(30, 'articles/2026/a', (at) => ({
    id: String(at + 1),
    title: `Article ${String(at).padStart(2, '0')}`,
    publishedAt: `2026-01-${String(at + 1).padStart(2, '0')}`,
    draft: String(at % 10 === 0),
  })),
})
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)

const needed = { title: 'Made', excerpt: 'E', content: 'Text.', category: 'mixing' }
const made = async (type: string, fields: object) => {
  const { status, body } = await ada.call('POST', `/api/${type}`, { ...needed, ...fields })
  expect(status).toBe(201)
  return body
}
interface Line {
  id: number
  title: string
}

test('an article that names only what it must gets the defaults', async () => {
  const before = Date.now()
  const item = await made('articles', { title: 'Short' })
  expect(item).toMatchObject({
    readTime: 5,
    featured: false,
    tags: [],
    techniqueLevel: 'beginner',
    abletonVersion: null,
    imageUrl: null,
    metaDescription: null,
    draft: false,
    status: 'published',
  })
  expect(Date.parse(String(item.publishedAt))).toBeGreaterThanOrEqual(before - 1000)
  const file = await site.repository.git(
    'show',
    `HEAD:content/articles/${new Date().getUTCFullYear()}/short.md`,
  )
  // Default values are not written.
  expect(file).not.toMatch(/^(readTime|featured|tags|techniqueLevel|draft|imageUrl):/m)
})

test('news needs no category, a newsletter has issue 1', async () => {
  const { category: _, ...rest } = needed
  const news = await ada.call('POST', '/api/news', rest)
  expect([news.status, news.body.category]).toEqual([201, 'news'])
  expect((await ada.call('POST', '/api/news', { ...needed, category: ' ' })).body.issues).toEqual([
    { path: 'category', message: 'Category is required' },
  ])
  const issue = await ada.call('POST', '/api/newsletters', { title: 'Issue' })
  expect([issue.status, issue.body.issueNumber, issue.body.articles]).toEqual([201, 1, []])
})

test.each(['articles', 'news'])(
  '%s: title, excerpt, content and category are required, each with its message',
  async (type) => {
    const { body } = await ada.call('POST', `/api/${type}`, {})
    const words = {
      title: 'Title is required',
      excerpt: 'Excerpt is required',
      content: 'Content is required',
    }
    for (const [path, message] of Object.entries(words))
      expect(body.issues).toContainEqual({ path, message })
    if (type === 'articles')
      expect(body.issues).toContainEqual({ path: 'category', message: 'Category is required' })
    expect(
      (await ada.call('POST', '/api/articles', { ...needed, slug: null })).body.issues,
    ).toEqual([{ path: 'slug', message: 'Slug is required' }])
  },
)

test('tags are trimmed, blank ones are ignored, and a category is stored in one spelling', async () => {
  const item = await made('articles', {
    tags: [' pads ', '', ' ', 'push'],
    category: 'sound-design',
  })
  expect(item).toMatchObject({ tags: ['pads', 'push'], category: 'sound_design' })
  const list = JSON.parse(
    (await ask(site.url, '/api/articles/category/sound-design')).text,
  ) as Array<Line>
  expect(list.map(({ id }) => id)).toEqual([item.id])
})

test.each([
  ['What’s New in Live 12?', 'whats-new-in-live-12'],
  ['  Sidechain --  the   Easy_Way ', 'sidechain-the-easy_way'],
  ['100% wet / dry', '100-wet-dry'],
])('the title %s makes the slug %s', async (title, slug) => {
  expect((await made('articles', { title })).slug).toBe(slug)
})

test('rich text becomes Markdown, text with a tag in it stays as it is', async () => {
  const html =
    '<h2>Part</h2><p>Some <strong>bold</strong> <u>text</u>.</p><ul><li>one</li><li>two</li></ul>'
  for (const fields of [{ content: html }, { content: html, contentFormat: 'html' }])
    expect((await made('articles', fields)).markdown).toBe(
      '## Part\n\nSome **bold** <u>text</u>.\n\n- one\n- two\n',
    )
  for (const content of ['Plain & <b>half</b> tagged', '<p>One</p>\n\nand *two*'])
    expect((await made('articles', { content })).markdown).toBe(content)
  expect((await made('articles', { content: html, contentFormat: 'markdown' })).markdown).toBe(html)
  const hostile = await made('articles', {
    content: '<p>a</p><script>alert(1)</script><p onclick="x()">b</p>',
  })
  expect(hostile.content).not.toMatch(/script|onclick/)
})

test('a date without an offset is one of the site’s time zone', async () => {
  expect((await made('news', { publishedAt: '2026-07-01' })).publishedAt).toBe(
    '2026-07-01T04:00:00.000Z',
  )
  expect((await made('news', { publishedAt: '2026-01-01T08:30' })).publishedAt).toBe(
    '2026-01-01T13:30:00.000Z',
  )
  expect((await made('news', { publishedAt: '2026-01-01T08:30:00+02:00' })).publishedAt).toBe(
    '2026-01-01T06:30:00.000Z',
  )
})

test('pages of an administrator’s list hold drafts, too, each item once, with the words that were asked for', async () => {
  const seen: Array<number> = []
  let next: string | undefined = '/api/articles?q=ARTICLE&limit=7&sort=title'
  for (let page = 0; next && page < 20; page += 1) {
    const { body, headers }: { body: Array<Line>; headers: Record<string, unknown> } =
      await ada.call('GET', next)
    expect(headers['x-total-count']).toBe('30')
    seen.push(...body.map(({ id }) => id))
    next = /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1]
  }
  expect(seen).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
  const { body: oldest } = await ada.call<Array<Line>>(
    'GET',
    '/api/articles?sort=oldest&q=article&limit=2',
  )
  expect(oldest.map(({ id }) => id)).toEqual([1, 2])
  const open = JSON.parse((await ask(site.url, '/api/articles?q=article')).text) as Array<Line>
  expect(open).toHaveLength(27)
})

test.each(['br', 'gzip', 'identity'])(
  'a long list comes in the coding that the client takes: %s',
  async (coding) => {
    for (const Cookie of ['', ada.cookie]) {
      const ask_ = (headers: Record<string, string> = {}, method = 'GET') =>
        ask(site.url, '/api/articles', {
          method,
          headers: { Cookie, 'Accept-Encoding': coding, ...headers },
        })
      // The times of changes come a moment after the texts.
      const answer = await eventually(async () => {
        const found = await ask_()
        return !found.text.includes('"updatedAt":null') && found
      })
      expect(answer.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding)
      expect(answer.headers.vary).toMatch(/Cookie.*Accept-Encoding/)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(JSON.parse(answer.text).length).toBeGreaterThan(20)
      if (coding !== 'identity') expect(answer.body.length).toBeLessThan(answer.text.length / 3)
      const again = await ask_({ 'If-None-Match': String(answer.headers.etag) })
      expect([again.status, again.text]).toEqual([304, ''])
      const head = await ask_({}, 'HEAD')
      expect([head.status, head.headers['content-length'], head.text]).toEqual([
        200,
        answer.headers['content-length'],
        '',
      ])
    }
  },
)
