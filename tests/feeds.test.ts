import { afterAll, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { all, hrefs, parseHtml } from './parse-html.ts'
import { childrenOf, childText, type Element, parseXml } from './parse-xml.ts'
import {
  articleFile,
  articleFiles,
  atEachServer,
  eventually,
  runningSite,
  serversPerSite,
} from './running-site.ts'
import { mp3Of, tone, wavOf } from './sample-sounds.ts'

const origin = 'https://notes.example.org'
const body = [
  'See [another](/article/second), [here](#s-part), [out](https://example.com/x?a=1&b=2) and <https://example.net>.',
  '![Curve](/media/covers/curve.png)',
  '## Part',
  'Ends with ]]> and & and <b>bold</b> 𝄞.',
].join('\n\n')

const files: Record<string, string | Uint8Array> = {
  'site.yaml':
    'name: "Notes & <Things>"\ntagline: T\ndescription: "About \'it\' &\\f all."\ndisclaimer: D\nabout: A\n',
  'articles/2026/first.md': articleFile(
    {
      id: '1',
      title: '\'Cuts & <boosts> ]]> "done"\'',
      publishedAt: '2026-02-01',
      excerpt: 'Low & <high>.',
      tags: '["a & b"]',
      imageUrl: '/media/covers/curve.png',
    },
    body,
  ),
  'articles/2026/second.md': articleFile(
    {
      id: '2',
      title: 'Second',
      publishedAt: '2026-01-01',
      updatedAt: '2026-01-05',
      category: 'sound-design',
    },
    '![Dry & low](/media/2026/dry.wav) ![Wet](/media/2026/wet.wav)',
  ),
  // With characters that XML can't contain.
  'news/2026/n.md':
    '---\nid: 5\ntitle: "Fre\\vsh"\nexcerpt: "Y\\x1bes\\uFFFE."\ncategory: "Li\\ave"\nauthor: "An\\bna"\npublishedAt: 2026-03-01\n---\n\nT\u000be\uffffxt &#11;.\n\n`a\u000cb`\n',
  'newsletters/001-i.md':
    '---\nid: 6\ntitle: Issue\ndescription: D & d.\nissueNumber: 1\npublishedAt: 2026-04-01\narticles:\n  - title: "In & side"\n    content: "A [link](/news/5)."\n---\n\nHello.\n\n![Hum](/media/2026/hum.mp3)\n',
  'media/2026/dry.wav': wavOf([tone(0.5)]),
  'media/2026/hum.mp3': await mp3Of(tone(0.5)),
  'media/2026/wet.wav': wavOf([tone(0.5, -29)]),
  'pages/about.md': '---\ntitle: About\n---\n\nUs.\n',
  'downloads/p.md': '---\nid: 5\ntitle: A pack\n---\n\nText.\n',
  'downloads/p.zip': 'PK',
  ...Object.fromEntries(
    [400_000, 400_000, 400_000, 400_000, 10].map((length, at) => [
      `articles/2024/long-${at}.md`,
      articleFile(
        { id: String(200 + at), category: 'mastering', publishedAt: `2024-01-0${9 - at}` },
        `\n\n~~~\n${'word '.repeat(length / 5)}\n~~~\n`,
      ),
    ]),
  ),
  ...articleFiles(40, 'articles/2025/old', (at) => ({
    id: String(100 + at),
    title: `Old ${at}`,
    category: 'plugins',
    publishedAt: `2025-0${1 + (at % 9)}-1${at % 10}`,
  })),
}

const site = await runningSite({ files, env: { SITE_URL: origin } })
afterAll(() => site[Symbol.asyncDispose]())

const xml = async (path: string) => parseXml((await ask(site.url, path)).text)
const channelOf = (rss: Element) => childrenOf(rss, 'channel')[0] as Element

test.each([
  ['/rss.xml', 30, '/newsletter/6'],
  ['/category/all/rss.xml', 24, '/article/first'],
  ['/category/mixing/rss.xml', 1, '/article/first'],
  ['/category/sound_design/rss.xml', 1, '/article/second'],
  ['/category/sound-design/rss.xml', 1, '/article/second'],
  ['/category/hardware/rss.xml', 0, null],
  ['/news/rss.xml', 1, '/news/5'],
  ['/newsletters/rss.xml', 1, '/newsletter/6'],
])('%s is RSS with %i items, the newest first', async (path, count, first) => {
  const answer = await ask(site.url, path)
  expect(answer.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  const rss = parseXml(answer.text)
  expect([rss.name, rss.attributes.version]).toEqual(['rss', '2.0'])
  const channel = channelOf(rss)
  for (const name of ['title', 'link', 'description', 'lastBuildDate', 'language'])
    expect(childText(channel, name)).toBeTruthy()
  expect(
    childrenOf(channel, 'atom:link').map(({ attributes }) => [attributes.rel, attributes.href]),
  ).toEqual([['self', `${origin}${path}`]])
  const items = childrenOf(channel, 'item')
  expect(items).toHaveLength(count)
  expect(items[0] ? childText(items[0], 'link') : null).toBe(first && `${origin}${first}`)
  const guids = items.map((item) => childText(item, 'guid'))
  expect(new Set(guids).size).toBe(items.length)
  const dates = items.map((item) => Date.parse(childText(item, 'pubDate') ?? ''))
  expect(dates).toEqual([...dates].sort((a, b) => b - a))
  for (const item of items) expect(childText(item, 'description')).toBeTruthy()
})

test('an item contains the author’s text with its special characters, and absolute addresses', async () => {
  const item = childrenOf(channelOf(await xml('/category/mixing/rss.xml')), 'item')[0] as Element
  expect(childText(item, 'title')).toBe('Cuts & <boosts> ]]> "done"')
  expect(childText(item, 'description')).toBe('Low &amp; &lt;high&gt;.')
  expect(childrenOf(item, 'category').map(({ text }) => text)).toEqual(['Mixing', 'a & b'])
  expect(childText(item, 'pubDate')).toBe('Sun, 01 Feb 2026 00:00:00 GMT')
  const content = parseHtml(`<html><body>${childText(item, 'content:encoded')}</body></html>`)
  expect(hrefs(content, 'a')).toEqual([
    `${origin}/article/second`,
    `${origin}/article/first#s-part`,
    'https://example.com/x?a=1&b=2',
    'https://example.net',
    ...all(content, 'h2 a').map(() => `${origin}/article/first#s-part`),
  ])
  expect(content.querySelector('img')?.getAttribute('src')).toBe(`${origin}/media/covers/curve.png`)
  expect(content.body.textContent).toContain('Ends with ]]> and & and bold 𝄞.')
})

test.each(['/rss.xml', '/atom.xml', '/news/rss.xml'])(
  '%s leaves out the characters that XML can’t contain',
  async (path) => {
    const document = await xml(path)
    const isAtom = document.name === 'feed'
    const items = isAtom ? childrenOf(document, 'entry') : childrenOf(channelOf(document), 'item')
    const item = items.find((item) => childText(item, 'title') === 'Fresh') as Element
    expect(childText(item, isAtom ? 'summary' : 'description')).toBe('Yes.')
    expect(childText(item, isAtom ? 'content' : 'content:encoded')).toMatch(
      />Text [^<]*\.<\/p>\s*<p><code>ab</,
    )
  },
)

test('an item keeps its id when it gets another address, and the feed has the date of the newest change', async () => {
  const moved = (slug: string) =>
    articleFile({ id: '4', title: 'Moves', slug, category: 'live', publishedAt: '2026-01-20' })
  const entry = async () => {
    const feed = await xml('/atom.xml')
    const found = childrenOf(feed, 'entry').find((one) => childText(one, 'title') === 'Moves')
    const updated = childrenOf(feed, 'entry').map((one) => childText(one, 'updated') ?? '')
    expect(childText(feed, 'updated')).toBe(updated.sort().at(-1))
    return found && [childText(found, 'id'), childrenOf(found, 'link')[0]?.attributes.href]
  }
  await site.repository.write('content/articles/2026/moves.md', moved('first-name'))
  await site.repository.commit('An article')
  const before = await eventually(entry)
  expect(before).toEqual(['tag:notes.example.org,2026:articles/4', `${origin}/article/first-name`])
  await site.repository.write('content/articles/2026/moves.md', moved('second-name'))
  await site.repository.commit('Another address')
  const after = await eventually(async () => {
    const found = await entry()
    return found?.[1] === before[1] ? undefined : found
  })
  expect(after).toEqual([before[0], `${origin}/article/second-name`])
  for (const path of ['/rss.xml', '/feed.json'])
    expect((await ask(site.url, path)).text).toContain(String(before[0]))
})

test('an issue contains its articles', async () => {
  const item = childrenOf(channelOf(await xml('/newsletters/rss.xml')), 'item')[0] as Element
  const content = childText(item, 'content:encoded') ?? ''
  expect(content).toContain('Hello.')
  expect(content).toContain('<h2>In &amp; side</h2>')
  expect(content).toContain(`href="${origin}/news/5"`)
})

test('the Atom feed is complete', async () => {
  const answer = await ask(site.url, '/atom.xml')
  expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  const feed = parseXml(answer.text)
  expect([feed.name, feed.attributes.xmlns]).toEqual(['feed', 'http://www.w3.org/2005/Atom'])
  for (const name of ['id', 'title', 'updated']) expect(childText(feed, name)).toBeTruthy()
  const self = childrenOf(feed, 'link').find(({ attributes }) => attributes.rel === 'self')
  expect(self?.attributes.href).toBe(`${origin}/atom.xml`)
  const entries = childrenOf(feed, 'entry')
  expect(entries).toHaveLength(30)
  for (const entry of entries) {
    for (const name of ['id', 'title', 'updated']) expect(childText(entry, name)).toBeTruthy()
    expect(childText(entry, 'updated')).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/)
    expect(childrenOf(entry, 'link')[0]?.attributes.href).toMatch(
      /^https:\/\/notes\.example\.org\//,
    )
  }
  const named =
    childrenOf(feed, 'author').length > 0 ||
    entries.every((entry) => childrenOf(entry, 'author').length > 0)
  expect(named).toBe(true)
})

test('the JSON feed is complete', async () => {
  const answer = await ask(site.url, '/feed.json')
  expect(answer.headers['content-type']).toBe('application/feed+json; charset=utf-8')
  const feed = JSON.parse(answer.text) as { items: Array<Record<string, string>> } & Record<
    string,
    unknown
  >
  expect(feed).toMatchObject({
    version: expect.stringMatching(/^https:\/\/jsonfeed\.org\/version\/1/),
    title: 'Notes & <Things>',
    feed_url: `${origin}/feed.json`,
    home_page_url: expect.stringMatching(/^https:\/\/notes\.example\.org\/?$/),
  })
  expect(feed.items).toHaveLength(30)
  for (const item of feed.items)
    expect(item).toMatchObject({
      id: expect.any(String),
      url: expect.stringMatching(/^https:/),
      content_html: expect.any(String),
      date_published: expect.any(String),
    })
})

const derived = [
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
  '/category/mixing/rss.xml',
  '/news/rss.xml',
  '/sitemap.xml',
]

test('an unchanged feed keeps its bytes and its ETag, also over a restart', async () => {
  const first = new Map<string, string>()
  for (const path of derived) {
    const answer = await ask(site.url, path)
    expect(answer.headers.etag).toMatch(/^"[^"]+"$/)
    first.set(path, answer.text)
    const again = await ask(site.url, path, {
      headers: { 'If-None-Match': String(answer.headers.etag) },
    })
    expect([path, again.status, again.text, again.headers.etag]).toEqual([
      path,
      304,
      '',
      answer.headers.etag,
    ])
  }
  await site.restart()
  for (const path of derived)
    expect([path, (await ask(site.url, path)).text]).toEqual([path, first.get(path)])
})

test('each server makes a feed once, caches it over a restart, and makes it again when an item was added while the site was off', async () => {
  const made = async (path: string) =>
    (await ask(site.url, path)).headers['server-timing'] !== undefined
  const each = (value: boolean) => Array(serversPerSite).fill(value)
  expect(await atEachServer(() => made('/category/workflow/rss.xml'))).toEqual(each(true))
  expect(await atEachServer(() => made('/category/workflow/rss.xml?utm_source=reader'))).toEqual(
    each(false),
  )
  await site.restart()
  expect(await atEachServer(() => made('/category/workflow/rss.xml'))).toEqual(each(false))
  await site.repository.write(
    'content/articles/2026/late.md',
    articleFile({ id: '3', title: 'Came late', category: 'workflow', publishedAt: '2026-01-15' }),
  )
  await site.repository.commit('An article')
  await site.restart()
  expect((await ask(site.url, '/category/workflow/rss.xml')).text).toContain('Came late')
})

test.each(['br', 'gzip', 'identity'])(
  'feeds and sitemap are the same text in the coding %s',
  async (coding) => {
    for (const path of derived) {
      const plain = await ask(site.url, path)
      const coded = await ask(site.url, path, { headers: { 'Accept-Encoding': coding } })
      expect(coded.headers['content-encoding'] ?? 'identity').toBe(coding)
      expect(coded.headers.vary).toMatch(/accept-encoding/i)
      expect(Number(coded.headers['content-length'])).toBe(coded.body.length)
      expect(coded.text).toBe(plain.text)
    }
  },
)

test('HEAD of a feed has the headers of GET', async () => {
  const get = await ask(site.url, '/rss.xml')
  const head = await ask(site.url, '/rss.xml', { method: 'HEAD' })
  expect([
    head.status,
    head.body.length,
    head.headers.etag,
    head.headers['content-length'],
  ]).toEqual([200, 0, get.headers.etag, String(get.body.length)])
})

test.each(['/feed', '/rss', '/feed.xml', '/index.xml'])('%s leads to the feed', async (path) => {
  const answer = await ask(site.url, path)
  expect([answer.status, answer.headers.location]).toEqual([301, '/rss.xml'])
})

test('feeds of unknown categories are not found', async () => {
  for (const path of [
    '/category/polka/rss.xml',
    '/category/%2e%2e/rss.xml',
    '/category/constructor/rss.xml',
  ])
    expect((await ask(site.url, path)).status).toBe(404)
})

test('the sitemap contains every public page once, with the dates of items, and each page exists', async () => {
  const urlset = await xml('/sitemap.xml')
  expect([urlset.name, urlset.attributes.xmlns]).toEqual([
    'urlset',
    'http://www.sitemaps.org/schemas/sitemap/0.9',
  ])
  const urls = childrenOf(urlset, 'url')
  const paths = urls.map((url) => (childText(url, 'loc') ?? '').replace(origin, ''))
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of [
    '/',
    '/category/all',
    '/category/all?page=2',
    '/category/plugins?page=2',
    '/news',
    '/newsletters',
    '/downloads',
    '/about',
    '/article/first',
    '/news/5',
    '/newsletter/6',
  ])
    expect(paths).toContain(path)
  expect(paths.join(' ')).not.toMatch(/admin|auth|saved|search|page=1\b|downloads\//)
  for (const url of urls.filter((url) =>
    /\/(article|news|newsletter)\/[^/]+$/.test(childText(url, 'loc') ?? ''),
  ))
    expect(childText(url, 'lastmod')).toMatch(/^\d{4}-\d{2}-\d{2}T/)
  // Of many items of a kind, one.
  const once = paths.filter((path) => !/^\/article\/(?:old-[1-9]|long-[0-3]$)/.test(path))
  expect(once).toEqual(
    expect.arrayContaining(['/article/old-0', '/article/long-4', '/newsletter/6']),
  )
  const answers = await Promise.all(
    once.map(async (path) => [path, (await ask(site.url, path)).status]),
  )
  expect(answers.filter(([, status]) => status !== 200)).toEqual([])
})

test('the date of a change that a file names is that of page, structured data, feeds and sitemap', async () => {
  const changed = '2026-01-05T00:00:00.000Z'
  const page = (await ask(site.url, '/article/second')).text
  expect(page).toContain('January 5, 2026')
  expect(page).toContain(`"dateModified":"${changed}"`)
  expect((await ask(site.url, '/atom.xml')).text).toContain(`<updated>${changed}</updated>`)
  expect((await ask(site.url, '/sitemap.xml')).text).toContain(
    `<loc>${origin}/article/second</loc><lastmod>${changed}</lastmod>`,
  )
})

test('robots.txt names the sitemap and excludes addresses that are no pages', async () => {
  const answer = await ask(site.url, '/robots.txt')
  expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  expect(answer.text).toContain(`Sitemap: ${origin}/sitemap.xml`)
  for (const line of ['User-agent: *', 'Disallow: /admin', 'Disallow: /api/', 'Disallow: /search'])
    expect(answer.text).toContain(line)
})

test('a new item is in the feed at once', async () => {
  await site.repository.write(
    'content/articles/2026/fresh.md',
    articleFile({
      id: '50',
      title: 'Even fresher',
      category: 'composition',
      publishedAt: '2026-01-14',
    }),
  )
  await site.repository.commit('An article')
  await eventually(async () =>
    (await ask(site.url, '/category/composition/rss.xml')).text.includes('Even fresher'),
  )
  expect((await ask(site.url, '/sitemap.xml')).text).toContain('/article/fresh<')
})

test('a feed has the texts that fit into it, newest first, and of the others the excerpt', async () => {
  const items = childrenOf(channelOf(await xml('/category/mastering/rss.xml')), 'item')
  expect(items.map((item) => childText(item, 'content:encoded')?.length ?? 0)).toEqual([
    expect.closeTo(400_000, -3),
    expect.closeTo(400_000, -3),
    expect.closeTo(400_000, -3),
    0,
    expect.closeTo(79, -2),
  ])
  for (const item of items) expect(childText(item, 'description')).toBe('What it says.')
})

test('the first sound of a text is the enclosure of its item, and no player needs a script', async () => {
  const { length } = files['media/2026/dry.wav'] as Uint8Array
  const url = `${origin}/media/2026/dry.wav`
  const [rss, atom, json] = await Promise.all(
    ['/category/sound_design/rss.xml', '/atom.xml', '/feed.json'].map(
      async (path) => (await ask(site.url, path)).text,
    ),
  )
  expect(rss).toMatch(
    new RegExp(
      `<enclosure (?=[^>]*url="${url}")(?=[^>]*length="${length}")(?=[^>]*type="audio/wav")`,
    ),
  )
  expect(atom).toMatch(/<link (?=[^>]*href="[^"]*\/hum\.mp3")(?=[^>]*type="audio\/mpeg")/)
  expect(rss).not.toMatch(/<enclosure [^>]*duration=/)
  expect(atom).toMatch(new RegExp(`<link (?=[^>]*rel="enclosure")(?=[^>]*href="${url}")`))
  const items = childrenOf(channelOf(parseXml(rss ?? '')), 'item').map((item) =>
    childText(item, 'content:encoded'),
  )
  expect(items.join('\n')).toMatch(/<audio [^>]*controls/)
  expect([rss?.includes('sound-player'), json?.includes(url)]).toEqual([false, true])
})
