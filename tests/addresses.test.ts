import { afterAll, expect, test } from 'vitest'
import { normalAddress } from '../server/content/catalog/redirects.ts'
import { plainPath } from '../server/pages/pages.ts'
import { ask, askJson } from './http-client.ts'
import { parseHtml } from './parse-html.ts'
import { articleFile, eventually, runningSite } from './running-site.ts'

const files: Record<string, string> = {
  'articles/2026/new-name.md': articleFile({
    id: '1',
    title: 'New name',
    aliases:
      '[/old-name, /2019/05/older/, "/über/uns", /api/console.html, /api/articles/1, /2020/a.html, /2021/index.html, /article/new-name.html, /article/second.html]',
  }),
  'articles/2026/second.md': articleFile({
    id: '2',
    title: 'Second',
    aliases:
      '[/article/second-old, /article/new-name, /news, /about, /category/all, /category/mixing, /rss.xml, /news/rss.xml, /author/ann, /offline]',
  }),
  // Each claims the other's address: neither may redirect a visitor.
  'articles/2026/ring-a.md': articleFile({
    id: '3',
    title: 'Ring A',
    aliases: '[/article/ring-b, /ring]',
  }),
  'articles/2026/ring-b.md': articleFile({
    id: '4',
    title: 'Ring B',
    aliases: '[/article/ring-a, /ring]',
  }),
  'news/2026/n.md':
    '---\nid: 5\ntitle: Fresh\nexcerpt: Yes.\npublishedAt: 2026-03-01\naliases: [/blog/fresh]\n---\n\nText.\n',
  'newsletters/001-i.md':
    '---\nid: 6\ntitle: Issue\nissueNumber: 1\npublishedAt: 2026-04-01\naliases: [/issues/1]\n---\n\nHello.\n',
  'authors/ann.md': '---\nname: Ann\n---\n\nWrites.\n',
  'pages/about.md': '---\ntitle: About\n---\n\nUs.\n',
  'downloads/pack.md': '---\nid: 7\ntitle: A pack\ndescription: Sounds.\n---\n\nText.\n',
  'downloads/pack.zip': 'PK the file itself',
}

const site = await runningSite({ files })
afterAll(() => site[Symbol.asyncDispose]())

test.each([
  ['/2019/05/older/?x=1', '/article/new-name?x=1'],
  ['/%C3%BCber/uns', '/article/new-name'],
  ['/old-name?utm_source=mail&x=1', '/article/new-name?utm_source=mail&x=1'],
  ['/api/console.html/?x=1', '/article/new-name?x=1'],
  ['/article/second-old', '/article/second'],
  ['/blog/fresh', '/news/5'],
  ['/issues/1', '/newsletter/6'],
  ['/ring', '/article/ring-a'],
  ['/about/', '/about'],
  ['/news/?page=2', '/news?page=2'],
  ['/category/ableton-push?utm_source=a', '/category/ableton_push?utm_source=a'],
  ['/category/Mixing', '/category/mixing'],
  ['/category/studio/sound-design/page/2/', '/category/sound_design'],
  ['/author/ann/page/2/', '/author/ann'],
  ['/author/ann/feed/', '/author/ann'],
  ['/page/2/', '/'],
  ['/index.html', '/'],
  ['/about.html?x=1', '/about?x=1'],
  ['/2019/05/older.html', '/article/new-name'],
  ['/2020/a/', '/article/new-name'],
  ['/article/new-name.html', '/article/new-name'],
  ['/2021/', '/article/new-name'],
  ['/u%CC%88ber/uns', '/article/new-name'],
])('%s redirects permanently to %s', async (from, to) => {
  const answer = await ask(site.url, from)
  expect([answer.status, answer.headers.location]).toEqual([301, to])
  // A cached redirect would loop when the item moves back.
  expect(answer.headers['cache-control']).toBe('private, no-cache')
})

test.each([
  '/article/new-name',
  '/article/second',
  '/article/ring-a',
  '/article/ring-b',
  '/news',
  '/about',
  '/category/all',
  '/category/mixing',
  '/rss.xml',
  '/news/rss.xml',
  '/author/ann',
  '/offline',
])(
  'the address %s of an existing item never redirects, even if another item claims it',
  async (path) => {
    expect((await ask(site.url, path)).status).toBe(200)
  },
)

test('a call is answered below an alias of it, and an address of neither is no call', async () => {
  expect(await askJson(site.url, '/api/articles/1')).toMatchObject({ title: 'New name' })
  const nothing = await ask(site.url, '/api/nothing.html')
  expect([nothing.status, JSON.parse(nothing.text)]).toEqual([
    404,
    { message: 'There is no such call.' },
  ])
})

