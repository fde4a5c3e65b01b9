import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, askJson, sendBytes } from './http-client.ts'
import { parseHtml } from './parse-html.ts'
import { articleFile, eventually, type RunningSite, runningSite } from './running-site.ts'

const bytes = (...values: Array<number>) => new Uint8Array(values)

/** Invalid files, each with a word that its problem contains. */
const broken: Record<string, string | Uint8Array> = {
  'articles/invalid-yaml.md': '---\ntitle: [unclosed\nexcerpt: "x\n---\n\nText.\n',
  'articles/unclosed.md':
    '---\ntitle: Unclosed\nexcerpt: x\ncategory: mixing\n\nText without an end.\n',
  'articles/no-frontmatter.md': 'Only text.\n',
  'articles/wrong-types.md':
    '---\ntitle: [a, b]\nexcerpt: {a: 1}\ncategory: 5\ntags: nope\nreadTime: many\npublishedAt: 2026-01-01\n---\n\nText.\n',
  'articles/no-date.md': articleFile({ publishedAt: '2026-02-31' }),
  'articles/script-engine.md':
    '---js\n{ title: "Owned", excerpt: global.owned = "owned", category: "mixing" }\n---\n\nText.\n',
  'articles/json-engine.md': '---json\n{ "title": "Owned" }\n---\n\nText.\n',
  'articles/js-type.md':
    '---\ntitle: !!js/function "function(){ return 1 }"\nexcerpt: x\ncategory: mixing\n---\n\nText.\n',
  'articles/billion.md': `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ntitle: *f\nexcerpt: x\ncategory: mixing\n---\n`,
  'articles/binary.md': bytes(0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0xff, 0xfe, 0),
  'articles/latin1.md': bytes(
    ...Buffer.from('---\ntitle: Caf'),
    0xe9,
    ...Buffer.from('\nexcerpt: x\ncategory: mixing\n---\n\nText.\n'),
  ),
  'articles/huge.md': articleFile({ title: 'Huge' }, 'x '.repeat(2_600_000)),
  'articles/empty.md': '',
  'articles/deep.md': `---\ntitle: ${'['.repeat(5000)}\n---\n`,
  'news/empty-title.md': '---\ntitle: "  "\nexcerpt: x\npublishedAt: 2026-01-01\n---\n',
  'newsletters/parts.md': '---\ntitle: Parts\npublishedAt: 2026-01-01\narticles: yes\n---\n',
  'downloads/without-file.md': '---\nid: 8\ntitle: Without a file\n---\n',
  'downloads/outside.md': '---\nid: 9\ntitle: Outside\nfile: ../../secret.txt\n---\n',
}

const files: Record<string, string | Uint8Array> = {
  ...broken,
  'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  'articles/good.md': articleFile({ id: '1', title: 'Good' }),
  'articles/breaks.md': articleFile({ id: '11', title: 'Breaks' }),
  'articles/polka.md': articleFile({ title: 'Polka', category: 'polka' }),
  'articles/proto.md': articleFile({ id: '2', title: 'Proto', __proto__x: 'y' }).replace(
    '__proto__x',
    '__proto__',
  ),
  'articles/same-a.md': articleFile({ id: '3', slug: 'same', title: 'Same A' }),
  'articles/same-b.md': articleFile({ id: '4', slug: 'same', title: 'Same B' }),
  'articles/twin-a.md': articleFile({ id: '5', title: 'Twin A' }),
  'articles/twin-b.md': articleFile({ id: '5', title: 'Twin B' }),
  'articles/<script>alert(1)<\\script>.md': articleFile({ title: 'Odd name' }),
  'articles/stars.md': articleFile({ id: '6', title: 'Stars' }, `${'*'.repeat(60_000)}a`),
  'articles/nested.md': articleFile({ id: '7', title: 'Nested' }, '> '.repeat(10_000)),
  'articles/markup.md': articleFile(
    { id: '10', title: 'Markup' },
    [
      '<script>alert(1)</script><svg onload=alert(1)><iframe src="https://evil.example"></iframe><object data=x></object>',
      '[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,x) [d](vbscript:x) <a href="&#106;avascript:alert(1)">e</a>',
      '<form action="https://evil.example"><input name=a></form><base href="https://evil.example"><meta http-equiv=refresh content="0;url=//evil.example">',
      '<img src=x onerror=alert(1)><p style="position:fixed" id="getElementById" class="btn">x</p>',
    ].join('\n\n'),
  ),
}

