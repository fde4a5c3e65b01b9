import { afterAll, expect, test } from 'vitest'
import type { Problems } from '../src/domain/dashboard.ts'
import type { CheckedLink, LinkTarget } from '../src/domain/link-targets.ts'
import { articleFile } from './running-site.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

const article = (id: number, title: string, body: string, fields = {}) =>
  articleFile({ id: String(id), title, ...fields }, body)

const site = await siteWithAdministrator({
  'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  'articles/warp.md': article(1, 'Warp modes', '## Complex Pro: when?\n\nText.\n\n### Beats'),
  'articles/sidechain.md': article(
    2,
    'How to sidechain',
    'See [a draft](/article/plan), [nothing](/article/no).',
  ),
  'articles/plan.md': article(3, 'A plan for warping', 'Text.', { draft: 'true' }),
  'articles/old.md': article(
    4,
    'Renamed',
    '[Part](/article/warp#beats) [no part](/article/warp#none)',
    {
      aliases: '[/old-name]',
    },
  ),
  'news/item.md':
    '---\nid: 3\ntitle: Warping news\nexcerpt: E\npublishedAt: 2026-01-02\n---\n![](/media/none.png)\n',
  'newsletters/1.md':
    '---\nid: 4\ntitle: Compression, warmly\npublishedAt: 2026-01-02\narticles: []\n---\n\nHello.\n',
  'downloads/pack.md': '---\nid: 1\ntitle: Warm Pack\n---\nText.\n',
  'downloads/pack.zip': 'x',
  'downloads/loop.md':
    '---\nid: 2\ntitle: Loop\nimageUrl: /media/no-loop.png\nimageAlt: A loop\n---\nText.\n',
  'downloads/loop.zip': 'x',
  'authors/jo.md':
    '---\nname: Jo\npicture: /media/no-jo.png\n---\n\n![Jo](/media/no-desk.png) [life](#life) [no](#no)\n\n## Life\n',
  'pages/about.md': '---\ntitle: About\n---\n\nText.\n',
})
const ada = await signIn(site)
afterAll(() => site[Symbol.asyncDispose]())

/** The canonical origin, which differs from the address that the tests use. */
const siteUrl = () => site.url.replace('127.0.0.1', 'localhost')
const find = async (q: string) =>
  (await ada.call<Array<LinkTarget>>('GET', `/api/links?q=${encodeURIComponent(q)}`)).body
const names = async (q: string) => (await find(q)).map(({ kind, title }) => `${kind}: ${title}`)
const check = async (...urls: Array<string>) =>
  (await ada.call<Array<CheckedLink>>('POST', '/api/links/check', { urls })).body

test('articles, news, issues, downloads and headings are found by the beginnings of their words', async () => {
  expect(await names('war')).toEqual([
    'articles: Warp modes',
    'news: Warping news',
    'downloads: Warm Pack',
    'articles: A plan for warping',
    'newsletters: Compression, warmly',
  ])
  expect(await find('complex')).toEqual([
    {
      kind: 'headings',
      url: '/article/warp#complex-pro-when',
      title: 'Complex Pro: when?',
      page: 'Warp modes',
      status: 'published',
    },
  ])
  expect(await names('SIDECHAIN how')).toEqual(['articles: How to sidechain'])
  expect(await names('vocoder')).toEqual([])
  expect(await find('a plan')).toMatchObject([{ url: '/article/plan', status: 'draft' }])
  expect((await find('')).length).toBeGreaterThan(3)
})

test('nobody finds them without a session', async () => {
  const answer = await fetch(`${site.url}/api/links?q=plan`)
  expect(answer.status).toBe(401)
})

test('of an address the title is told, and why visitors cannot follow it', async () => {
  expect(
    await check(
      '/article/warp',
      '/article/warp#beats',
      `${siteUrl()}/news/3`,
      '/old-name',
      '/about',
      '/',
    ),
  ).toEqual([
    { url: '/article/warp', title: 'Warp modes', problem: null },
    { url: '/article/warp#beats', title: 'Beats', problem: null },
    { url: `${siteUrl()}/news/3`, title: 'Warping news', problem: null },
    { url: '/old-name', title: 'Renamed', problem: null },
    { url: '/about', title: 'About', problem: null },
    { url: '/', title: null, problem: null },
  ])
  expect(
    (await check('/article/none', '/article/plan', '/article/warp#none')).map(
      ({ problem }) => problem,
    ),
  ).toEqual([
    "The link '/article/none' leads nowhere",
    "The link '/article/plan' leads to a page that is not published",
    "The link '/article/warp#none' names no heading of that page",
  ])
})

interface Problem {
  path: string
  line: number
  message: string
}

test('links that lead nowhere and missing pictures are among the problems, until they are repaired', async () => {
  const problems = async () => (await ada.call<Array<Problem>>('GET', '/api/content/problems')).body
  const about = (path: string) => async () =>
    (await problems()).filter((problem) => problem.path === path).map(({ message }) => message)
  await expect
    .poll(about('articles/sidechain.md'))
    .toEqual([
      "The link '/article/plan' leads to a page that is not published",
      "The link '/article/no' leads nowhere",
    ])
  expect(await about('articles/old.md')()).toEqual([
    "The link '/article/warp#none' names no heading of that page",
  ])
  expect(await about('news/item.md')()).toContain("The file '/media/none.png' is missing")
  expect(await about('downloads/loop.md')()).toEqual(["The file '/media/no-loop.png' is missing"])
  expect((await problems()).filter(({ path }) => path === 'authors/jo.md')).toMatchObject([
    { line: 3, message: "The file '/media/no-jo.png' is missing" },
    { line: 6, message: "The file '/media/no-desk.png' is missing" },
    { line: 6, message: "The link '#no' names no heading of that page" },
  ])
  const page = async (number: number) =>
    (await ada.call<Problems>('GET', `/api/dashboard/problems?page=${number}`)).body
  const pages = await Promise.all(
    Array.from({ length: (await page(1)).pages }, (_, at) => page(at + 1)),
  )
  const listed = pages.flatMap(({ groups }) =>
    groups.flatMap(({ problems: all }) => all.map(({ message }) => message)),
  )
  expect(listed).toContain("The link '/article/no' leads nowhere")
  const { body: item } = await ada.call<{ revision: string }>('GET', '/api/articles/2')
  await ada.call('PATCH', '/api/articles/2', {
    content: 'See [it](/article/warp).',
    revision: item.revision,
  })
  await expect.poll(about('articles/sidechain.md')).toEqual([])
})
