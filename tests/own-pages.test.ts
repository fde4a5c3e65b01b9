import { afterAll, beforeEach, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { articleFile, eventually, publish } from './running-site.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

const imprint = `---
title: Imprint   # who we are
metaDescription: Who runs the site.
---

Ada, of _Sample Street_ 1.
`

const files = {
  'site.yaml':
    'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\nnavigation:\n  - label: Imprint\n    url: /imprint\n',
  'articles/warp.md': articleFile({ id: '1', title: 'Warp' }, 'See the [imprint](/imprint).'),
  'pages/about.md': '---\ntitle: About\n---\n\nText.\n',
  'pages/imprint.md': imprint,
  'pages/legal/prices.md':
    '---\ntitle: Prices\naliases: [/costs]\n---\n\nNothing costs anything.\n',
  'pages/отпечаток.md': '---\ntitle: Отпечаток\n---\n\nТекст.\n',
  'pages/plan.md': '---\ntitle: Plan\ndraft: true\n---\n\nSecret words.\n',
  'pages/search.md': '---\ntitle: Search\n---\n\nMine.\n',
  'pages/Contact Us.md': '---\ntitle: Contact\n---\n\nMine.\n',
}

const site = await siteWithAdministrator(files)
const ada = await signIn(site)
beforeEach(() => publish(site, files))
afterAll(() => site[Symbol.asyncDispose]())

const get = (path: string) => ask(site.url, path)
const names = async () =>
  (await ada.call<Array<{ name: string }>>('GET', '/api/pages')).body.map(({ name }) => name)
const committed = (path: string) => site.repository.git('show', `HEAD:content/${path}`)

test.each([
  ['/imprint', '<em>Sample Street</em>'],
  ['/legal/prices', 'Nothing costs anything.'],
  [encodeURI('/отпечаток'), 'Текст.'],
])('a file in pages/ is a page at its name: %s', async (path, words) => {
  const { status, text } = await get(path)
  expect(status).toBe(200)
  expect(text).toContain(words)
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1] ?? ''
  expect(new URL(canonical).pathname).toBe(path)
  expect((await get('/sitemap.xml')).text).toContain(`<loc>${canonical}</loc>`)
})

const problems = () =>
  ada.call<Array<{ path: string; message: string }>>('GET', '/api/content/problems')

test('its title and description are those of the file, and menus and texts link to it without a warning', async () => {
  const { text } = await get('/imprint')
  expect(text).toContain('<title>Imprint')
  expect(text).toContain('content="Who runs the site."')
  expect(text).toMatch(/<nav[^>]*>.*href="\/imprint"/s)
  const { body } = await problems()
  expect(body.filter(({ message }) => message.includes('/imprint'))).toEqual([])
})

test('a page is found by the search and offered for links', async () => {
  const found = async () => JSON.parse((await get('/api/search?q=nothing%20costs')).text)
  await eventually(async () => !(await found()).partial)
  expect((await found()).pages).toMatchObject([{ name: 'legal/prices', title: 'Prices' }])
  const { body } = await ada.call<Array<{ url: string }>>('GET', '/api/links?q=Prices')
  expect(body.map(({ url }) => url)).toContain('/legal/prices')
})

test('a draft is nowhere, a name that the site needs keeps its page, and both are named', async () => {
  for (const path of ['/plan', '/Contact%20Us', '/legal', '/legal/prices/more'])
    expect((await get(path)).status).toBe(404)
  expect((await get('/sitemap.xml')).text).not.toMatch(/\/plan<|Contact/)
  expect((await get('/search')).text).not.toContain('Mine.')
  const { body } = await problems()
  expect(body).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        path: 'pages/search.md',
        message: expect.stringContaining("'/search' itself"),
      }),
      expect.objectContaining({
        path: 'pages/Contact Us.md',
        message: expect.stringContaining("'contact-us'"),
      }),
    ]),
  )
})

test('an administrator sees the page of a draft at its address', async () => {
  const { status, text } = await ask(site.url, '/plan', { headers: { Cookie: ada.cookie } })
  expect([status, text]).toEqual([200, expect.stringContaining('Secret words.')])
  expect(text).toContain('href="/admin/site?page=plan"')
})

test('an alias of a page redirects, and an alias that is the address of a page does not', async () => {
  expect(await get('/costs')).toMatchObject({ status: 301, headers: { location: '/legal/prices' } })
  await publish(site, {
    ...files,
    'articles/other.md': articleFile(
      { id: '2', title: 'Other', aliases: '[/legal/prices, /older]' },
      'Text.',
    ),
  })
  expect((await get('/legal/prices')).status).toBe(200)
  expect((await get('/older')).headers.location).toBe('/article/other')
})

test('a page is added, changed, moved and deleted, each in one commit that can be taken back', async () => {
  const made = await ada.call('POST', '/api/pages', {
    name: 'legal/contact',
    title: 'Contact',
    content: 'Write *us*.\n',
  })
  expect(made).toMatchObject({
    status: 201,
    body: { url: '/legal/contact', title: 'Contact', draft: false },
  })
  expect(await committed('pages/legal/contact.md')).toBe(
    '---\ntitle: Contact\n---\n\nWrite *us*.\n',
  )
  expect((await get('/legal/contact')).text).toContain('Write <em>us</em>.')

  await ada.call('PATCH', '/api/pages/imprint', { metaDescription: 'Us.' })
  expect(await committed('pages/imprint.md')).toBe(imprint.replace('Who runs the site.', 'Us.'))

  const moved = await ada.call<{ commit: string }>('PATCH', '/api/pages/imprint', {
    name: 'legal/imprint',
  })
  expect(moved).toMatchObject({ status: 200, body: { url: '/legal/imprint' } })
  expect(await get('/imprint')).toMatchObject({
    status: 301,
    headers: { location: '/legal/imprint' },
  })
  expect(await committed('pages/legal/imprint.md')).toContain('Ada, of _Sample Street_ 1.')
  expect((await ada.call('POST', '/api/undo', { commit: moved.body.commit })).status).toBe(200)
  expect((await get('/imprint')).status).toBe(200)

  const gone = await ada.call<{ commit: string }>('DELETE', '/api/pages/imprint')
  expect(gone.body).toMatchObject({ deleted: true })
  expect((await get('/imprint')).status).toBe(404)
  expect(await names()).not.toContain('imprint')
  await ada.call('POST', '/api/undo', { commit: gone.body.commit })
  expect((await get('/imprint')).status).toBe(200)
})

