import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentTypes } from '#domain/content.ts'
import type { AddressedCall } from '../src/contract/call.ts'
import { callList } from '../src/contract/calls.ts'
import { type Answer, ask, askJson, sendBytes } from './http-client.ts'
import { eventually, type RunningSite, runningSite } from './running-site.ts'
import { sampleSite } from './sample-site.ts'
import { type Administrator, admin, signIn } from './signed-in-site.ts'

const root = path.dirname(import.meta.dirname)

let site: RunningSite
let ada: Administrator
/** The first item of each list. */
const first: Record<string, { id: number; slug: string; category: string; imageUrl: string }> = {}
beforeAll(async () => {
  site = await runningSite({ files: await sampleSite(), env: admin })
  await site.repository.write('content/authors/wren.md', '---\nname: Wren Writer\n---\n')
  await site.repository.commit('Add an author')
  await eventually(async () => (await ask(site.url, '/author/wren')).status === 200)
  ada = await signIn(site)
  for (const list of [...contentTypes, 'downloads']) {
    const items = await askJson<Array<(typeof first)[string]>>(site.url, `/api/${list}`)
    if (items[0]) first[list] = items[0]
  }
})
afterAll(() => site[Symbol.asyncDispose]())

/** The class of an answer, by its headers alone; a sentence when they fit none. */
function classOf({ headers }: Pick<Answer, 'headers'>): string {
  const caching = String(headers['cache-control'])
  const cdn = headers['cdn-cache-control']
  const keys = [headers['surrogate-key'], headers['cache-tag']].join()
  const seconds = (name: string) =>
    Number(new RegExp(`(?:^|, )${name}=(\\d+)`).exec(caching)?.[1] ?? Number.NaN)
  const isKeyed = keys === 'site-content,site-content'
  const mustAsk = seconds('max-age') === 0 && caching.includes('must-revalidate')
  if (
    /^private\b/.test(caching) &&
    !/public|s-maxage/.test(caching) &&
    cdn === undefined &&
    keys === ','
  )
    return 'private'
  const isForCdns =
    seconds('s-maxage') > 0 && seconds('s-maxage') <= 60 && seconds('stale-while-revalidate') > 0
  if (
    isForCdns &&
    mustAsk &&
    isKeyed &&
    /^public, max-age=60, stale-while-revalidate=/.test(String(cdn))
  )
    return 'shared'
  if (caching === 'public, max-age=0, must-revalidate' && isKeyed && !cdn) return 'revalidated'
  if (caching === 'public, max-age=31536000, immutable' && keys === ',' && !cdn) return 'immutable'
  if (/^public, max-age=(?:3600|86400)\b/.test(caching) && !cdn) return isKeyed ? 'file' : 'build'
  return `no class: ${JSON.stringify({ caching, cdn, keys })}`
}

const itemAddress = (pattern: string, list: string) =>
  pattern.replace(/\{(\w+)\}/g, (_, name: 'id' | 'slug' | 'category') =>
    String(first[list]?.[name] ?? '1'),
  )

/**
 * Addresses of every page of the site, by its folder in `src/pages`, with the classes of their
 * answers.
 */
const pages: Record<string, Array<[address: string, status: number, kind: string]>> = {
  _error: [['/nothing', 404, 'private']],
  'article/@slug': [
    ['/article/{slug}', 200, 'shared'],
    ['/article/nothing', 404, 'private'],
    ['/article/{slug}/', 301, 'private'],
  ],
  auth: [['/auth', 200, 'private']],
  'author/@key': [
    ['/author/wren', 200, 'shared'],
    ['/author/nobody', 404, 'private'],
  ],
  'auth/reset': [['/auth/reset?code=x', 200, 'private']],
  'category/@category': [
    ['/category/{category}', 200, 'shared'],
    ['/category/sound-design', 301, 'private'],
  ],
  confirm: [['/confirm?token=x', 400, 'private']],
  draft: [['/draft/1.x', 404, 'private']],
  comparisons: [['/comparisons', 200, 'shared']],
  'downloads/index': [['/downloads', 200, 'shared']],
  'downloads/@slug': [
    ['/downloads/dub-chord-midi-pack', 403, 'private'],
    ['/downloads/dub-chord-midi-pack?token=x', 403, 'private'],
  ],
  index: [
    ['/', 200, 'shared'],
    ['/?utm_source=x', 200, 'shared'],
  ],
  'news/@id': [['/news/{id}', 200, 'shared']],
  'news/index': [
    ['/news', 200, 'shared'],
    ['/news?page=999', 404, 'private'],
  ],
  'newsletter/@id': [['/newsletter/{id}', 200, 'shared']],
  newsletters: [['/newsletters', 200, 'shared']],
  offline: [['/offline', 200, 'shared']],
  preferences: [['/preferences?token=x', 400, 'private']],
  saved: [['/saved', 200, 'shared']],
  search: [['/search?q=live', 200, 'shared']],
  subscribed: [['/subscribed?confirm=mail', 200, 'private']],
  text: [
    ['/about', 200, 'shared'],
    ['/cookie-policy', 200, 'shared'],
    ['/about/more', 404, 'private'],
  ],
  unsubscribe: [['/unsubscribe?token=x', 400, 'private']],
}
const listOf: Record<string, string> = {
  'news/@id': 'news',
  'newsletter/@id': 'newsletters',
}

