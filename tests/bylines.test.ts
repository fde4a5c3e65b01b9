import { afterAll, expect, test } from 'vitest'
import { ask, askJson } from './http-client.ts'
import { articleFile, articleFiles, eventually } from './running-site.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

/** Articles that one author wrote: more than a page of a list has. */
const many = articleFiles(26, 'articles/2026/note', (at) => ({
  title: `Note ${at}`,
  author: 'jane',
  publishedAt: '2026-01-02',
}))

const issue =
  '---\nissueNumber: 1\ntitle: First issue\nauthor: jane\npublishedAt: 2026-03-01\n---\n\nHello.\n'

const files = {
  'site.yaml': [
    'name: Test Site\ntagline: t\ndescription: d\ndisclaimer: x\nabout: a',
    'authors:',
    '  - name: Rosa Díaz',
    '    bio: Grows tomatoes.',
    '    links: [{ name: Website, url: "https://rosa.example" }]',
    '  - name: Old Name',
    '  - name: ""\n',
  ].join('\n'),
  'authors/jane.md':
    '---\nname: Jane Doe\nbio: Writes about tools.\npicture: /media/jane.png\n---\n\nJane has **two** dogs.\n',
  'articles/2026/both.md': articleFile({
    title: 'By both',
    author: '[jane, "Rosa Díaz", Nobody Known]',
    publishedAt: '2026-02-01',
  }),
  'articles/2026/plain.md': articleFile({ title: 'By the site', publishedAt: '2026-02-02' }),
  'news/2026/one.md': articleFile({ title: 'News by Rosa', author: 'rosa-diaz', category: 'news' }),
  'newsletters/2026/001-first.md': issue,
  ...many,
}

const site = await siteWithAdministrator(files)
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)

const page = async (path: string) => (await ask(site.url, path)).text
const jsonLd = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, text]) =>
    JSON.parse(text ?? ''),
  )

test('an article names its authors with links to their pages, and one who is not listed as written', async () => {
  const html = await page('/article/both')
  expect(html).toContain(
    '<a class="font-semibold text-ink underline underline-offset-3" href="/author/jane" rel="author">Jane Doe</a>',
  )
  expect(html).toContain('href="/author/rosa-diaz" rel="author">Rosa Díaz</a>')
  expect(html).toContain('>Nobody Known</span>')
  expect(jsonLd(html)[0]).toMatchObject({
    author: [
      { '@type': 'Person', name: 'Jane Doe', url: expect.stringMatching(/\/author\/jane$/) },
      { '@type': 'Person', name: 'Rosa Díaz', url: expect.stringMatching(/\/author\/rosa-diaz$/) },
      { '@type': 'Person', name: 'Nobody Known' },
    ],
  })
})

test('an item without an author is by the site, and says no name', async () => {
  const html = await page('/article/plain')
  expect(html).not.toContain('data-part="byline"')
  expect(jsonLd(html)[0]).toMatchObject({ author: { '@type': 'Organization', name: 'Test Site' } })
})

test('the page of an author has their text and their items of every type, 24 on a page', async () => {
  const first = await page('/author/jane')
  expect(first).toContain('Jane has <strong>two</strong> dogs.')
  expect(first).toContain('28 texts')
  expect(first).toContain('href="/newsletter/')
  expect(first.match(/href="\/article\/note-\d+"/g)?.length).toBeGreaterThan(20)
  expect(jsonLd(first)[0]).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { name: 'Jane Doe' },
  })
  expect(await page('/author/jane?page=2')).toContain('rel="prev"')
  expect((await ask(site.url, '/author/jane?page=3')).status).toBe(404)
  expect((await ask(site.url, '/author/nobody')).status).toBe(404)
  expect(await page('/author/rosa-diaz')).toContain('https://rosa.example')
})

test('feeds, the sitemap and the search know the authors', async () => {
  expect(await page('/rss.xml')).toContain('<dc:creator>Rosa Díaz</dc:creator>')
  expect(await page('/atom.xml')).toMatch(/<author>\s*<name>Jane Doe<\/name>/)
  const sitemap = await page('/sitemap.xml')
  expect(sitemap).toContain('/author/jane</loc>')
  expect(sitemap).toContain('/author/jane?page=2</loc>')
  const found = await askJson<{ news: Array<{ title: string }> }>(site.url, '/api/search?q=rosa')
  expect(found.news.map(({ title }) => title)).toEqual(['News by Rosa'])
})

test('an author who is not listed is a warning with the line, and a faulty entry of the list a fault', async () => {
  const problems = (await ada.call<Array<Record<string, unknown>>>('GET', '/api/content/problems'))
    .body
  expect(problems).toContainEqual({
    path: 'articles/2026/both.md',
    line: expect.any(Number),
    level: 'warning',
    message: expect.stringContaining("Unknown author 'Nobody Known'"),
  })
  expect(problems).toContainEqual(
    expect.objectContaining({
      path: 'site.yaml',
      message: expect.stringContaining('name is required'),
    }),
  )
})

test('a save of one author writes a text, one of two a list, and none removes the key; nothing else changes', async () => {
  const list = await askJson<Array<{ id: number; title: string }>>(site.url, '/api/articles')
  const { id } = list.find(({ title }) => title === 'By the site')!
  const fileNow = () => site.repository.git('show', 'HEAD:content/articles/2026/plain.md')
  const saved = async (author: unknown) => {
    const reply = await ada.call('PATCH', `/api/articles/${id}`, { author })
    expect(reply.status).toBe(200)
    expect(reply.body.author).toEqual([author].flat())
    return fileNow()
  }
  const withId = await saved(['jane'])
  expect(withId).toContain('author: jane\n')
  expect(await saved(['jane', 'rosa-diaz'])).toBe(
    withId.replace('author: jane\n', 'author: [jane, rosa-diaz]\n'),
  )
  expect(await saved([])).toBe(withId.replace('author: jane\n', ''))
})

test('a change of the list in site.yaml is live at once', async () => {
  expect((await ask(site.url, '/author/old-name')).status).toBe(200)
  await site.repository.write(
    'content/site.yaml',
    files['site.yaml'].replace('Old Name', 'New Name'),
  )
  await site.repository.commit('Rename an author')
  await eventually(async () => (await ask(site.url, '/author/new-name')).status === 200)
  expect((await ask(site.url, '/author/old-name')).status).toBe(404)
})
