import { afterAll, beforeEach, expect, test } from 'vitest'
import { ask, askJson } from './http-client.ts'
import { parseHtml } from './parse-html.ts'
import { publish } from './running-site.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

/** Articles from other tools and authors: each is served, and each has a problem to report. */
const imported = {
  'articles/2024/imported.md': [
    '---',
    '# From the old blog',
    'Title: "Imported"',
    'date: 2024/02/15',
    'tags: warp clips   # two words',
    'slug: guides/Warp-Clips',
    'category: Tutorials',
    'techniqueLevel: Expert',
    "abletonVersion: '10.1'",
    'aliases: [old-post, Another name]',
    'id: post-17',
    'readTime: 6 min read',
    'image: images/shot.png',
    '---',
    '',
    'The *first* words.',
    '',
  ].join('\n'),
  'articles/2024/empty.md':
    '---\nid: 2\ntitle: Empty\nexcerpt: Nothing yet\ncategory: mixing\ndate: 2024-02-16\n---\n',
  'articles/2024/hidden.md':
    '---\nid: 3\ntitle: Hidden\ndate: 2024-02-17\npublished: false\n---\nHeld back.\n',
  'articles/readme.md':
    '---\nid: 4\ntitle: About this folder\ncategory: workflow\ndate: 2024-02-18\n---\nIt is an article.\n',
  'articles/2024/README.md': '# How we name files\n\nOnly for people who look into the folder.\n',
}

const site = await siteWithAdministrator({
  'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  ...imported,
})
const ada = await signIn(site)
beforeEach(() => publish(site, imported))
afterAll(() => site[Symbol.asyncDispose]())

interface Listed {
  id: number
  slug: string
  title: string
}
const listed = () => askJson<Array<Listed>>(site.url, '/api/articles')
const idOf = async (slug: string) => (await listed()).find((item) => item.slug === slug)?.id ?? 0

test('committed values are served as written', async () => {
  expect((await listed()).map(({ slug, title }) => [slug, title])).toEqual([
    ['readme', 'About this folder'],
    ['empty', 'Empty'],
    ['warp-clips', 'Imported'],
  ])
  expect(await askJson(site.url, '/api/articles/slug/warp-clips')).toMatchObject({
    publishedAt: '2024-02-15T00:00:00.000Z',
    tags: ['warp', 'clips'],
    category: 'Tutorials',
    techniqueLevel: 'Expert',
    abletonVersion: '10.1',
    readTime: 6,
    excerpt: 'The first words.',
    imageUrl: null,
  })
  const page = parseHtml((await ask(site.url, '/article/warp-clips')).text)
  for (const text of ['Tutorials', 'Expert', 'Live 10.1', '6 min read'])
    expect(page.body.textContent).toContain(text)
  expect(page.querySelector('a[href^="/category/Tutorials"]')).toBeNull()
  for (const path of [
    '/',
    '/category/all',
    '/article/empty',
    '/article/readme',
    '/share/article/warp-clips.png',
    '/rss.xml',
    '/sitemap.xml',
    '/search?q=warp',
  ])
    expect([path, (await ask(site.url, path)).status]).toEqual([path, 200])
  expect((await ask(site.url, '/category/Tutorials')).status).toBe(404)
  expect((await ask(site.url, '/article/hidden')).status).toBe(404)
  const old = await ask(site.url, '/old-post')
  expect([old.status, old.headers.location]).toEqual([301, '/article/warp-clips'])
})

test('administrators see each as a warning with file and line', async () => {
  const { body } = await ada.call<
    Array<{ path: string; line: number; message: string; level?: string }>
  >('GET', '/api/content/problems')
  expect(new Set(body.map(({ level }) => level))).toEqual(new Set(['warning']))
  expect(
    body.filter(({ path }) => path === 'articles/2024/imported.md').map(({ line }) => line),
  ).toEqual([1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  expect(body).toContainEqual({
    path: 'articles/2024/empty.md',
    line: 8,
    message: 'The text is empty',
    level: 'warning',
  })
  expect(body.filter(({ path }) => path === 'articles/2024/README.md')).toEqual([])
  expect(await askJson(site.url, '/api/health')).toMatchObject({ contentProblems: 0 })
  const { body: dashboard } = await ada.call<{ counts: object; groups: Array<{ name: string }> }>(
    'GET',
    '/api/dashboard/problems?by=file',
  )
  expect(dashboard.counts).toEqual({ faults: 0, warnings: body.length })
  expect(dashboard.groups.map(({ name }) => name)).toContain('articles/2024/empty.md')
})

test('a save of the whole item changes only the line of what was changed', async () => {
  const id = await idOf('warp-clips')
  const { body: item } = await ada.call('GET', `/api/articles/${id}`)
  const whole = { ...item, content: item.markdown, contentFormat: 'markdown' }
  expect(await ada.call('PATCH', `/api/articles/${id}`, whole)).toMatchObject({ status: 200 })
  expect(await site.repository.git('show', 'HEAD:content/articles/2024/imported.md')).toBe(
    imported['articles/2024/imported.md'],
  )
  const saved = await ada.call('PATCH', `/api/articles/${id}`, { ...whole, title: 'Renamed' })
  expect(saved).toMatchObject({
    status: 200,
    body: { id, title: 'Renamed', category: 'Tutorials' },
  })
  const now = await site.repository.git('show', 'HEAD:content/articles/2024/imported.md')
  expect(now.replace('title: Renamed\n', '')).toBe(imported['articles/2024/imported.md'])
})

test('an unlisted value may stay, and no other unlisted value is accepted', async () => {
  const id = await idOf('warp-clips')
  const { body: item } = await ada.call('GET', `/api/articles/${id}`)
  for (const change of [
    { category: 'Dancing' },
    { techniqueLevel: 'guru' },
    { abletonVersion: '9.7' },
  ])
    expect(
      await ada.call('PATCH', `/api/articles/${id}`, { ...change, revision: item.revision }),
    ).toMatchObject({
      status: 422,
      body: { issues: [{ path: Object.keys(change)[0] }] },
    })
  const empty = await ada.call('GET', '/api/articles/2')
  expect(
    await ada.call('PATCH', '/api/articles/2', {
      title: 'Still empty',
      content: '',
      revision: empty.body.revision,
    }),
  ).toMatchObject({ status: 200 })
  const first = await ada.call('GET', '/api/articles/4')
  expect(
    await ada.call('PATCH', '/api/articles/4', { content: ' ', revision: first.body.revision }),
  ).toMatchObject({
    status: 422,
  })
})

test('a new address keeps the old ones in the spelling of the file', async () => {
  const id = await idOf('warp-clips')
  const { body: item } = await ada.call('GET', `/api/articles/${id}`)
  await ada.call('PATCH', `/api/articles/${id}`, { slug: 'clips', revision: item.revision })
  const file = await site.repository.git('show', 'HEAD:content/articles/2024/imported.md')
  expect(file).toContain('slug: clips\n')
  expect(file).toContain('aliases: [old-post, Another name, /article/warp-clips]\n')
  expect(file).toContain('id: post-17\n')
})

test('a draft by the key of another tool is published by the admin', async () => {
  const { body: item } = await ada.call('GET', '/api/articles/3')
  expect(item).toMatchObject({ status: 'draft', draft: true })
  expect(
    await ada.call('PATCH', '/api/articles/3', { draft: false, revision: item.revision }),
  ).toMatchObject({
    status: 200,
    body: { status: 'published' },
  })
  expect((await ask(site.url, '/article/hidden')).status).toBe(200)
})