const folders = readdirSync(path.join(root, 'src/pages'), {
  recursive: true,
  encoding: 'utf8',
}).flatMap((file) =>
  path.basename(file) === '+Page.tsx' ? path.dirname(file).replace('(site)/', '') : [],
)

test.each(folders.sort())(
  'the page in src/pages/%s may be stored only by the caches that it is meant for',
  async (folder) => {
    const name = folder.replace(/^admin\/(index$)?/, '')
    const rows: (typeof pages)[string] = folder.startsWith('admin/')
      ? [
          [
            `/admin/${name}`.replace(/\/$/, ''),
            ['login', 'shell'].includes(name) ? 200 : 302,
            'private',
          ],
        ]
      : (pages[folder] ?? [])
    expect(rows.length).toBeGreaterThan(0)
    for (const [pattern, status, kind] of rows) {
      const address = itemAddress(pattern, listOf[folder] ?? 'articles')
      // From the renderer, then from the cache.
      for (let round = 0; round < 2; round += 1) {
        const answer = await ask(site.url, address)
        expect([address, answer.status, classOf(answer)]).toEqual([address, status, kind])
        if (kind === 'shared')
          expect([address, answer.headers.etag]).toEqual([address, expect.any(String)])
      }
      const known = await ask(site.url, address, { headers: { Cookie: ada.cookie } })
      expect([address, 'with a session', classOf(known)]).toEqual([
        address,
        'with a session',
        'private',
      ])
      const { etag } = (await ask(site.url, address)).headers
      if (kind !== 'shared') continue
      const again = await ask(site.url, address, { headers: { 'If-None-Match': String(etag) } })
      expect([address, again.status, classOf(again)]).toEqual([address, 304, kind])
    }
  },
)

test('files, feeds and documents for machines may be stored only by the caches that they are meant for', async () => {
  const built = (folder: string) => {
    const names = readdirSync(path.join(root, 'dist/client', folder), {
      recursive: true,
      encoding: 'utf8',
    })
    return `/${folder}/${names.find((name) => /\.\w+$/.test(name))}`
  }
  const slug = first.articles?.slug
  const rows: Array<[address: string, kind: string]> = [
    ...[
      '/rss.xml',
      '/atom.xml',
      '/feed.json',
      '/news/rss.xml',
      '/newsletters/rss.xml',
      '/category/all/rss.xml',
    ].map((feed): [string, string] => [feed, 'shared']),
    ['/sitemap.xml', 'shared'],
    ['/feed', 'private'],
    ['/category/nothing/rss.xml', 'private'],
    ['/robots.txt', 'build'],
    ['/speculation-rules.json', 'build'],
    ['/theme.js', 'build'],
    ['/site.webmanifest', 'build'],
    ['/favicon.ico', 'build'],
    ['/saved-worker.js', 'private'],
    ['/admin-worker.js', 'private'],
    [built('assets'), 'immutable'],
    [built('fonts'), 'immutable'],
    [built('admin-threads'), 'immutable'],
    ['/assets/of-another-build.js', 'private'],
    [`${first.articles?.imageUrl}`, 'file'],
    [`${first.articles?.imageUrl}?w=320`, 'file'],
    [`${first.articles?.imageUrl}?w=x`, 'private'],
    ['/media/nothing.png', 'private'],
    ['/share/site.png', 'file'],
    [`/share/article/${slug}.png`, 'file'],
    ['/share/article/nothing.png', 'private'],
    [`/${'a'.repeat(3000)}`, 'private'],
    ['/%', 'private'],
  ]
  for (const [address, kind] of rows)
    expect([address.slice(0, 50), classOf(await ask(site.url, address))]).toEqual([
      address.slice(0, 50),
      kind,
    ])
  for (const address of rows
    .filter(([, kind]) => kind === 'shared' || kind === 'file')
    .map(([one]) => one)) {
    const known = await ask(site.url, address, { headers: { Cookie: `theme=dark; ${ada.cookie}` } })
    expect([address, classOf(known)]).toEqual([address, 'private'])
    const other = await ask(site.url, address, {
      headers: { Cookie: 'theme=dark; not-session-notes=1' },
    })
    expect([address, classOf(other)]).not.toEqual([address, 'private'])
  }
})

