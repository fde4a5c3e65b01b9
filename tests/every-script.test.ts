import { afterAll, expect, test } from 'vitest'
import { ask, askJson } from './http-client.ts'
import { articleFile, runningSite } from './running-site.ts'
import { admin, signIn } from './signed-in-site.ts'

const encode = encodeURIComponent
const siteUrl = 'https://notes.example'

const site = await runningSite({
  files: {
    'articles/й.md': articleFile({ id: '40', title: 'Named by its file' }),
    'articles/written.md': articleFile({
      id: '41',
      title: 'Named by its writer',
      slug: 'и\u0306од',
    }),
    'articles/wordless.md': articleFile({ id: '42', title: 'Old', slug: 'article-43' }),
    'articles/ж.md': articleFile({ id: '43', title: 'Claimed' }),
    'authors/Мария.md': '---\nname: Мария\n---\n\nText.\n',
  },
  env: { ...admin, SITE_URL: siteUrl },
})
const ada = await signIn(site)
afterAll(() => site[Symbol.asyncDispose]())

interface Saved {
  id: number
  slug: string
  url: string
}

async function create(title: string, fields: Record<string, unknown> = {}): Promise<Saved> {
  const body = { title, excerpt: 'Words.', content: 'Text.', category: 'mixing', ...fields }
  const reply = await ada.call<Saved>('POST', '/api/articles', body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body
}

const located = async (path: string) => {
  const { status, headers } = await ask(site.url, path)
  return [status, headers.location]
}

test('an article with a Cyrillic title has its words in the address, everywhere, and moves like any other', async () => {
  const made = await create('Питч-шифтинг в Ableton', { author: 'Мария', tags: ['Звук'] })
  expect(made.slug).toBe('питч-шифтинг-в-ableton')
  const address = `/article/${encode(made.slug)}`
  expect(made.url).toBe(address)
  const linking = await create('Links', {
    contentFormat: 'markdown',
    content: `[Plain](/article/${made.slug}#part), [encoded](${address}), [small](${address.toLowerCase()}).`,
  })
  const pageOf = async (path: string) => (await ask(site.url, path)).text
  const page = await pageOf(address)
  expect(page).toContain('<h1')
  expect(page).toContain(`<link rel="canonical" href="${siteUrl}${address}"`)
  expect(page).toContain(`${siteUrl}/share${address}.png`)
  expect(page).toContain(`"${siteUrl}${address}"`)
  expect(page).toContain(`href="/author/${encode('мария')}"`)
  for (const path of [
    '/',
    '/category/mixing',
    '/rss.xml',
    '/atom.xml',
    '/sitemap.xml',
    `/author/${encode('мария')}`,
  ])
    expect(await pageOf(path), path).toContain(address)
  expect(await pageOf(`/search?q=${encode('Питч')}`)).toContain(`href="${address}"`)
  expect(await askJson(site.url, `/api/articles/slug/${encode(made.slug)}`)).toMatchObject({
    id: made.id,
  })
  expect((await ask(site.url, `/share${address}.png`)).status).toBe(200)
  const again = await ask(site.url, address)
  expect(again.headers['server-timing'], 'the second answer comes from the cache').toBeUndefined()

  const checked = await ada.call<Array<{ problem: string | null }>>('POST', '/api/links/check', {
    urls: [`/article/${made.slug}`, address, `/author/${encode('мария')}`, '/author/мария'],
  })
  expect(checked.body.map(({ problem }) => problem)).toEqual([null, null, null, null])
  const links = await ada.call<Array<{ id: number }>>('GET', `/api/articles/${made.id}/links`)
  expect(links.body.map(({ id }) => id)).toEqual([linking.id])

  const moved = await ada.call<Saved>('POST', `/api/articles/${made.id}/move`, {
    slug: '音高-シフト',
    rewriteLinks: true,
  })
  const now = `/article/${encode('音高-シフト')}`
  expect(moved.body.url).toBe(now)
  expect(await located(`${address}?a=1`)).toEqual([301, `${now}?a=1`])
  const { markdown } = (await ada.call<{ markdown: string }>('GET', `/api/articles/${linking.id}`))
    .body
  expect(markdown.trim()).toBe(
    `[Plain](/article/音高-シフト#part), [encoded](${now}), [small](${now}).`,
  )
  expect((await ask(site.url, now)).status).toBe(200)

  const back = await ada.call<Saved>('POST', `/api/articles/${made.id}/move`, { slug: made.slug })
  expect(back.body.url).toBe(address)
  expect([await located(now), await located(address)]).toEqual([
    [301, address],
    [200, undefined],
  ])
})

test('an address is answered in every encoding that clients send, by a redirect to the one that pages have', async () => {
  const address = `/article/${encode('йод')}`
  expect((await ask(site.url, address)).status).toBe(200)
  for (const sent of [`/article/${encode('и\u0306од')}`, address.toLowerCase(), `${address}/`])
    expect(await located(sent), sent).toEqual([301, address])
  expect((await ask(site.url, '/article/%D0')).status).toBe(404)
})

test('a title of another script that is taken gets a number, and the longest has a file', async () => {
  const title = 'ก็'.repeat(150)
  const [one, two] = [await create(title), await create(title)]
  expect(two.slug).toBe(`${one.slug.slice(0, two.slug.length - 2)}-2`)
  for (const { url } of [one, two]) expect((await ask(site.url, url)).status).toBe(200)
})

test('a file without an address of words is led to by its old one, unless another article has that', async () => {
  expect(await located('/article/article-40')).toEqual([301, `/article/${encode('й')}`])
  expect(await located('/article/article-43')).toEqual([200, undefined])
})
