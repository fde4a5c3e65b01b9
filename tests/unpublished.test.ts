import { afterAll, expect, test } from 'vitest'
import { ask, askJson } from './http-client.ts'
import { articleFile, eventually, runningSite } from './running-site.ts'

/** A word that no response may contain. */
const secret = 'Xylotrope'
const soon = new Date(Date.now() + 5000)

const hiddenNews = (fields: string) =>
  `---\ntitle: ${secret} news\nexcerpt: ${secret}.\nimageUrl: /media/covers/a.png\n${fields}\n---\n\n${secret}\n`
const hiddenIssue = (fields: string) =>
  `---\ntitle: ${secret} issue\ndescription: ${secret}.\nissueNumber: 9\n${fields}\n---\n\n${secret}\n`

const files: Record<string, string> = {
  'articles/2026/shown.md': articleFile({ id: '1', title: 'Shown', publishedAt: '2026-01-01' }),
  'articles/2026/soon.md': articleFile({
    id: '2',
    title: 'Soon there',
    publishedAt: soon.toISOString(),
  }),
  'articles/draft-flag.md': articleFile({
    id: '11',
    title: secret,
    excerpt: secret,
    draft: 'true',
    featured: 'true',
    aliases: '[/old-draft]',
  }),
  'articles/draft-no-date.md': articleFile({
    id: '12',
    title: secret,
    excerpt: secret,
    publishedAt: '',
    featured: 'true',
  }),
  'articles/future.md': articleFile({
    id: '13',
    title: secret,
    excerpt: secret,
    publishedAt: '2099-01-01',
    category: 'hardware',
    tags: `[${secret}]`,
  }),
  'news/2026/shown.md':
    '---\nid: 1\ntitle: News shown\nexcerpt: Yes.\npublishedAt: 2026-01-01\n---\n\nText.\n',
  'news/draft.md': hiddenNews('id: 21\ndraft: true\npublishedAt: 2026-01-01'),
  'news/no-date.md': hiddenNews('id: 22'),
  'news/future.md': hiddenNews('id: 23\npublishedAt: 2099-01-01'),
  'newsletters/2026/001-shown.md':
    '---\nid: 1\ntitle: Issue shown\nissueNumber: 1\npublishedAt: 2026-01-01\n---\n\nText.\n',
  'newsletters/009-draft.md': hiddenIssue('id: 31\ndraft: true\npublishedAt: 2026-01-01'),
  'newsletters/010-future.md': hiddenIssue('id: 32\npublishedAt: 2099-01-01'),
  'downloads/draft.md': `---\nid: 41\ntitle: ${secret} pack\ndraft: true\n---\n\n${secret}\n`,
  'downloads/draft.zip': 'PK',
}

const site = await runningSite({ files })
afterAll(() => site[Symbol.asyncDispose]())

test.each([
  '/',
  '/category/all',
  '/category/mixing',
  '/category/hardware',
  '/news',
  '/newsletters',
  '/newsletter/1',
  '/article/shown',
  '/news/1',
  '/saved',
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
  '/category/mixing/rss.xml',
  '/category/hardware/rss.xml',
  '/news/rss.xml',
  '/newsletters/rss.xml',
  '/sitemap.xml',
  '/api/articles',
  '/api/articles?q=xylo',
  '/api/articles?limit=1',
  '/api/articles/featured',
  '/api/articles/category/all',
  '/api/articles/category/hardware',
  '/api/news',
  '/api/newsletters',
  '/api/downloads',
  '/api/search?q=xylotrope',
  '/api/health',
])('%s does not contain drafts and scheduled items', async (path) => {
  const answer = await ask(site.url, path)
  expect(answer.status).toBe(200)
  expect(answer.text.toLowerCase()).not.toContain(secret.toLowerCase())
  expect(answer.text).not.toMatch(/draft-flag|draft-no-date|\/(news|newsletter)\/(2|3)\d\b/)
})

test.each([
  '/article/draft-flag',
  '/article/draft-no-date',
  '/article/future',
  '/news/21',
  '/news/22',
  '/news/23',
  '/newsletter/31',
  '/newsletter/32',
  '/downloads/draft',
  '/old-draft',
  '/api/articles/11',
  '/api/articles/12',
  '/api/articles/13',
  '/api/articles/slug/draft-flag',
  '/api/articles/slug/future',
  '/api/news/21',
  '/api/news/22',
  '/api/news/23',
  '/api/newsletters/31',
  '/api/newsletters/32',
  '/share/article/draft-flag.png',
  '/share/article/future.png',
  '/share/news/21.png',
  '/share/newsletter/31.png',
])('%s is not found', async (path) => {
  const answer = await ask(site.url, path)
  expect(answer.status).toBe(404)
  expect(answer.text).not.toContain(secret)
})

test('the search page finds no draft either', async () => {
  const answer = await ask(site.url, `/search?q=${secret}`)
  expect(answer.text.split(secret).length - 1).toBeGreaterThan(0)
  expect(answer.text).not.toMatch(/\/article\/(draft|future)/)
})

test('a scheduled item appears everywhere on time', async () => {
  // Cached pages and feeds must be updated too.
  for (const path of ['/', '/category/all', '/rss.xml', '/sitemap.xml']) await ask(site.url, path)
  const places = [
    '/article/soon',
    '/',
    '/category/all',
    '/rss.xml',
    '/sitemap.xml',
    '/api/articles',
  ]
  await eventually(async () => (await ask(site.url, '/article/soon')).status === 200)
  for (const path of places)
    expect([path, (await ask(site.url, path)).text.includes('Soon there')]).toEqual([
      path,
      path !== '/sitemap.xml',
    ])
  expect((await ask(site.url, '/sitemap.xml')).text).toContain('/article/soon<')
  const found = await eventually(async () => {
    const { articles } = await askJson<{ articles: Array<{ title: string }> }>(
      site.url,
      '/api/search?q=soon%20there',
    )
    return articles.length > 0 && articles
  })
  expect(found[0]?.title).toBe('Soon there')
})
