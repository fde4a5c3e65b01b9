import { afterAll, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { hrefs, jsonLdOf, parseHtml } from './parse-html.ts'
import { articleFile, articleFiles, runningSite } from './running-site.ts'

const origin = 'https://notes.example.org'
const hostileTitle = `</script><script>alert(1)</script> & "quotes" 'too' <b>`
const quoted = JSON.stringify(hostileTitle)
/** What the renderer puts where it inserts tags. */
const marks =
  '__VITE_PLUGIN_SSR__ASSETS_FIRST__ __VITE_PLUGIN__SSR_ASSETS_LAST__ <!--head--> <!--body--> </body>'

const files: Record<string, string> = {
  'site.yaml':
    'name: Test Notes\ntagline: Tests\ndescription: Notes for tests.\ndisclaimer: None.\nabout: Us.\n',
  'articles/2026/plain.md': articleFile({
    id: '1',
    title: 'Plain',
    tags: '[bus, glue]',
    publishedAt: '2026-02-01T10:00:00Z',
    imageUrl: '/media/covers/plain.png',
  }),
  'articles/2026/long.md': articleFile({ id: '2', title: 'Long', excerpt: 'x'.repeat(400) }),
  'articles/2026/hostile.md': articleFile({
    id: '3',
    title: quoted,
    excerpt: quoted,
    metaDescription: quoted,
    tags: `[${quoted}]`,
    imageAlt: quoted,
  }),
  'articles/2026/marks.md': articleFile(
    { id: '4', title: JSON.stringify(marks), excerpt: JSON.stringify(marks) },
    `${marks}\n\n\`${marks}\``,
  ),
  'news/2026/n.md':
    '---\nid: 5\ntitle: Fresh\nexcerpt: Yes.\npublishedAt: 2026-03-01\n---\n\nText.\n',
  'newsletters/001-i.md':
    '---\nid: 6\ntitle: Issue\nissueNumber: 1\npublishedAt: 2026-04-01\n---\n\nHello.\n',
  'pages/about.md': '---\ntitle: About\n---\n\nUs.\n',
  ...articleFiles(30, 'articles/2025/old', (at) => ({
    id: String(100 + at),
    category: 'plugins',
    publishedAt: '2025-01-01',
  })),
}

const site = await runningSite({ files, env: { SITE_URL: origin } })
afterAll(() => site[Symbol.asyncDispose]())

const page = async (path: string) => parseHtml((await ask(site.url, path)).text)
type Page = Awaited<ReturnType<typeof page>>
const attribute = (document: Page, selector: string, name: string) =>
  document.querySelector(selector)?.getAttribute(name) ?? null
const meta = (document: Page, property: string) =>
  attribute(document, `meta[property="${property}"]`, 'content')

test.each([
  ['/', '/'],
  ['/?utm_source=mail', '/'],
  ['/article/plain', '/article/plain'],
  ['/article/plain?page=3', '/article/plain'],
  ['/news/5?x=1', '/news/5'],
  ['/news/005', '/news/5'],
  ['/newsletter/6', '/newsletter/6'],
  ['/category/all', '/category/all'],
  ['/category/plugins?page=1', '/category/plugins'],
  ['/category/plugins?utm_source=x&page=2', '/category/plugins?page=2'],
  ['/about', '/about'],
  ['/downloads?utm_source=x', '/downloads'],
])('%s names %s as its address', async (path, canonical) => {
  const document = await page(path)
  expect(attribute(document, 'link[rel="canonical"]', 'href')).toBe(`${origin}${canonical}`)
  expect(meta(document, 'og:url')).toBe(`${origin}${canonical}`)
  expect(document.querySelectorAll('link[rel="canonical"], title, h1')).toHaveLength(3)
})

test.each([
  '/nothing',
  '/article/nothing',
  '/news/999',
  '/news/x',
  '/category/plugins?page=9',
  '/search?q=plain',
  '/auth',
  '/saved',
])('%s asks not to be indexed', async (path) => {
  expect(attribute(await page(path), 'meta[name="robots"]', 'content')).toBe('noindex')
})

test('a page of a list links to the previous and the next one', async () => {
  const [first, second] = [await page('/category/plugins'), await page('/category/plugins?page=2')]
  expect(attribute(first, 'link[rel="next"]', 'href')).toBe(`${origin}/category/plugins?page=2`)
  expect(attribute(first, 'link[rel="prev"]', 'href')).toBeNull()
  expect(attribute(second, 'link[rel="prev"]', 'href')).toBe(`${origin}/category/plugins`)
  expect(attribute(second, 'link[rel="next"]', 'href')).toBeNull()
  expect(first.title).not.toBe(second.title)
})

test.each([
  ['/article/plain', 'Plain', 'article', '/share/article/plain.png', 'BlogPosting'],
  ['/news/5', 'Fresh', 'article', '/share/news/5.png', 'NewsArticle'],
])(
  '%s describes itself to previews and search engines',
  async (path, title, type, image, schema) => {
    const document = await page(path)
    expect(document.title).toBe(`${title} · Test Notes`)
    expect(meta(document, 'og:title')).toBe(title)
    expect(meta(document, 'og:type')).toBe(type)
    expect(meta(document, 'og:image')).toBe(`${origin}${image}`)
    expect([meta(document, 'og:image:width'), meta(document, 'og:image:height')]).toEqual([
      '1200',
      '630',
    ])
    expect(meta(document, 'article:published_time')).toMatch(/^2026-0/)
    expect(attribute(document, 'meta[name="twitter:card"]', 'content')).toBe('summary_large_image')
    const [item, crumbs] = jsonLdOf(document)
    expect(item).toMatchObject({
      '@context': 'https://schema.org',
      '@type': schema,
      headline: title,
      datePublished: expect.stringMatching(/^2026-0/),
    })
    const addresses = JSON.stringify(item).match(/"(?:url|@id|image|item)":"[^"]*"/g) ?? []
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) expect(address).toContain(':"https://')
    const steps = (
      crumbs as { itemListElement: Array<{ position: number; name: string; item: string }> }
    ).itemListElement
    expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' })
    expect(steps.map(({ position }) => position)).toEqual(steps.map((_, index) => index + 1))
    expect(steps.at(-1)?.name).toBe(title)
    for (const { item } of steps) expect(item).toMatch(/^https:\/\/notes\.example\.org\//)
  },
)

test('every preview picture of a page exists', async () => {
  for (const path of [
    '/',
    '/article/plain',
    '/news/5',
    '/newsletter/6',
    '/category/all',
    '/about',
  ]) {
    const image = meta(await page(path), 'og:image') ?? ''
    const answer = await ask(site.url, image.replace(origin, ''))
    expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 200, 'image/png'])
    expect([answer.body.readUInt32BE(16), answer.body.readUInt32BE(20)]).toEqual([1200, 630])
  }
})

