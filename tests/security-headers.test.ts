import { rehype } from 'rehype'
import { visit } from 'unist-util-visit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, post, sendBytes } from './http-client.ts'
import { articleFile, type RunningSite, runningSite } from './running-site.ts'
import { sampleSite } from './sample-site.ts'

/** Parses pages as a browser without scripts; many pages take a moment. */
const html = rehype()

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const everything = [
  '# One {style="color:red"}',
  '<p style="color:red" onclick="x()">Styled</p>',
  '<p align="center">Middle</p>',
  '<style>body{display:none}</style>',
  '| a | b |\n| :-: | --: |\n| 1 | 2 |',
  '```js\nconst a = "<script>"\n```',
  '> [!TIP]\n> Try it.',
  '- [x] done',
  '![Dot](/media/dot.png)',
  '<mark data-color="yellow">marked</mark> and a note[^1].',
  '[^1]: The note.',
].join('\n\n')

let site: RunningSite
let sample: RunningSite
beforeAll(async () => {
  ;[site, sample] = await Promise.all([
    runningSite({
      files: {
        'articles/a.md': articleFile(
          { id: '1', title: 'A', aliases: '[/old]', imageUrl: '/media/dot.png' },
          everything,
        ),
        'articles/players.md': articleFile(
          { id: '3', title: 'Players' },
          'https://youtu.be/dQw4w9WgXcQ\n\n[A song](https://soundcloud.com/one/song)\n\nhttps://example.org/watch?v=dQw4w9WgXcQ',
        ),
        'media/dot.png': picture,
      },
      env: { SITE_URL: 'https://notes.example.org' },
    }),
    sampleSite().then((files) => runningSite({ files })),
  ])
})
afterAll(() => Promise.all([site[Symbol.asyncDispose](), sample[Symbol.asyncDispose]()]))

const required: ReadonlyArray<readonly [string, RegExp]> = [
  ['content-security-policy', /(^|; ?)(default-src 'self'|.*default-src 'none')/],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^strict-origin-when-cross-origin$/],
  ['strict-transport-security', /^max-age=\d{7,}/],
]

function expectHeaders(
  what: string,
  headers: Record<string, unknown>,
  rawHeaders: ReadonlyArray<string>,
) {
  for (const [name, pattern] of required)
    expect([what, name, String(headers[name] ?? '')]).toEqual([
      what,
      name,
      expect.stringMatching(pattern),
    ])
  const policy = String(headers['content-security-policy'])
  expect(policy).not.toMatch(
    /unsafe|script-src[^;]*(\*|https?:|data:)|style-src[^;]*(\*|https?:|data:)/,
  )
  expect(policy).toContain("frame-ancestors 'none'")
  expect([what, headers['x-powered-by']]).toEqual([what, undefined])
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
  expect([what, names.filter((name, index) => names.indexOf(name) !== index)]).toEqual([what, []])
}

test.each([
  ['a page made now', '/article/a', {}, 200],
  ['a cached page', '/article/a', {}, 200],
  ['a cached page, compressed', '/article/a', { 'Accept-Encoding': 'br' }, 200],
  ['a page that is not changed', '/article/a', { 'If-None-Match': '*' }, 304],
  ['a list', '/category/all', {}, 200],
  ['the search page', '/search?q=a', {}, 200],
  ['a page that is not there', '/nothing', {}, 404],
  ['a redirect', '/old', {}, 301],
  ['a closing slash', '/about/', {}, 301],
  ['a hostile address', '/%', {}, 404],
  ['a call', '/api/articles', {}, 200],
  ['an unchanged call', '/api/articles', { 'If-None-Match': '*' }, 304],
  ['a call that is not there', '/api/nothing', {}, 404],
  ['a wrong call', '/api/articles/x', {}, 400],
  ['a closed call', '/api/content/problems', {}, 401],
  ['health', '/api/health', {}, 200],
  ['a feed', '/rss.xml', {}, 200],
  ['an unchanged feed', '/rss.xml', { 'If-None-Match': '*' }, 304],
  ['the sitemap', '/sitemap.xml', {}, 200],
  ['robots.txt', '/robots.txt', {}, 200],
  ['rules of prefetching', '/speculation-rules.json', {}, 200],
  ['a share picture', '/share/article/a.png', {}, 200],
  ['a share picture that is not there', '/share/article/b.png', {}, 404],
  ['a script', '/theme.js', {}, 200],
  ['a script, compressed', '/theme.js', { 'Accept-Encoding': 'br' }, 200],
  ['an asset that is not there', '/assets/nothing.js', {}, 404],
  ['media', '/media/dot.png', {}, 200],
  ['media in another size', '/media/dot.png?w=320', {}, 200],
  ['media that is not there', '/media/nothing.png', {}, 404],
])('%s has the security headers', async (what, path, headers, status) => {
  const answer = await ask(site.url, path, { headers: headers as Record<string, string> })
  expect([what, answer.status]).toEqual([what, status])
  expectHeaders(what, answer.headers, answer.rawHeaders)
})

