import { afterAll, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { articleFile } from './running-site.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

const settings = 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n'
const article = (id: number, title: string, body: string, fields = {}) =>
  articleFile({ id: String(id), title, ...fields }, body)

const site = await siteWithAdministrator({
  'site.yaml': settings,
  'articles/2026/target.md': article(1, 'Target', 'See [itself](/article/target).', {
    aliases: '[/old-target]',
  }),
  'articles/2026/plain.md': article(2, 'Plain', 'To [it](/article/target#part).'),
  'articles/2026/old.md': article(3, 'By its old address', '[It][ref]\n\n[ref]: /old-target/'),
  'articles/2026/html.md': article(4, 'HTML', '<a class="x" href="/article/target?a=1">it</a>', {
    draft: 'true',
  }),
  'articles/2026/code.md': article(5, 'Code', '`[it](/article/target)` and ![it](/article/target)'),
  'articles/2026/other.md': article(
    6,
    'Other',
    '[Another](/article/target-two), [far](https://example.org/article/target).',
  ),
  'articles/2026/first.md': article(7, 'First', 'Text.'),
  'articles/2026/second.md': article(8, 'Second', 'Text.'),
  'articles/2026/turning.md': article(9, 'Turning', 'To [one](/article/first).'),
  'news/2026/item.md':
    '---\nid: 3\ntitle: Item\nexcerpt: E\npublishedAt: 2026-01-02\n---\n[Issue](/newsletter/4)\n',
  'newsletters/2026/001-issue.md':
    '---\nid: 4\ntitle: Issue\npublishedAt: 2026-01-02\narticles:\n  - title: Piece\n    content: "To [it](/article/target)."\n---\n\nHello.\n',
  'pages/about.md': '---\ntitle: About\n---\n\n[It](/article/target) and [news](/news/3).\n',
})
const ada = await signIn(site)
afterAll(() => site[Symbol.asyncDispose]())

interface Link {
  type: string
  id: number | null
  title: string
  url: string
  status: string
}
const links = async (path: string) =>
  (await ada.call<Array<Link>>('GET', `/api/${path}/links`)).body
const titles = async (path: string) => (await links(path)).map(({ title }) => title).sort()

test('every item and page that links to an item is listed, for every form of link', async () => {
  expect(await titles('articles/1')).toEqual([
    'About',
    'By its old address',
    'HTML',
    'Issue',
    'Plain',
  ])
  expect(await titles('news/3')).toEqual(['About'])
  expect(await titles('newsletters/4')).toEqual(['Item'])
  expect(await titles('articles/2')).toEqual([])
  expect(await links('articles/1')).toContainEqual({
    type: 'articles',
    id: 4,
    title: 'HTML',
    url: '/article/html',
    status: 'draft',
  })
  expect(await links('news/3')).toEqual([
    { type: 'pages', id: null, title: 'About', url: '/about', status: 'published' },
  ])
})

test('the answer follows the content', async () => {
  expect(await titles('articles/7')).toEqual(['Turning'])
  await ada.call('PATCH', '/api/articles/9', { content: 'To [another](/article/second).\n' })
  expect(await titles('articles/7')).toEqual([])
  expect(await titles('articles/8')).toEqual(['Turning'])
  const origin = `http://localhost:${new URL(site.url).port}`
  await ada.call('POST', '/api/news', {
    title: 'Absolute',
    excerpt: 'E',
    content: `[It](${origin}/article/second)`,
  })
  expect(await titles('articles/8')).toEqual(['Absolute', 'Turning'])
})

test('only administrators ask, and an unknown item is not found', async () => {
  expect((await ask(site.url, '/api/articles/1/links')).status).toBe(401)
  expect((await ada.call('GET', '/api/articles/99/links')).status).toBe(404)
  expect((await ada.call('GET', '/api/articles/none/links')).status).toBe(400)
})
