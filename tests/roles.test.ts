import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReviewView } from '#domain/review.ts'
import { hasRole, type Role, roles } from '#domain/roles.ts'
import { callList } from '../src/contract/calls.ts'
import { ask } from './http-client.ts'
import { articleFile, type RunningSite, runningSite } from './running-site.ts'
import {
  type Administrator,
  admin,
  administrator,
  inviteAdministrator,
  signIn,
} from './signed-in-site.ts'

const text = { title: 'A text', excerpt: 'E', category: 'mixing', content: 'Words.' }
let site: RunningSite
let people: Record<Role, Administrator>
const invited = async (name: string, role: Role) =>
  administrator(site, await inviteAdministrator(people.owner, name, role))

beforeAll(async () => {
  site = await runningSite({
    files: {
      'articles/2026/public.md': articleFile({ id: '7', title: 'Public' }),
      'articles/2026/later.md': articleFile({ id: '8', publishedAt: '2999-01-01' }),
      'articles/2026/draft.md': articleFile({ id: '9', draft: 'true' }),
    },
    env: admin,
  })
  const owner = await signIn(site)
  people = { owner, editor: owner, writer: owner }
  people.editor = await invited('cleo', 'editor')
  people.writer = await invited('ben', 'writer')
})
afterAll(() => site[Symbol.asyncDispose]())

const head = () => site.repository.git('rev-parse', 'HEAD')

test('every call is closed to roles below its own, and open for reading to its own', async () => {
  for (const { method, path: named, who } of callList) {
    if (who === 'everybody') continue
    const path = named
      .replace('{path}', 'pages/none')
      .replace('{kind}', 'articles')
      .replace(/\{\w+\}/g, '1')
    for (const role of roles) {
      const isAllowed = hasRole(role, who)
      if (isAllowed && (method !== 'GET' || path === '/api/events')) continue
      const headers = { Cookie: people[role].cookie }
      const { status } = await ask(site.url, path, { method, headers })
      expect([method, path, role, status === 401 || status === 403]).toEqual([
        method,
        path,
        role,
        !isAllowed,
      ])
    }
  }
})

test('a writer writes drafts, and stores and inserts snippets', async () => {
  const { call } = people.writer
  const made = await call('POST', '/api/articles', { ...text, draft: true })
  expect(made.status).toBe(201)
  const address = `/api/articles/${made.body.id}`
  expect((await call('PATCH', address, { title: 'Better' })).status).toBe(200)
  expect((await call('PATCH', '/api/articles/9', { content: 'Other words.' })).status).toBe(200)
  expect((await call('DELETE', address)).status).toBe(200)
  const snippet = { title: 'Greeting', content: 'Hello.' }
  expect((await call('POST', '/api/snippets', snippet)).status).toBe(200)
  expect((await call('GET', '/api/snippets')).body).toMatchObject([snippet])
})

test('a writer changes nothing that is public or scheduled, on no way, and publishes nothing', async () => {
  const { owner, writer } = people
  await owner.call('PATCH', '/api/articles/7', { title: 'Public, second' })
  const publicChange = (await head()).trim()
  const { body } = await owner.call('POST', '/api/articles', { ...text, title: 'Short-lived' })
  await owner.call('DELETE', `/api/articles/${body.id}`)
  const deletion = (await head()).trim()
  const { body: own } = await writer.call('POST', '/api/articles', { ...text, draft: true })
  const before = (await head()).trim()
  const attempts: Array<[string, string, object?]> = [
    ['POST', '/api/articles', text],
    ['POST', '/api/articles', { ...text, publishedAt: '2999-01-01' }],
    ['PATCH', '/api/articles/7', { title: 'Mine' }],
    ['PATCH', '/api/articles/7', { draft: true }],
    ['PATCH', '/api/articles/8', { title: 'Mine' }],
    ['PATCH', `/api/articles/${own.id}`, { draft: false }],
    ['PATCH', `/api/articles/${own.id}`, { draft: false, publishedAt: '2999-01-01' }],
    ['DELETE', '/api/articles/7'],
    ['DELETE', '/api/articles/8'],
    ['POST', '/api/articles/7/move', { slug: 'mine', rewriteLinks: false }],
    ['POST', '/api/articles/bulk', { ids: [own.id], change: { action: 'publish' } }],
    ['POST', '/api/articles/bulk', { ids: [7, own.id], change: { action: 'delete' } }],
    ['POST', `/api/articles/${body.id}/restore`, { commit: deletion }],
    ['POST', '/api/undo', { commit: publicChange }],
  ]
  for (const [method, path, sent] of attempts) {
    const { status, body } = await writer.call(method, path, sent)
    expect([method, path, sent, status, body.message]).toEqual([
      method,
      path,
      sent,
      403,
      expect.stringContaining('editor'),
    ])
  }
  expect((await head()).trim()).toBe(before)
  const published = await people.editor.call('PATCH', `/api/articles/${own.id}`, { draft: false })
  expect(published.status).toBe(200)
})

