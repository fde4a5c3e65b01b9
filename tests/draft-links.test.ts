import { afterAll, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { articleFile } from './running-site.ts'
import { inviteAdministrator, signIn, siteWithAdministrator } from './signed-in-site.ts'
import { storedTexts } from './stored-data.ts'

interface Link {
  id: string
  url: string
  title: string
  status: string
  createdBy: string
}

const fields = { title: 'Secret plans', excerpt: 'E', category: 'mixing', publishedAt: null }
const visitor = { Cookie: '' }

const site = await siteWithAdministrator({ 'articles/2026/one.md': articleFile() })
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)

test.each(['articles', 'news', 'newsletters'])(
  'a link shows the draft as it is now, until it ends: %s',
  async (type) => {
    const made = await ada.call<{ id: number; revision: string }>('POST', `/api/${type}`, {
      ...fields,
      content: 'The first words.\n',
      draft: true,
      ...(type === 'newsletters' && { category: undefined }),
    })
    expect(made.status).toBe(201)
    const { id } = made.body
    const link = await ada.call<Link>('POST', '/api/draft-links', { type, id })
    expect([link.status, link.body]).toMatchObject([
      201,
      { title: 'Secret plans', status: 'draft', createdBy: 'ada' },
    ])
    const open = (address = new URL(link.body.url).pathname) => ask(site.url, address)

    const page = await open()
    expect(page.status).toBe(200)
    expect(page.text).toContain('The first words.')
    expect(page.text).toContain('It was shared with you until')
    expect(page.text).toMatch(/<meta name="robots" content="noindex/)
    expect(page.text).not.toContain('rel="canonical"')
    expect(page.text).not.toContain('/admin/draft-editor')
    expect(page.headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.headers['set-cookie']).toBe(undefined)

    const { revision } = made.body
    await ada.call('PATCH', `/api/${type}/${id}`, { content: 'The second words.\n', revision })
    expect((await open()).text).toContain('The second words.')
    // It opens this page only.
    const address =
      { articles: '/article/secret-plans', news: `/news/${id}` }[type] ?? `/newsletter/${id}`
    expect((await open(address)).status).toBe(404)
    expect((await ask(site.url, `/api/${type}/${id}`)).status).toBe(404)

    const token = link.body.url.split('/').at(-1) ?? ''
    for (const forged of [
      `${token.slice(0, -1)}x`,
      `${'A'.repeat(16)}.${token.split('.')[1]}`,
      'x',
      '..',
      '%E0%A4%A',
    ])
      expect([forged, (await open(`/draft/${forged}`)).status]).toEqual([forged, 404])
    expect(
      (await ada.call('DELETE', `/api/draft-links/${link.body.id}`, undefined, visitor)).status,
    ).toBe(401)
    expect((await ada.call('DELETE', `/api/draft-links/${link.body.id}`)).status).toBe(200)
    const ended = await open()
    expect([ended.status, ended.headers['cache-control']]).toEqual([404, 'private, no-store'])
    expect(ended.text).toContain('This Link Has Ended')
    expect(ended.text).not.toContain('Secret plans')
    expect((await ada.call('DELETE', `/api/draft-links/${link.body.id}`)).status).toBe(404)
  },
)

test('a link leads to the page once it is published, shows nothing of a deleted item, and ends with its maker', async () => {
  const bob = { Cookie: await inviteAdministrator(ada, 'bob') }
  const make = async (title: string) => {
    const item = await ada.call<{ id: number; revision: string }>('POST', '/api/articles', {
      ...fields,
      title,
      content: 'Text.\n',
    })
    return item.body
  }
  const [first, second] = [await make('First'), await make('Second')]
  const share = async (id: number, headers = {}, more = {}) =>
    (await ada.call<Link>('POST', '/api/draft-links', { type: 'articles', id, ...more }, headers))
      .body
  const links = [await share(first.id), await share(second.id), await share(second.id, bob)]
  const open = (link?: Link) => ask(site.url, new URL(link?.url ?? '').pathname)
  expect((await ada.call('POST', '/api/draft-links', { type: 'articles', id: 999 })).status).toBe(
    404,
  )
  expect(
    (await ada.call('POST', '/api/draft-links', { type: 'articles', id: 1, days: 91 })).status,
  ).toBe(422)
  expect((await ada.call('GET', '/api/draft-links', undefined, visitor)).status).toBe(401)
  // The file of the accounts alone makes no link.
  const stored = (await storedTexts(site, 'accounts')).join('\n')
  expect(stored).not.toContain(links[0]?.url.split('.').at(-1) ?? '')

  await ada.call('PATCH', `/api/articles/${first.id}`, {
    publishedAt: '2026-01-01T00:00:00Z',
    revision: first.revision,
  })
  const moved = await open(links[0])
  expect([moved.status, moved.headers.location, moved.headers['cache-control']]).toEqual([
    302,
    '/article/first',
    'private, no-store',
  ])
  expect(
    (await ada.call('POST', '/api/draft-links', { type: 'articles', id: first.id })).status,
  ).toBe(409)

  const { body: users } = await ada.call<Array<{ id: number; username: string }>>(
    'GET',
    '/api/users',
  )
  expect((await open(links[2])).status).toBe(200)
  await ada.call('DELETE', `/api/users/${users.find(({ username }) => username === 'bob')?.id}`)
  expect([(await open(links[2])).status, (await open(links[1])).status]).toEqual([404, 200])

  await ada.call('DELETE', `/api/articles/${second.id}`)
  expect((await open(links[1])).status).toBe(404)
  expect((await ada.call<Array<Link>>('GET', '/api/draft-links')).body).toMatchObject([
    { title: `articles ${second.id}`, status: 'deleted' },
    { title: 'First', status: 'published' },
  ])
})
