import { readdirSync, statSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, untilRefused } from './http-client.ts'
import {
  articleFile,
  articleFiles,
  atEachServer,
  eventually,
  type RunningSite,
  revertNewest,
  runningSite,
  serversPerSite,
  siteProcess,
} from './running-site.ts'
import { halves } from './sample-pictures.ts'

const weekMs = 7 * 24 * 60 * 60 * 1000

const files: Record<string, string | Uint8Array> = {
  'media/2026/wave.png': await halves(640, 480).png().toBuffer(),
  'articles/2025/pictured.md': articleFile(
    { id: '9', title: 'Pictured', publishedAt: '2025-01-01' },
    '![A wave](/media/2026/wave.png)',
  ),
  'articles/2026/one.md': articleFile({ id: '1', title: 'One' }, 'First text.'),
  'articles/2026/two.md': articleFile({ id: '2', title: 'Two', category: 'hardware' }),
  'articles/2026/three.md': articleFile({ id: '3', title: 'Three', category: 'plugins' }),
  'news/2026/n.md':
    '---\nid: 5\ntitle: Fresh\nexcerpt: Yes.\npublishedAt: 2026-03-01\n---\n\nText.\n',
  'newsletters/001-i.md':
    '---\nid: 6\ntitle: Issue\nissueNumber: 1\npublishedAt: 2026-04-01\n---\n\nHello.\n',
  'pages/about.md': '---\ntitle: About\n---\n\nUs.\n',
  ...articleFiles(12, 'articles/2025/old', (at) => ({
    id: String(100 + at),
    title: `Old ${at}`,
    publishedAt: '2025-01-01',
  })),
}

const pages =
  '/ /article/one /article/two /article/three /category/all /category/mixing /category/hardware /news /news/5 /newsletters /newsletter/6 /downloads /about /saved'.split(
    ' ',
  )

let site: RunningSite
beforeAll(async () => {
  site = await runningSite({ files })
  // The dates of last changes are known a moment after the start, and pages with them change once
  // more.
  await eventually(async () =>
    (await ask(site.url, '/article/one')).text.includes('article:modified_time'),
  )
})
afterAll(() => site[Symbol.asyncDispose]())

/** Requests every page, so that it is in the cache. */
async function requestPages() {
  for (const path of pages) await ask(site.url, path)
}
const rendered = async (path: string) =>
  (await ask(site.url, path)).headers['server-timing'] !== undefined