test('a review is asked for with what was typed and not saved, returned with a note, and ended', async () => {
  const { owner, editor, writer } = people
  const made = await writer.call<{ id: number }>('POST', '/api/articles', { ...text, draft: true })
  const item = { type: 'articles', id: made.body.id }
  const address = `/api/reviews/articles/${item.id}`
  const listed = async ({ call }: Administrator) =>
    (await call<Array<ReviewView>>('GET', '/api/reviews')).body
  expect((await editor.call('DELETE', address)).status).toBe(404)
  expect(
    (await writer.call('POST', '/api/reviews', { ...item, note: 'Ready?' })).body,
  ).toMatchObject({
    title: 'A text',
    status: 'draft',
    state: 'asked',
    askedBy: 'ben',
    isMine: true,
  })
  expect(await listed(editor)).toMatchObject([{ ...item, note: 'Ready?', isMine: false }])
  expect((await editor.call('GET', `${address}/text`)).body).toEqual({ text: null })
  const values = { title: 'A better text' }
  const typed = { kind: 'articles', item: String(item.id), revision: 'r', title: '' }
  const draft = { ...typed, base: { title: 'A text' }, values, at: 1 }
  const device = { device: 'a'.repeat(32), name: 'Chrome', contains: {} }
  expect((await writer.call('POST', '/api/drafts', { ...device, draft })).status).toBe(200)
  expect((await editor.call('GET', `${address}/text`)).body).toMatchObject({ text: { values } })
  const note = { ...item, note: 'The end is missing.' }
  expect((await editor.call('POST', '/api/reviews/return', note)).status).toBe(200)
  expect(await listed(writer)).toMatchObject([
    { state: 'returned', note: 'The end is missing.', returnedBy: 'cleo', isMine: true },
  ])
  expect((await writer.call('POST', '/api/reviews', { ...item })).status).toBe(200)
  expect(await listed(owner)).toMatchObject([{ state: 'asked', returnedBy: null }])
  expect((await editor.call('PATCH', `/api/articles/${item.id}`, { draft: false })).status).toBe(
    200,
  )
  expect(await listed(writer)).toEqual([])
  const file = await site.repository.git('show', '--format=', '-p', 'HEAD~2..HEAD')
  expect(file).not.toMatch(/missing|Ready/)
})

test('a review of a published item waits until it is ended, by its writer or an editor', async () => {
  const { owner, editor, writer } = people
  const item = { type: 'articles', id: 7 }
  expect((await editor.call('POST', '/api/reviews', item)).status).toBe(200)
  expect((await writer.call('DELETE', '/api/reviews/articles/7')).status).toBe(403)
  expect((await owner.call('DELETE', '/api/reviews/articles/7')).status).toBe(200)
  expect((await writer.call('POST', '/api/reviews', item)).body).toMatchObject({
    status: 'published',
  })
  expect((await writer.call('DELETE', '/api/reviews/articles/7')).status).toBe(200)
  expect((await writer.call('POST', '/api/reviews', { ...item, id: 4711 })).status).toBe(404)
})

test('another role counts at once, ends invitations of an owner, and the last owner stays one', async () => {
  const { owner } = people
  const eve = await invited('eve', 'writer')
  const { body: users } = await owner.call<Array<{ id: number; username: string; role: Role }>>(
    'GET',
    '/api/users',
  )
  const idOf = (name: string) => users.find(({ username }) => username === name)?.id
  const setRole = (name: string, role: Role) =>
    owner.call('PATCH', `/api/users/${idOf(name)}`, { role })
  expect(users.map(({ username, role }) => `${username} ${role}`)).toContain('eve writer')
  expect((await setRole(admin.ADMIN_USERNAME, 'editor')).status).toBe(409)
  expect((await owner.call('DELETE', `/api/users/${idOf(admin.ADMIN_USERNAME)}`)).status).toBe(409)
  expect((await setRole('eve', 'owner')).status).toBe(200)
  const invitation = await eve.call<{ code: string }>('POST', '/api/auth/invitations')
  expect(invitation.status).toBe(201)
  expect((await setRole('eve', 'writer')).status).toBe(200)
  expect((await eve.call('GET', '/api/subscribers')).status).toBe(403)
  const late = { username: 'dora', password: admin.ADMIN_PASSWORD, code: invitation.body.code }
  expect((await owner.call('POST', '/api/auth/register', late)).status).toBe(403)
  const { body } = await eve.call('GET', '/api/auth/status')
  expect(body).toMatchObject({ user: { username: 'eve', role: 'writer' } })
})