let site: RunningSite
beforeAll(async () => {
  site = await runningSite({ files })
  await site.repository.write('secret.txt', 'the secret outside')
  await site.repository.link('content/articles/link.md', '../../secret.txt')
  await site.repository.link('content/media/link.png', '/etc/passwd')
  await site.repository.link('content/media/folder', '/etc')
  await site.repository.commit('Links')
  const head = (await site.repository.git('rev-parse', 'HEAD')).trim()
  await eventually(async () => (await ask(site.url, '/api/health')).text.includes(head))
})
afterAll(() => site[Symbol.asyncDispose]())

const titles = async () =>
  (await askJson<Array<{ title: string }>>(site.url, '/api/articles')).map(({ title }) => title)

test('valid files are served, and broken files are left out', async () => {
  const shown = await titles()
  for (const title of ['Good', 'Polka', 'Stars', 'Nested', 'Markup', 'Odd name'])
    expect(shown).toContain(title)
  expect(shown).not.toContain('Owned')
  expect(shown).not.toContain('Huge')
  expect((await ask(site.url, '/article/good')).status).toBe(200)
  for (const path of [
    '/',
    '/category/all',
    '/news',
    '/newsletters',
    '/rss.xml',
    '/sitemap.xml',
    '/api/search?q=good',
  ])
    expect([path, (await ask(site.url, path)).status]).toEqual([path, 200])
})

test('of two files with the same slug or id, always the same one is served', async () => {
  const shown = await titles()
  const of = (name: string) => shown.filter((title) => title.startsWith(name))
  expect([of('Same').length, of('Twin').length]).toEqual([1, 1])
  const slug = (await askJson<{ title: string }>(site.url, '/api/articles/slug/same')).title
  const twin = (await askJson<{ title: string }>(site.url, '/api/articles/5')).title
  await site.restart()
  expect((await askJson<{ title: string }>(site.url, '/api/articles/slug/same')).title).toBe(slug)
  expect((await askJson<{ title: string }>(site.url, '/api/articles/5')).title).toBe(twin)
})

test('every broken file is counted and logged once with path, line and reason', async () => {
  await site.restart()
  const { contentProblems } = await askJson<{ contentProblems: number }>(site.url, '/api/health')
  expect(contentProblems).toBeGreaterThanOrEqual(Object.keys(broken).length + 3)
  for (const path of [
    ...Object.keys(broken),
    'articles/same-b.md',
    'articles/twin-b.md',
    'articles/link.md',
  ]) {
    const logged = await eventually(async () => {
      const lines = site
        .output()
        .split('\n')
        .filter((line) => line.includes(`${path}:`))
      return lines.length > 0 && lines
    })
    expect(new Set(logged).size).toBe(logged.length)
    expect(logged[0]).toMatch(/:\d+: \S/)
  }
  expect(site.output()).not.toContain('the secret outside')
  expect((globalThis as { owned?: unknown }).owned).toBeUndefined()
})

test('a text that takes too long to render fails alone, as a page or with its text', async () => {
  for (const slug of ['stars', 'nested']) {
    const answer = await ask(site.url, `/article/${slug}`)
    expect([200, 500]).toContain(answer.status)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    if (answer.status === 500)
      expect(parseHtml(answer.text).querySelector('h1')?.textContent).toBe('Something went wrong')
  }
  expect((await ask(site.url, '/article/good')).status).toBe(200)
  expect((await ask(site.url, '/rss.xml')).text).toContain('Good')
})

test('no script, handler, frame or form of a writer reaches a page', async () => {
  for (const html of [
    (await ask(site.url, '/article/markup')).text,
    (await askJson<{ content: string }>(site.url, '/api/articles/10')).content,
  ]) {
    const document = parseHtml(html)
    const prose = document.querySelector('.prose') ?? document.body
    expect(prose.innerHTML).not.toMatch(
      /javascript:|vbscript:|data:text|onerror|onload|evil\.example|<(iframe|object|form|base|meta|script)\b/i,
    )
    expect(prose.querySelector('#getElementById')).toBeNull()
  }
})

test('links out of the folder are not followed', async () => {
  for (const path of [
    '/article/link',
    '/media/link.png',
    '/media/folder/passwd',
    '/media/folder%2fpasswd',
  ]) {
    const answer = await ask(site.url, path)
    expect([path, answer.status]).toEqual([path, 404])
    expect(answer.text).not.toMatch(/root:|the secret outside/)
  }
})