const hashOf = async (path: string) =>
  String((await ask(site.url, path)).headers.etag).replace(/-[^-]*"$/, '')

/**
 * Commits and waits until the site shows the commit, including its date on the changed item (as in
 * the API).
 */
async function commitAndWait(message: string, item?: string) {
  const head = await site.repository.commit(message)
  const date = new Date(
    1000 * Number(await site.repository.git('log', '-1', '--format=%ct')),
  ).toISOString()
  await eventually(async () => (await ask(site.url, '/api/health')).text.includes(head))
  if (item)
    await eventually(async () => (await ask(site.url, item)).text.includes(`"updatedAt":"${date}"`))
}

test.each(pages)('%s has a strong ETag and is not sent twice', async (path) => {
  const answer = await ask(site.url, path)
  expect(answer.headers.etag).toMatch(/^"[\w-]+"$/)
  expect(answer.headers['cache-control']).toBe(
    'public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=60, stale-if-error=3600',
  )
  expect(answer.headers.vary).toBe('Accept-Encoding')
  for (const condition of [
    String(answer.headers.etag),
    `W/${answer.headers.etag}`,
    `"other", ${answer.headers.etag}`,
    '*',
  ]) {
    const again = await ask(site.url, path, { headers: { 'If-None-Match': condition } })
    expect([condition, again.status, again.body.length, again.headers.etag]).toEqual([
      condition,
      304,
      0,
      answer.headers.etag,
    ])
    expect(again.headers.vary).toBe('Accept-Encoding')
  }
  expect((await ask(site.url, path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
})

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['identity', undefined],
  ['*;q=0', undefined],
  ['deflate', undefined],
  ['', undefined],
])('Accept-Encoding "%s" is answered with %s and the same HTML', async (accepted, coding) => {
  for (const path of ['/', '/article/one']) {
    const plain = await ask(site.url, path)
    const coded = await ask(site.url, path, { headers: { 'Accept-Encoding': accepted } })
    expect(coded.headers['content-encoding']).toBe(coding)
    expect(Number(coded.headers['content-length'])).toBe(coded.body.length)
    expect(coded.text).toBe(plain.text)
    if (coding) expect(coded.headers.etag).not.toBe(plain.headers.etag)
  }
})

test('addresses that differ in irrelevant parts share one cached page', async () => {
  await requestPages()
  const plain = await ask(site.url, '/article/one')
  for (const query of [
    '?utm_source=a',
    '?utm_source=b&utm_medium=c',
    '?fbclid=x',
    '?',
    '?page=2',
    '?page=99999',
    '?page=1',
    '?%zz',
  ])
    expect([
      query,
      await rendered(`/article/one${query}`),
      (await ask(site.url, `/article/one${query}`)).text === plain.text,
    ]).toEqual([query, false, true])
  expect(await rendered('/category/all?page=1&utm_source=a')).toBe(false)
})

test('made-up queries do not fill memory or disk', async () => {
  const stored = () => readdirSync(`${site.dataDir}/cache/pages`, { recursive: true }).length
  const before = stored()
  for (let at = 0; at < 20; at++)
    await Promise.all(
      [
        `/?q${at}=${at}`,
        `/article/one?page=${at}`,
        `/about?x=${at}`,
        `/nothing-${at}`,
        `/news?page=${at + 2}`,
      ].map((path) => ask(site.url, path)),
    )
  // Everything is written then.
  await site.stop()
  const after = stored()
  await site.restart()
  expect(after - before).toBeLessThan(10)
})

test('an edited body changes only its own page', async () => {
  const before = new Map<string, string>()
  for (const path of pages) before.set(path, await hashOf(path))
  await site.repository.write(
    'content/articles/2026/one.md',
    articleFile({ id: '1', title: 'One' }, 'Second text.'),
  )
  await commitAndWait('Edit a body', '/api/articles/1')
  for (const path of pages.filter((path) => path !== '/article/one'))
    expect([path, await rendered(path), await hashOf(path)]).toEqual([
      path,
      false,
      before.get(path),
    ])
  const own = await ask(site.url, '/article/one')
  expect(own.text).toContain('Second text.')
  expect(await hashOf('/article/one')).not.toBe(before.get('/article/one'))
})

test('a picture of another size changes the pages whose bodies show it, and no others', async () => {
  const sizeOf = async () => {
    const image =
      /<img[^>]*wave\.png[^>]*>/.exec((await ask(site.url, '/article/pictured')).text)?.[0] ?? ''
    return [/ width="(\d+)"/.exec(image)?.[1], / height="(\d+)"/.exec(image)?.[1]]
  }
  expect(await sizeOf()).toEqual(['640', '480'])
  const before = await hashOf('/article/one')
  await site.repository.write(
    'content/media/2026/wave.png',
    await halves(320, 200).png().toBuffer(),
  )
  await commitAndWait('Another picture')
  expect([await rendered('/article/one'), await hashOf('/article/one')]).toEqual([false, before])
  await atEachServer(async () => expect(await sizeOf()).toEqual(['320', '200']))
  expect(await rendered('/article/pictured')).toBe(false)
})

test('an edited title changes the pages that show it', async () => {
  await requestPages()
  await site.repository.write(
    'content/articles/2026/two.md',
    articleFile({ id: '2', title: 'Two, renamed', category: 'hardware' }),
  )
  await commitAndWait('Edit a title', '/api/articles/2')
  // The item's own page is rendered at once, mostly before it is requested.
  for (const path of ['/category/all', '/category/hardware', '/article/two']) {
    if (path !== '/article/two') expect([path, await rendered(path)]).toEqual([path, true])
    expect((await ask(site.url, path)).text).toContain('Two, renamed')
  }
  for (const path of [
    '/category/mixing',
    '/news',
    '/newsletters',
    '/newsletter/6',
    '/about',
    '/saved',
  ])
    expect([path, await rendered(path)]).toEqual([path, false])
})

test('a new category count changes every page with a sidebar, and the others stay', async () => {
  await requestPages()
  await site.repository.write(
    'content/articles/2026/four.md',
    articleFile({ id: '7', title: 'Four', category: 'workflow' }),
  )
  await commitAndWait('Add', '/api/articles/7')
  for (const path of ['/', '/news', '/news/5', '/category/all'])
    expect([path, await rendered(path)]).toEqual([path, true])
  for (const path of ['/about', '/newsletter/6', '/saved'])
    expect([path, await rendered(path)]).toEqual([path, false])
})

test('changed settings change every page', async () => {
  await site.repository.write(
    'content/site.yaml',
    'name: Renamed Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  )
  await commitAndWait('Rename the site')
  for (const path of pages)
    expect([path, (await ask(site.url, path)).text.includes('Renamed Notes')]).toEqual([path, true])
})

test('concurrent requests to a server for a page that is not cached share one render', async () => {
  for (const path of ['/article/old-1', '/article/old-2', '/category/production']) {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        ask(site.url, path, {
          headers: { 'Accept-Encoding': ['br', 'gzip', 'identity'][at % 3] ?? '' },
        }),
      ),
    )
    expect(answers.filter(({ headers }) => headers['server-timing'] !== undefined)).toHaveLength(
      serversPerSite,
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  }
})

test('a relative date changes at its time, and no cached page becomes outdated', async () => {
  const labelOf = async () =>
    />(This week|Last week)</.exec((await ask(site.url, '/category/mastering')).text)?.[1]
  // When the label changes from this week to last week.
  const flip = new Date(Date.now() + 3000)
  const publishedAt = new Date(flip.getTime() - weekMs).toISOString()
  const aging = articleFile({ id: '4', title: 'Aging', category: 'mastering', publishedAt })
  await site.repository.write('content/articles/2026/aging.md', aging)
  await commitAndWait('Add what is a week old soon', '/api/articles/4')
  const label = await labelOf()
  if (Date.now() < flip.getTime()) expect(label).toBe('This week')
  await atEachServer(() => eventually(async () => (await labelOf()) === 'Last week'))
  expect(Date.now()).toBeGreaterThanOrEqual(flip.getTime())
  expect(await rendered('/category/mastering')).toBe(false)
})

test('not-found pages, searches and redirects are never cached', async () => {
  for (const path of ['/nothing', '/article/nothing', '/search?q=one', '/category/sound-design']) {
    await ask(site.url, path)
    const again = await ask(site.url, path)
    // Pages of the cache have a strong tag for each coding.
    expect([path, again.headers.etag]).not.toEqual([
      path,
      expect.stringMatching(/^"[\w-]+-(?:br|gzip|identity)"$/),
    ])
    if (!path.startsWith('/search'))
      expect([path, again.headers['cache-control']]).toEqual([
        path,
        expect.stringMatching(/^private, /),
      ])
  }
  await site.repository.write(
    'content/articles/2026/nothing.md',
    articleFile({ id: '8', title: 'Now there' }),
  )
  await commitAndWait('Add what was missing', '/api/articles/8')
  expect((await ask(site.url, '/article/nothing')).status).toBe(200)
})

test('a page that is compressed better in idle time has the same content', async () => {
  await using process = await siteProcess({ files, ownCache: true })
  await eventually(async () =>
    (await ask(process.url, '/article/one')).text.includes('article:modified_time'),
  )
  const compressed = (more: Record<string, string> = {}) =>
    ask(process.url, '/article/old-5', { headers: { 'Accept-Encoding': 'br', ...more } })
  const first = await compressed()
  let seen = ''
  const better = await eventually(async () => {
    // Idle work runs only without requests: the next one is sent when the cache has changed.
    const stored = storedPages(process)
    if (stored === seen) return null
    seen = stored
    const answer = await compressed()
    return answer.headers.etag !== first.headers.etag && answer
  }, 60_000)
  expect(better.text).toBe(first.text)
  expect((await compressed({ 'If-None-Match': String(first.headers.etag) })).status).toBe(304)
})

/** The names and times of the files of the cache of pages. */
function storedPages({ dataDirs }: RunningSite): string {
  const files = dataDirs.flatMap((dataDir) =>
    readdirSync(`${dataDir}/cache/pages`, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    ),
  )
  return files
    .map(
      ({ parentPath, name }) =>
        `${name} ${statSync(`${parentPath}/${name}`, { throwIfNoEntry: false })?.mtimeMs}`,
    )
    .toSorted()
    .join('\n')
}

test('a picture that changed while the site was off changes its page too', async () => {
  const before = await hashOf('/article/pictured')
  await site.repository.write(
    'content/media/2026/wave.png',
    await halves(200, 100).png().toBuffer(),
  )
  await site.repository.commit('Yet another picture')
  await site.restart()
  await eventually(async () => / width="200"/.test((await ask(site.url, '/article/pictured')).text))
  expect(await hashOf('/article/pictured')).not.toBe(before)
  await revertNewest(site)
})

test('an address without a page has the page of its kind, which follows the content', async () => {
  await using own = await runningSite({ files: { ...files, 'site.yaml': 'name: Early Notes\n' } })
  const of = async (address: string) => {
    const { status, text } = await ask(own.url, address)
    return [status, /<title>([^<]*)/.exec(text)?.[1]]
  }
  const expected = async (name: string) => {
    for (const [addresses, title] of [
      [
        [
          '/none',
          '/none/at/all',
          '/about/more',
          '/article',
          '/admin/none',
          '/%E0%A4',
          '/article/one/more',
        ],
        '404 Page Not Found',
      ],
      [
        ['/article/none', '/article/constructor', '/article/%2e%2e%2fone', '/article/%C3%BC'],
        'Article Not Found',
      ],
      [['/news/7', '/news/one'], 'News Item Not Found'],
      [['/newsletter/7'], 'Newsletter Not Found'],
      [
        [
          '/category/none',
          '/category/all?page=99',
          '/news?page=99',
          '/news?page=x',
          '/author/none',
        ],
        expect.any(String),
      ],
    ] as const)
      for (const address of addresses)
        expect([address, ...(await of(address))]).toEqual([
          address,
          404,
          typeof title === 'string' ? `${title} · ${name}` : expect.stringContaining(name),
        ])
  }
  await expected('Early Notes')
  for (const address of pages) expect([address, (await of(address))[0]]).toEqual([address, 200])
  for (const address of [
    '/category/hardware?page=1',
    '/news?page=1',
    '/search?q=one',
    '/article/one?utm_source=a',
  ])
    expect([address, (await of(address))[0]]).toEqual([address, 200])
  await own.repository.write('content/site.yaml', 'name: Late Notes\n')
  await own.repository.commit('Rename')
  await eventually(async () => (await ask(own.url, '/')).text.includes('Late Notes'))
  await expected('Late Notes')
})

test('a network that asks for addresses without a page again and again is asked to wait; pages are shown to it', async () => {
  await using own = await runningSite({ files, env: { TRUST_PROXY: '1' } })
  const from = (network: string, address: string) =>
    ask(own.url, address, { headers: { 'X-Forwarded-For': network } })
  const answers = await untilRefused((at) => from('203.0.113.9', `/wp-${at}.php`))
  expect(answers.filter(({ status }) => status === 404).length).toBeGreaterThanOrEqual(600)
  expect(answers.find(({ status }) => status === 429)).toMatchObject({
    headers: {
      'retry-after': expect.stringMatching(/^\d+$/),
      'content-type': 'text/html; charset=utf-8',
    },
    text: expect.stringContaining('<h1>Too Many Requests</h1>'),
  })
  for (const address of ['/', '/article/one', '/article/three', '/search?q=one'])
    expect((await from('203.0.113.9', address)).status).toBe(200)
  expect((await from('203.0.113.10', '/wp-1.php')).status).toBe(404)
})