test('every version of a page is known, also before it was moved, and each can be restored; a deleted one too', async () => {
  const listed = async (name: string) =>
    (
      await ada.call<Array<{ commit: string; origin: string; change: object | null }>>(
        'GET',
        `/api/page-history/${name}`,
      )
    ).body
  const history = async (name: string) => {
    await eventually(async () => (await listed(name)).every(({ change }) => change !== null))
    return listed(name)
  }
  await ada.call('PATCH', '/api/pages/imprint', { content: 'Ben, of _Sample Street_ 1.\n' })
  await ada.call('PATCH', '/api/pages/imprint', { name: 'legal/imprint' })
  const versions = await history('legal/imprint')
  expect(versions.slice(0, 3)).toMatchObject([
    { origin: 'admin', change: { kind: 'edited', fields: [], blocks: [], moved: true } },
    {
      origin: 'admin',
      change: {
        kind: 'edited',
        fields: [],
        blocks: [{ kind: 'paragraph', count: 1 }],
        moved: false,
      },
    },
    { origin: 'git' },
  ])
  const first = `/api/page-versions/${versions[2]?.commit}/legal/imprint`
  const { body } = await ada.call<Record<string, unknown>>('GET', `${first}?against=now`)
  expect(body).toMatchObject({ comparedWith: 'now', item: { title: 'Imprint', draft: false } })
  expect(body.diff).toContain('-Ben, of _Sample Street_ 1.\n+Ada, of _Sample Street_ 1.')

  expect(await ada.call('POST', first)).toMatchObject({
    status: 200,
    body: { commit: expect.any(String) },
  })
  expect((await get('/legal/imprint')).text).toContain('Ada, of <em>Sample Street</em>')
  // The address that it had since still leads to it.
  expect((await get('/imprint')).headers.location).toBe('/legal/imprint')
  expect(await ada.call('POST', first)).toMatchObject({ status: 200, body: { commit: null } })

  await ada.call('DELETE', '/api/pages/legal/imprint')
  const [deletion] = await history('legal/imprint')
  expect(deletion).toMatchObject({ origin: 'admin', change: { kind: 'deleted' } })
  await ada.call('POST', `/api/page-versions/${deletion?.commit}/legal/imprint`)
  expect((await get('/legal/imprint')).text).toContain('Ada, of <em>Sample Street</em>')
  expect((await history('legal/imprint'))[0]).toMatchObject({ origin: 'restore' })

  for (const path of ['page-history/nothing', `page-versions/${versions[0]?.commit}/about`])
    expect((await ada.call('GET', `/api/${path}`)).status).toBe(404)
  await ada.call('DELETE', '/api/pages/legal/imprint')
})

test('a draft becomes a page, and a page a draft', async () => {
  await ada.call('PATCH', '/api/pages/plan', { draft: false })
  expect(await committed('pages/plan.md')).toBe('---\ntitle: Plan\n---\n\nSecret words.\n')
  expect((await get('/plan')).status).toBe(200)
  await ada.call('PATCH', '/api/pages/plan', { draft: true })
  expect((await get('/plan')).status).toBe(404)
})

test.each([
  ['POST', '/api/pages', { name: 'imprint', title: 'Mine' }, 'There is a page at /imprint already'],
  [
    'POST',
    '/api/pages',
    { name: 'admin/users', title: 'Mine' },
    "The site needs the address '/admin' itself",
  ],
  ['POST', '/api/pages', { name: '../site', title: 'Mine' }, 'has lowercase letters'],
  ['POST', '/api/pages', { name: 'a/b/c/d/e/f/g', title: 'Mine' }, 'at most 5 folders'],
  ['PATCH', '/api/pages/imprint', { name: 'plan' }, 'There is a page at /plan already'],
  ['PATCH', '/api/pages/about', { name: 'us' }, 'is fixed'],
  ['DELETE', '/api/pages/about', undefined, 'Every site has this page'],
])('%s %s with %j is refused with a reason', async (method, path, body, reason) => {
  const before = await site.repository.git('rev-parse', 'HEAD')
  const { status, body: answer } = await ada.call(method, path, body)
  expect([status, JSON.stringify(answer)]).toEqual([422, expect.stringContaining(reason)])
  expect(await site.repository.git('rev-parse', 'HEAD')).toBe(before)
})

test('a file whose name is decomposed is the page of the same letters', async () => {
  const name = 'café'.normalize('NFD')
  await publish(site, {
    ...files,
    [`pages/${'отчёт'.normalize('NFD')}.md`]: '---\ntitle: T\n---\n\nBefore.\n',
  })
  expect(name).not.toBe('café')
  const path = `/api/pages/${encodeURIComponent('отчёт'.normalize('NFC'))}`
  expect((await ada.call('PATCH', path, { content: 'After.\n' })).status).toBe(200)
  expect((await get(encodeURI('/отчёт'.normalize('NFC')))).text).toContain('After.')
})