test.each([
  '/..%2f..%2f..%2fetc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/../../../../etc/passwd',
  '/..\\..\\etc\\passwd',
  '/media/..%2f..%2f..%2fetc%2fpasswd',
  '/media/%2e%2e/%2e%2e/secret.txt',
  '/media/../../secret.txt',
  '/media/..%5c..%5csecret.txt',
  '/media/%252e%252e/secret.txt',
  '/media//etc/passwd',
  '/media/%00.png',
  '/media/',
  '/media',
  '/media/%',
  '/assets/..%2f..%2fserver%2findex.js',
  '/assets/../../server/index.js',
  '/assets/%2e%2e/%2e%2e/build.json',
  '/server/index.js',
  '/build.json',
  '/.env',
  '/.git/HEAD',
  '/package.json',
  '/data/subscribers.json',
  '/article/..%2f..%2fsite.yaml',
  '/article/%00',
  '/article/%2e%2e',
  '/article/__proto__',
  '/article/constructor',
  '/news/1%00',
  '/news/-1',
  '/news/1e1',
  '/news/0x1',
  '/news/NaN',
  '/news/1/2',
  '/newsletter/%20',
  '/category/__proto__',
  '/category/toString',
  '/category/all/all',
  '/%00',
  '/%',
  '/%zz',
  '/%E0%A4%A',
  '/%c0%ae%c0%ae/etc/passwd',
  '/%ff',
  '/\\',
  '/\\..\\..',
  '/a\\b',
  '/;/',
  '/?/../../etc/passwd/..%00',
  '/~root',
  '/a/b/c/d/e/f/g',
  `/${'a'.repeat(10_000)}`,
  `/article/${'%61'.repeat(3000)}`,
  `/${'a/'.repeat(4000)}`,
  `/search?q=${'%C3%A4'.repeat(1500)}`,
  '/search?q=%00%00',
  '/search?q[]=a&q[b]=c',
  '/search?q=%',
  '/?page=%',
])('%s gets a normal answer', async (path) => {
  const answer = await ask(site.url, path)
  expect(answer.status).toBeLessThan(500)
  expect(answer.text).not.toMatch(/root:x|the secret outside|node_modules|at .*\.(ts|js):\d+/)
  // A path of more than 2 KB is rejected before it is looked up.
  if ((path.split('?')[0] ?? '').length > 2048) return expect(answer.status).toBe(414)
  if (!/^\/(\?|search)/.test(path) && answer.status !== 301) expect(answer.status).toBe(404)
  if (!/^\/(\?|search|media|assets)/.test(path) && answer.status === 404)
    expect(answer.text).toMatch(/<h1[^>]*>[^<]*Not Found/)
})

test('malformed headers and request lines are rejected, and the site continues', async () => {
  const sent = [
    `GET / HTTP/1.1\r\nHost: a\r\n${'X-A: b\r\n'.repeat(5000)}\r\n`,
    `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'c'.repeat(100_000)}\r\n\r\n`,
    `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    'GET / HTTP/9.9\r\n\r\n',
    '\0\0\0\0\r\n\r\n',
    'GET http://evil.example/about HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    'GET * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
    'POST /api/subscribe HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: \xff\xfe;q=x,,,;;\r\nIf-None-Match: "\r\nConnection: close\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=-1-,5\r\nConnection: close\r\n\r\n',
  ]
  for (const text of sent) {
    const answer = await sendBytes(site.url, text).catch(() => '')
    expect(answer).not.toMatch(/^HTTP\/1\.1 5/)
  }
  expect((await ask(site.url, '/api/health')).status).toBe(200)
})

test('the Host header of a request does not affect the answer', async () => {
  for (const path of [
    '/',
    '/article/good',
    '/rss.xml',
    '/sitemap.xml',
    '/robots.txt',
    '/nothing',
  ]) {
    const answer = await ask(site.url, path, {
      headers: {
        Host: 'evil.example',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'https',
      },
    })
    expect([path, answer.text.includes('evil.example')]).toEqual([path, false])
  }
})

test('a file that breaks while the site runs is left out, and returns when it is repaired', async () => {
  await site.repository.write('content/articles/breaks.md', '---\ntitle: [\n---\n')
  await site.repository.commit('Break')
  await eventually(async () => (await ask(site.url, '/article/breaks')).status === 404)
  expect((await ask(site.url, '/article/markup')).status).toBe(200)
  await site.repository.write(
    'content/articles/breaks.md',
    articleFile({ id: '11', title: 'Good again' }),
  )
  await site.repository.commit('Repair')
  await eventually(async () => (await ask(site.url, '/article/breaks')).text.includes('Good again'))
})
