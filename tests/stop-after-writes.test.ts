import { afterAll, expect, test } from 'vitest'
import { ask, askJson, post } from './http-client.ts'
import { multipart } from './multipart.ts'
import { articleFile, runningSite } from './running-site.ts'
import { halves } from './sample-pictures.ts'
import { admin, inviteAdministrator, signIn } from './signed-in-site.ts'
import { storedCounts } from './stored-data.ts'

const site = await runningSite({
  files: {
    'articles/a.md': articleFile({ id: '1', title: 'A' }),
    'downloads/pack.md': '---\nid: 1\ntitle: Pack\n---\n',
    'downloads/pack.zip': 'PK',
  },
  env: { ...admin, SITE_URL: 'https://notes.example.org' },
})
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)

interface Person {
  id: number
  email: string
  status: string
  unsubscribeUrl: string
}
const people = async () => (await ada.call<Array<Person>>('GET', '/api/subscribers')).body
const person = async (name: string) =>
  (await people()).find(({ email }) => email === `${name}@example.org`)
const ok = async (method: string, url: string, body?: unknown, headers = {}) => {
  const answer = await ada.call(method, url, body, headers)
  if (answer.status > 299) throw new Error(`${method} ${url} answered ${answer.status}`)
  return answer.body
}
const subscribe = (name: string) =>
  ok('POST', '/api/subscribe', { email: `${name}@example.org`, source: 'x' }, { Cookie: '' })
const users = async () =>
  (await ada.call<Array<{ id: number; username: string }>>('GET', '/api/users')).body
const isSignedIn = async (cookie: string) =>
  (await ada.call('GET', '/api/auth/status', undefined, { Cookie: cookie })).body.isLoggedIn

/** Each makes an acknowledged change, and returns a check that it is still there. */
const writes: ReadonlyArray<readonly [name: string, write: () => Promise<() => Promise<unknown>>]> =
  [
    [
      'a subscription',
      async () => {
        await subscribe('one')
        return () => person('one')
      },
    ],
    [
      'a departure by the link of a mail',
      async () => {
        const { pathname, search } = new URL((await person('one'))?.unsubscribeUrl ?? '')
        if ((await ask(site.url, pathname + search, { method: 'POST' })).status !== 200)
          throw new Error('not left')
        return async () => (await person('one'))?.status === 'unsubscribed'
      },
    ],
    [
      'an import',
      async () => {
        await ok('POST', '/api/subscribers/import', 'email\ntwo@example.org\n', {
          'Content-Type': 'text/csv',
        })
        return () => person('two')
      },
    ],
    [
      'an erasure',
      async () => {
        await ok('DELETE', `/api/subscribers/${(await person('two'))?.id}`)
        return async () => (await person('two')) === undefined
      },
    ],
    [
      'a profile',
      async () => {
        await ok('PATCH', '/api/auth/profile', { name: 'Ada L.', email: '' })
        return async () =>
          JSON.stringify((await ok('GET', '/api/auth/status')).user).includes('Ada L.')
      },
    ],
    [
      'an invitation',
      async () => {
        const { code } = await ok('POST', '/api/auth/invitations')
        return async () => (await ask(site.url, `/auth?code=${code}`)).text.includes('Create')
      },
    ],
    [
      'a registration',
      async () => {
        const cookie = await inviteAdministrator(ada, 'bob')
        return () => isSignedIn(cookie)
      },
    ],
    [
      'a sign-out',
      async () => {
        const other = await signIn(site)
        await other.call('POST', '/api/auth/logout')
        return async () => !(await isSignedIn(other.cookie))
      },
    ],
    [
      'a deleted user',
      async () => {
        const bob = (await users()).find(({ username }) => username === 'bob')
        await ok('DELETE', `/api/users/${bob?.id}`)
        return async () => (await users()).length === 1
      },
    ],
    [
      'a new article',
      async () => {
        const { id } = await ok('POST', '/api/articles', {
          title: 'B',
          excerpt: 'E',
          category: 'mixing',
          content: 'Text.',
        })
        return async () => (await ada.call('GET', `/api/articles/${id}`)).status === 200
      },
    ],
    [
      'an upload',
      async () => {
        const { body, headers } = multipart([
          { filename: 'a.png', bytes: await halves(40, 20).png().toBuffer() },
        ])
        const sent = { method: 'POST', headers: { ...headers, Cookie: ada.cookie }, body }
        const { url } = await askJson<{ url: string }>(site.url, '/api/media', sent)
        return async () => (await ask(site.url, url)).status === 200
      },
    ],
  ]

test('each acknowledged write is there when the server is ended right after its answer', async () => {
  for (const [name, write] of writes) {
    const isThere = await write()
    await site.restart()
    expect([name, Boolean(await isThere())]).toEqual([name, true])
  }
})

test('a download counts when the server is ended right after its last byte', async () => {
  for (let count = 1; count <= 3; count++) {
    const custom_fields = { download_id: 1 }
    const answer = await post(site.url, '/api/subscribe', {
      email: 'reader@example.org',
      source: 'x',
      custom_fields,
    })
    const { download } = JSON.parse(answer.text) as { download: { url: string } }
    const taken = await ask(site.url, download.url.replace('https://notes.example.org', ''))
    expect(taken.text).toBe('PK')
    await site.restart()
    expect(await storedCounts(site)).toEqual({ 1: count })
  }
})

test('a new password is there when the server is ended right after its answer', async () => {
  const newPassword = 'four loud faders'
  await ok('POST', '/api/auth/password', { currentPassword: admin.ADMIN_PASSWORD, newPassword })
  await site.restart()
  const login = (password: string) =>
    post(site.url, '/api/auth/login', { username: 'ada', password })
  expect([(await login(admin.ADMIN_PASSWORD)).status, (await login(newPassword)).status]).toEqual([
    401, 200,
  ])
  await ok('POST', '/api/auth/password', {
    currentPassword: newPassword,
    newPassword: admin.ADMIN_PASSWORD,
  })
})