test.each([
  '/share/article/nothing.png',
  '/share/news/5e0.png',
  '/share/news/%205.png',
  '/share/news/x.png',
  '/share/newsletter/5.png',
  '/share/nothing.png',
  '/share/article/..%2f..%2fplain.png',
])('the picture %s is not found', async (path) => {
  expect((await ask(site.url, path)).status).toBe(404)
})

test('a description is the item’s own, else the first 155 characters of its excerpt', async () => {
  expect(attribute(await page('/article/long'), 'meta[name="description"]', 'content')).toBe(
    'x'.repeat(155),
  )
  expect(attribute(await page('/article/hostile'), 'meta[name="description"]', 'content')).toBe(
    hostileTitle,
  )
})

test.each([
  '/article/hostile',
  '/',
  '/category/mixing',
  '/rss.xml',
  '/search?q=alert',
  '/search?q=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E',
])('a title made of markup stays text on %s', async (path) => {
  const { text } = await ask(site.url, path)
  expect(text.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '')).not.toContain('<script>alert(1)')
  if (path.endsWith('.xml')) return
  const document = parseHtml(text)
  for (const script of document.querySelectorAll('script')) {
    const data = script.getAttribute('type') === 'application/ld+json'
    expect(data || script.hasAttribute('src')).toBe(true)
  }
})

test('structured data of a hostile title contains exactly that title', async () => {
  const document = await page('/article/hostile')
  expect(document.querySelector('h1')?.textContent).toBe(hostileTitle)
  const [item, crumbs] = jsonLdOf(document)
  expect(item).toMatchObject({ headline: hostileTitle })
  expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' })
})

test('a text that looks like the marks of the renderer is a text', async () => {
  const { status, text } = await ask(site.url, '/article/marks')
  const document = parseHtml(text)
  expect([status, document.querySelector('h1')?.textContent]).toEqual([200, marks])
  expect(text).toContain(`<p><code>${marks.replaceAll('<', '&#x3C;')}</code></p>`)
  const plain = await page('/article/plain')
  for (const selector of ['head > link[rel="stylesheet"]', 'body > script[type="module"]'])
    expect(document.querySelectorAll(selector).length).toBe(plain.querySelectorAll(selector).length)
})

test('every page points to the feeds, lists and items to their own first', async () => {
  const feeds = (document: Page) => hrefs(document, 'link[rel="alternate"]')
  const general = ['/rss.xml', '/atom.xml', '/feed.json']
  for (const path of ['/', '/about', '/nothing', '/auth'])
    expect(feeds(await page(path))).toEqual(general)
  expect(feeds(await page('/article/plain'))).toEqual(['/category/mixing/rss.xml', ...general])
  expect(feeds(await page('/category/mixing'))).toEqual(['/category/mixing/rss.xml', ...general])
  expect(feeds(await page('/news'))).toEqual(['/news/rss.xml', ...general])
  expect(feeds(await page('/newsletter/6'))).toEqual(['/newsletters/rss.xml', ...general])
})