test.each([
  '//evil.example/',
  '//evil.example//',
  '///evil.example/',
  '//evil.example/%2f..',
  '/\\evil.example/',
  '/\\/evil.example/',
  '\\\\evil.example/',
  '/%5Cevil.example/',
  '/%2F%2Fevil.example/',
  '/.//evil.example/',
  '/x//evil.example/',
  '/\t/evil.example/',
  '/@evil.example/',
  '//evil.example/rss.xml/',
  '//evil.example/api/',
])('%s never leads to another host', async (path) => {
  const answer = await ask(site.url, path.replace('\t', '%09'))
  const { location } = answer.headers
  if (location === undefined) return expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(location).toMatch(/^\/(?![/\\])/)
  expect(location).not.toContain('\\')
  expect(new URL(location, site.url).origin).toBe(site.url)
})

test.each([
  [
    '404 Page Not Found',
    [
      '/nothing',
      '/category/polka',
      '/category/all?page=2',
      '/category/all?page=0',
      '/category/all?page=x',
      '/article',
      '/downloads/nothing',
      '/About',
      '/article/new-name/index.pageContext.json',
      '/index.pageContext.json',
      '/assets.json',
      '/.vite/manifest.json',
      '/.well-known/appspecific/com.chrome.devtools.json',
      '/article/new-name/index.pageContext%2Ejson',
      '/index.pageContext.js%20on',
      '/@fs/etc/passwd',
      '/@fs/etc/passwd?import&raw',
      '/%40fs/etc/passwd',
      '/@vite/client',
      '/@vite/env',
      '/@id/__x00__react',
      '/@react-refresh',
      '/__vite_ping',
      '/old/favicon.ico',
      '/admin/@vite/client',
    ],
  ],
  ['Article Not Found', ['/article/nothing']],
  ['News Item Not Found', ['/news/999', '/news/abc', '/news/99999999999999999999']],
  ['Newsletter Not Found', ['/newsletter/999', '/newsletter/abc']],
])('an address without a page is the screen "%s" with 404', async (heading, paths) => {
  for (const path of paths) {
    const { status, headers, text } = await ask(site.url, path)
    expect([path, status, headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8'])
    expect([path, parseHtml(text).querySelector('h1')?.textContent]).toEqual([path, heading])
  }
})

test('addresses of the bundler’s development server write nothing to the log', async () => {
  // The last line about the content: the site writes it when the content is read.
  await expect.poll(() => site.output()).toContain('site.yaml')
  const before = site.output()
  for (const path of [
    '/@fs/etc/passwd',
    '/@vite/client',
    '/@id/x',
    '/__vite_ping',
    '/index.pageContext%2Ejson',
  ])
    expect([path, (await ask(site.url, path)).status]).toEqual([path, 404])
  expect(site.output()).toBe(before)
})

test.each([
  // The renderer treats these as requests of the bundler, or throws.
  [
    200,
    [
      '/about?x=/favicon.ico',
      '/search?q=/favicon.ico',
      '/search?q=/__vite_ping',
      '/search?q=a/@vite/client',
      '/search?constructor=1&q=fresh',
      '/search?__proto__=1',
      '/search?toString',
      '/search?a?b??c',
      '/about#x?constructor',
      '/category/all?valueOf=1&page=1',
      '/auth?constructor=1',
      '/subscribed?hasOwnProperty=1',
      '/admin/login?constructor=1',
      'http://evil.example/search?q=fresh',
    ],
  ],
  [400, ['/confirm?token=/favicon.ico', '/unsubscribe?constructor=1']],
  [302, ['/admin?constructor=1']],
  [403, ['/downloads/pack?constructor=1']],
  [404, ['/nothing?constructor=1', 'http://evil.example/nothing?constructor=1']],
])('unusual addresses get %i, and nothing is logged', async (status, paths) => {
  // The first request loads the content, whose faults are logged after its answer.
  await ask(site.url, '/api/health')
  await eventually(async () => site.output().includes('Content problem: site.yaml'))
  const before = site.output()
  for (const path of paths)
    expect([path, (await ask(site.url, path)).status]).toEqual([path, status])
  expect(site.output()).toBe(before)
})

test('a path of more than 2 KB is refused before it is parsed, and a longer query is answered', async () => {
  // Such a request is not logged, so it has no id.
  const headers = Object.keys((await ask(site.url, '/api/health')).headers).filter((name) =>
    /^(x-(?!request-id)|.*policy)/.test(name),
  )
  expect(headers).toContain('content-security-policy')
  for (const path of [
    `/a${'/'.repeat(15_000)}b`,
    `/${'a'.repeat(2048)}`,
    `/media/${'%20'.repeat(3000)}.png`,
  ]) {
    const answer = await ask(site.url, path)
    expect([path.slice(0, 20), answer.status, answer.headers['cache-control']]).toEqual([
      path.slice(0, 20),
      414,
      'private, no-store',
    ])
    expect(answer.text).toContain('<p>The path of an address has at most 2048 characters.</p>')
    for (const name of headers)
      expect([name, answer.headers[name] !== undefined]).toEqual([name, true])
  }
  expect(await askJson(site.url, `/api/articles/${'a'.repeat(2048)}`)).toEqual({
    message: 'The path of an address has at most 2048 characters.',
  })
  const question = encodeURIComponent('звук'.repeat(100))
  for (const path of [
    `/search?q=${question}`,
    `/about?${'x'.repeat(14_000)}`,
    `/theme.js?${'&'.repeat(2048)}`,
  ])
    expect([path.slice(0, 20), (await ask(site.url, path)).status]).toEqual([
      path.slice(0, 20),
      200,
    ])
  const content = encodeURIComponent(
    JSON.stringify({ title: 'A', content: 'Words. '.repeat(1000) }),
  )
  const { status, headers: answered } = await ask(
    site.url,
    `/admin/create-content?edit=true&content=${content}`,
  )
  expect(status).toBe(302)
  expect((await ask(site.url, answered.location ?? '')).status).toBe(200)
  const tooLong = await ask(site.url, `/search?q=${'x'.repeat(17_000)}`)
  expect([tooLong.status, tooLong.headers['content-type']]).toEqual([
    431,
    'text/html; charset=utf-8',
  ])
  expect(tooLong.text).toContain('<h1>Address Too Long</h1>')
  expect((await ask(site.url, `/${'/'.repeat(2000)}about`)).headers.location).toBe('/about')
  const { port } = new URL(site.url)
  const posted = await ask(`http://127.0.0.1:${port}`, `/api/${'x'.repeat(3000)}`, {
    method: 'POST',
    body: '{}',
  })
  expect(posted.status).toBe(414)
})

test('an address of slashes takes time in proportion to its length', () => {
  const slashes = '/'.repeat(1_000_000)
  expect(plainPath(`/a${slashes}b${slashes}`)).toBe('/a/b')
  expect([plainPath('/'), plainPath('//'), plainPath('/a//b/'), plainPath('a')]).toEqual([
    '/',
    '/',
    '/a/b',
    '/a',
  ])
  expect(normalAddress(`/a${slashes}b${slashes}`)).toBe(`/a${slashes}b`)
  expect([
    normalAddress('/'),
    normalAddress('//?x'),
    normalAddress('/%C3%A4/#x'),
    normalAddress('/%'),
  ]).toEqual(['/', '/', '/ä', '/%'])
})

test('a download without a valid link answers 403 with the form', async () => {
  const answer = await ask(site.url, '/downloads/pack')
  expect(answer.status).toBe(403)
  const document = parseHtml(answer.text)
  expect(document.querySelector('h1')?.textContent).toBe('A pack')
  expect(document.body.textContent).toContain('Get Free Ableton Racks')
  expect(document.querySelector('main input[type="email"]')).toBeTruthy()
  for (const path of [
    '/downloads/pack.zip',
    '/media/downloads/pack.zip',
    '/content/downloads/pack.zip',
    '/media/../downloads/pack.zip',
    '/media/%2e%2e/downloads/pack.zip',
    '/media/..%2fdownloads%2fpack.zip',
  ]) {
    const file = await ask(site.url, path)
    expect([path, file.status >= 400, file.text.includes('the file itself')]).toEqual([
      path,
      true,
      false,
    ])
  }
})

test.each([
  '/',
  '/about',
  '/article/new-name',
  '/category/all',
  '/nothing',
  '/api/articles',
  '/share/site.png',
  '/robots.txt',
  '/theme.js',
])('HEAD of %s has the headers of GET, without a body', async (path) => {
  // Pages know the dates of their texts some time after the start.
  await eventually(async () => (await ask(site.url, '/about')).text.includes('Last changed'))
  const [get, head] = [await ask(site.url, path), await ask(site.url, path, { method: 'HEAD' })]
  expect([head.status, head.body.length]).toEqual([get.status, 0])
  for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
    expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])(
  '%s to a read-only address is answered with 405',
  async (method) => {
    for (const path of [
      '/',
      '/about',
      '/nothing',
      '/rss.xml',
      '/theme.js',
      '/share/site.png',
      '/robots.txt',
    ]) {
      const answer = await ask(site.url, path, { method })
      expect([path, answer.status, answer.headers.allow]).toEqual([path, 405, 'GET, HEAD'])
    }
  },
)