test('a page with players allows frames of their hosts, on every way to it, and no other page does', async () => {
  for (const headers of [
    {},
    {},
    { 'Accept-Encoding': 'br' },
    { 'If-None-Match': '*' },
    { Cookie: 'a=b' },
  ]) {
    const answer = await ask(site.url, '/article/players', {
      headers: headers as Record<string, string>,
    })
    expect(answer.headers['content-security-policy']).toMatch(
      /; frame-src https:\/\/www\.youtube-nocookie\.com https:\/\/w\.soundcloud\.com$/,
    )
    expectHeaders('players', answer.headers, answer.rawHeaders)
  }
  for (const path of ['/article/a', '/', '/rss.xml'])
    expect((await ask(site.url, path)).headers['content-security-policy']).not.toContain(
      'frame-src',
    )
})

test('answers to writes carry the security headers', async () => {
  for (const [what, answer] of [
    [
      'subscribed',
      await post(site.url, '/api/subscribe', { email: 'a@example.org', source: 'footer' }),
    ],
    ['foreign', await post(site.url, '/api/subscribe', {}, { Origin: 'https://evil.example' })],
    ['not JSON', await post(site.url, '/api/subscribe', '{')],
    ['too large', await post(site.url, '/api/subscribe', 'x'.repeat(30_000))],
    ['no reading', await post(site.url, '/', {})],
    ['no session', await post(site.url, '/api/articles', {})],
  ] as const)
    expectHeaders(what, answer.headers, answer.rawHeaders)
})

test('a request that is not HTTP gets the security headers too', async () => {
  for (const bytes of [
    'NONSENSE\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
    'GET /\x01 HTTP/1.1\r\nHost: a\r\n\r\n',
  ]) {
    const answer = await sendBytes(site.url, bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 4(00|31) /)
    expect(answer).toContain('Content-Security-Policy: ')
    expect(answer).toContain('X-Content-Type-Options: nosniff')
  }
})

test('media files never run scripts', async () => {
  const { headers } = await ask(site.url, '/media/dot.png')
  expect(headers['content-security-policy']).toMatch(/sandbox/)
  expect(headers['content-security-policy']).toMatch(/default-src 'none'/)
})

test('without https no header requires https', async () => {
  const { headers } = await ask(sample.url, '/')
  expect(headers['strict-transport-security']).toBeUndefined()
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
})

test('no page of the site has an inline script, style or handler', async () => {
  const sitemap = (await ask(sample.url, '/sitemap.xml')).text
  const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(
    ([, path = '']) => path.replaceAll('&amp;', '&'),
  )
  expect(paths.length).toBeGreaterThan(12)
  const all = [
    ...paths,
    '/nothing',
    '/article/nothing',
    '/search',
    '/search?q=bass',
    '/saved',
    '/auth',
    '/downloads/dub-chord-midi-pack',
  ].map((path) => [sample.url, path] as const)
  for (const [base, path] of [...all, [site.url, '/article/a'] as const]) {
    const { text } = await ask(base, path)
    const complaints: Array<string> = []
    visit(html.parse(text), 'element', ({ tagName, properties }) => {
      // The tree names attributes as the DOM does: `onClick`, `httpEquiv`.
      for (const [name, value] of Object.entries(properties))
        if (name === 'style' || /^on/i.test(name) || /^\s*javascript:/i.test(String(value)))
          complaints.push(`${tagName} ${name}="${value}"`)
      if (tagName === 'style') complaints.push('a style element')
      if (
        tagName === 'script' &&
        properties.src === undefined &&
        properties.type !== 'application/ld+json'
      )
        complaints.push('a script element')
      const address = properties[tagName === 'link' ? 'href' : 'src']
      const loads = tagName === 'script' || String(properties.rel) === 'stylesheet'
      if (loads && address !== undefined && !String(address).startsWith('/'))
        complaints.push(`${tagName} from ${address}`)
    })
    expect([path, complaints]).toEqual([path, []])
  }
})