/** An address of a call that exists for calls that are open to everybody. */
function addressOf({ path: pattern, type }: AddressedCall): string {
  if (pattern === '/api/search') return '/api/search?q=live'
  return itemAddress(pattern, type ?? 'articles').replace('{path}', 'a.png')
}
const reads = callList.filter(({ method }) => method === 'GET')

test('every public read call has a caching class, and no other call has one', () => {
  const named = callList.filter(({ caching }) => caching !== undefined)
  const open = reads.filter(({ who }) => who === 'everybody')
  expect(named.map(({ method, path }) => `${method} ${path}`)).toEqual(
    open.map(({ path }) => `GET ${path}`),
  )
})

test.each(reads.map((call) => [call.path, call] as const))(
  'GET %s may be stored only by the caches that it is meant for',
  async (_, call) => {
    const address = addressOf(call)
    const answer = await ask(site.url, address)
    const kind = call.who === 'everybody' ? call.caching : 'private'
    expect([answer.status, classOf(answer)]).toEqual([call.who === 'everybody' ? 200 : 401, kind])
    // An open stream never ends by itself.
    const stopping = new AbortController()
    const known = await fetch(site.url + address, {
      headers: { Cookie: ada.cookie },
      signal: stopping.signal,
    })
    stopping.abort()
    expect([known.status < 500, classOf({ headers: Object.fromEntries(known.headers) })]).toEqual([
      true,
      'private',
    ])
    const refused = await ask(site.url, address.replace(/\?.*$/, ''), {
      headers: { 'X-Session': 'required' },
    })
    expect([refused.status, classOf(refused)]).toEqual([401, 'private'])
    if (call.query) {
      const wrong = await ask(site.url, `${address.replace(/\?.*$/, '')}?limit=nothing`)
      if (wrong.status >= 400) expect(classOf(wrong)).toBe('private')
    }
  },
)

test('no cache stores the answer to a write, for visitors and with a session', async () => {
  for (const call of callList.filter(({ method }) => method !== 'GET')) {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '2' }
    for (const cookie of ['', ada.cookie]) {
      // One would end the session, the other remove what the other tests read.
      if (/^\/api\/(?:auth\/logout|samples\/remove)$/.test(call.path) && cookie) continue
      const answer = await ask(site.url, call.path.replace(/\{\w+\}/g, '999999'), {
        method: call.method,
        headers: { ...headers, ...(cookie && { Cookie: cookie }) },
        body: '{}',
      })
      expect([call.path, answer.status, classOf(answer)]).toEqual([
        call.path,
        answer.status,
        'private',
      ])
    }
  }
  const body = 'email=form@example.org'
  const form = await ask(site.url, '/api/subscribe', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(body.length),
    },
    body,
  })
  expect([form.status, classOf(form)]).toEqual([303, 'private'])
})

test('no cache stores an error, whatever the method', async () => {
  for (const [method, address] of [
    ['POST', '/about'],
    ['PUT', '/rss.xml'],
    ['DELETE', '/media/a.png'],
    ['GET', '/api/nothing'],
    ['GET', '/api/articles/nothing'],
    ['GET', '/api/articles/999999'],
    ['GET', '/api/articles/slug/nothing'],
    ['GET', '/api/articles/category/nothing'],
  ] as const) {
    const answer = await ask(site.url, address, { method })
    expect([address, answer.status >= 400, classOf(answer)]).toEqual([address, true, 'private'])
  }
  // Bytes that are not HTTP, which never reach a router: caches store no 400 without a lifetime.
  expect(await sendBytes(site.url, 'nonsense\r\n\r\n')).not.toMatch(/max-age|surrogate-key/i)
})
