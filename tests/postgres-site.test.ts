import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp } from '../scripts/backup/create-backup.ts'
import { restore } from '../scripts/backup/restore-backup.ts'
import { changeDatabase } from '../scripts/change-accounts.ts'
import { readEnv } from '../server/env.ts'
import { newUser } from '../server/people/accounts/account-store.ts'
import { askJson, ask as askSite, post } from './http-client.ts'
import { ask, type TestPostgres, testPostgres } from './postgres.ts'
import { printingLoads } from './printed-loads.ts'
import {
  articleFile,
  isCluster,
  runningSite,
  siteEnvironment,
  siteOfOneProcess,
} from './running-site.ts'
import { type Administrator, admin, inviteAdministrator, signIn } from './signed-in-site.ts'
import { startHere } from './site-here.ts'
import { metricsUrls } from './site-telemetry.ts'
import { temporaryFolder } from './temp-repository.ts'

const root = path.dirname(import.meta.dirname)
const files = { 'articles/one.md': articleFile({ id: '1', title: 'One' }, 'First.') }
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await testPostgres()
})
afterAll(() => postgres[Symbol.asyncDispose]())

/**
 * Makes a backup of a site, or restores it, as the command does; `backup.test.ts` runs the command.
 */
const backUpOf = (env: Record<string, string>, file: string) =>
  backUp(file, readEnv(siteEnvironment(env), root))
const restoreInto = (env: Record<string, string>, file: string) =>
  restore(file, readEnv(siteEnvironment(env), root))

const subscribe = (url: string, email: string) =>
  post(url, '/api/subscribe', { email, source: 'footer' })

const passkey = {
  id: 'a-passkey',
  userId: 1,
  publicKey: 'a-key',
  counter: 3,
  transports: ['internal', 'hybrid'],
  name: 'Laptop',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
}
const challenge = { hash: 'a-hash', expiresAt: '2099-01-01T00:00:00.000Z' }

/** Shares a draft, and invites somebody with an authenticator app and a link for a new password. */
async function protectedPerson(ada: Administrator) {
  const draft = await ada.call<{ id: number }>('POST', '/api/articles', {
    title: 'Shared',
    excerpt: 'E',
    content: 'Early words.',
    category: 'mixing',
    publishedAt: null,
  })
  const link = await ada.call<{ url: string }>('POST', '/api/draft-links', {
    type: 'articles',
    id: draft.body.id,
  })
  const bob = { Cookie: await inviteAdministrator(ada, 'bob') }
  const password = admin.ADMIN_PASSWORD
  const { body } = await ada.call<{ setup: string; secret: string }>(
    ...(['POST', '/api/auth/totp', undefined, bob] as const),
  )
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate()
  const { setup } = body
  expect((await ada.call('POST', '/api/auth/totp/confirm', { setup, code }, bob)).status).toBe(200)
  const reset = await ada.call<{ url: string }>('POST', '/api/users/2/reset')
  return {
    /**
     * The draft is shared, the code is asked for, and the link for a new password works at another
     * address.
     */
    async expectSame(there: Administrator, url: string): Promise<void> {
      expect((await askSite(url, new URL(link.body.url).pathname)).text).toContain('Early words.')
      const { pathname, search } = new URL(reset.body.url)
      expect((await askSite(url, pathname + search)).text).toContain('Choose a new password.')
      const login = await there.call(
        'POST',
        '/api/auth/login',
        { username: 'bob', password },
        { Cookie: '' },
      )
      expect(login.body).toMatchObject({ kind: 'code' })
    },
  }
}

test('a site moves from files to a database and back by a backup, with all people, sessions and links', async () => {
  await using elsewhere = await temporaryFolder()
  await using site = await (isCluster ? siteOfOneProcess : runningSite)({ files, env: admin })
  const at = (name: string) => path.join(elsewhere.path, name)
  const repository = { CONTENT_DIR: site.repository.path('content') }
  const ada = await signIn(site)
  for (const name of ['a', 'b', 'c'])
    expect((await subscribe(site.url, `${name}@example.org`)).status).toBe(200)
  const before = (
    await ada.call<Array<{ id: number; email: string; unsubscribeUrl: string }>>(
      'GET',
      '/api/subscribers',
    )
  ).body
  await ada.call(
    'DELETE',
    `/api/subscribers/${before.find(({ email }) => email === 'b@example.org')?.id}`,
  )
  const bob = await protectedPerson(ada)
  const created = await ada.call<{ id: number }>('POST', '/api/articles', {
    title: 'Two',
    excerpt: 'E',
    content: 'C',
    category: 'sound-design',
  })
  await site.stop()
  const accounts = path.join(site.dataDir, 'accounts.json')
  const stored = JSON.parse(await readFile(accounts, 'utf8'))
  const added = { passkeys: [passkey], spentChallenges: [challenge], demandsSecondFactor: true }
  await writeFile(accounts, JSON.stringify({ ...stored, ...added }))
  await backUpOf({ ...repository, DATA_DIR: site.dataDir }, at('files.backup'))

  // Into a database, with another DATA_DIR, because the files must not exist.
  const DATABASE_URL = await postgres.newDatabase()
  const withDatabase = { ...repository, DATA_DIR: at('data'), DATABASE_URL }
  const forgotten = { ...withDatabase, DATA_DIR: site.dataDir }
  await expect(restoreInto(forgotten, at('files.backup'))).rejects.toThrow('DATA_DIR')
  expect(await restoreInto(withDatabase, at('files.backup'))).toContain(
    'data in the database of DATABASE_URL',
  )
  // Only the note that the host of the database has been reached.
  expect(readdirSync(at('data'), { recursive: true })).toEqual([
    'cache',
    expect.stringMatching(/^cache./),
  ])
  await expect(restoreInto(withDatabase, at('files.backup'))).rejects.toThrow(
    'The database of DATABASE_URL already contains data; restore into an empty one.',
  )
  const moved = await startHere({ ...admin, ...withDatabase })
  try {
    // The secrets and sessions are the same, so the earlier cookie is valid.
    const there = await signIn({ url: moved.url, session: ada.cookie })
    await bob.expectSame(there, moved.url)
    // A number that no column can hold is nobody's id.
    expect((await there.call('DELETE', '/api/users/99999999999999999999999')).status).toBe(404)
    const people = (await there.call<typeof before>('GET', '/api/subscribers')).body
    expect(people.map(({ email, id }) => [email, id])).toEqual(
      before.filter(({ email }) => email !== 'b@example.org').map(({ email, id }) => [email, id]),
    )
    const tokens = (list: typeof before) =>
      list.map(({ unsubscribeUrl }) => new URL(unsubscribeUrl).search)
    expect(tokens(before)).toEqual(expect.arrayContaining(tokens(people)))
    expect((await there.call('POST', '/api/subscribers', { email: 'b@example.org' })).status).toBe(
      409,
    )
    expect((await subscribe(moved.url, 'd@example.org')).status).toBe(200)
    const next = await there.call<{ id: number }>('POST', '/api/articles', {
      title: 'Three',
      excerpt: 'E',
      content: 'C',
      category: 'sound-design',
    })
    expect(next.body.id).toBe(created.body.id + 1)
    // The site runs.
    await backUpOf(withDatabase, at('database.backup'))
  } finally {
    await moved.stop()
  }

  const back = { ...repository, DATA_DIR: at('back') }
  await restoreInto(back, at('database.backup'))
  const again = await startHere({ ...admin, ...back })
  try {
    const there = await signIn({ url: again.url, session: ada.cookie })
    await bob.expectSame(there, again.url)
    const people = (await there.call<typeof before>('GET', '/api/subscribers')).body
    expect(people.map(({ email }) => email).sort()).toEqual([
      'a@example.org',
      'c@example.org',
      'd@example.org',
    ])
    expect((await there.call('POST', '/api/subscribers', { email: 'b@example.org' })).status).toBe(
      409,
    )
  } finally {
    await again.stop()
  }

  // The format is the same for both: after a restore into another database and a backup of that,
  // the data is equal.
  const other = { ...repository, DATA_DIR: at('other'), DATABASE_URL: await postgres.newDatabase() }
  await restoreInto(other, at('database.backup'))
  await backUpOf(other, at('other.backup'))
  const dataOf = (file: string) => {
    execFileSync('tar', [
      'xzf',
      at(file),
      '-C',
      elsewhere.path,
      'data/accounts.json',
      'data/subscribers.json',
      'data/ids.json',
    ])
    return ['accounts', 'subscribers', 'ids'].map((name) =>
      execFileSync('cat', [at(`data/${name}.json`)]).toString(),
    )
  }
  expect(dataOf('other.backup')).toEqual(dataOf('database.backup'))
  expect(JSON.parse(dataOf('other.backup')[0] ?? '')).toMatchObject({
    ...added,
    draftLinks: [{ type: 'articles' }],
    totps: [{ userId: 2 }],
    resets: [{ userId: 2 }],
  })
  await rm(at('data'), { recursive: true })
})

test('while the database is down or frozen visitors can read, all others soon get an error, and the site recovers', async () => {
  if (!postgres.isStarted) return expect(process.env.TEST_DATABASE_URL).toBeDefined()
  await using site = await runningSite({
    files,
    env: { ...admin, DATABASE_URL: await postgres.newDatabase() },
  })
  const ada = await signIn(site)
  expect((await subscribe(site.url, 'a@example.org')).status).toBe(200)
  const message =
    'The database of the site can’t be reached just now; please try again in a minute.'

  async function expectOutage(): Promise<void> {
    for (const address of [
      '/',
      '/article/one',
      '/api/articles',
      '/api/search?q=one',
      '/api/health',
    ])
      expect([address, (await askSite(site.url, address)).status]).toEqual([address, 200])
    const start = performance.now()
    const [saved, subscribed, people] = await Promise.all([
      ada.call('PATCH', '/api/articles/1', { title: 'Never' }),
      subscribe(site.url, 'b@example.org'),
      ada.call('GET', '/api/subscribers'),
    ])
    // A quiet machine takes less than three seconds; no request waits for the database to return.
    expect(performance.now() - start).toBeLessThan(20_000)
    expect([saved.status, saved.body]).toEqual([503, { message }])
    expect([people.status, people.body]).toEqual([503, { message }])
    expect(subscribed.status).toBe(503)
    expect(await askJson(site.url, '/api/articles/1')).toMatchObject({ title: 'One' })
  }
  const back = () =>
    expect.poll(async () => (await ada.call('GET', '/api/subscribers')).status).toBe(200)

  postgres.freeze(true)
  try {
    await expectOutage()
  } finally {
    postgres.freeze(false)
  }
  await back()
  await postgres.kill()
  await expectOutage()
  await postgres.start()
  await back()
  expect((await ada.call<Array<unknown>>('GET', '/api/subscribers')).body).toHaveLength(1)
  expect((await subscribe(site.url, 'c@example.org')).status).toBe(200)
})

test('an unusable database stops the start with one sentence', async () => {
  await using data = await temporaryFolder()
  const usedUrl = await postgres.newDatabase()
  await using site = await runningSite({ files, env: { DATABASE_URL: usedUrl } })
  const url = await postgres.newDatabase()
  const newer = await postgres.newDatabase()
  const withStep = (oldest: string) =>
    `create table schema_steps (name text primary key, oldest_build text not null, at timestamptz not null default now());
     insert into schema_steps values ('9999-later.sql', '${oldest}')`
  await ask(newer, withStep(''))
  const wrong = (change: (address: URL) => void) => {
    const address = new URL(url)
    change(address)
    return address.href
  }
  const unusable = wrong((address) => (address.pathname = '/nowhere'))
  const cases: Array<[string, RegExp]> = [
    ['mysql://db.example.org/site', /^DATABASE_URL must be an address such as postgres:/],
    ['postgres://user:geheim@db.example.org', /^DATABASE_URL must be an address such as postgres:/],
    [unusable, /^DATABASE_URL names a database that the server does not have\.$/],
    [
      wrong((address) => (address.port = '9')),
      /^DATABASE_URL leads to no database server that answers: ECONNREFUSED\.$/,
    ],
    [wrong((address) => (address.username = 'nobody')), /^DATABASE_URL names a user or a password/],
    [newer, /^DATABASE_URL leads to a database of a newer version of this program/],
    [
      usedUrl,
      /^The database of DATABASE_URL is in use by another running server\. Stop that one first\.$/,
    ],
  ]
  const settings = (DATABASE_URL: string, name: string) => ({
    CONTENT_DIR: site.repository.path('content'),
    DATA_DIR: path.join(data.path, name),
    DATABASE_URL,
  })
  for (const [at, [DATABASE_URL, says]] of cases.entries()) {
    const { message } = await startHere(settings(DATABASE_URL, String(at))).then(
      () => new Error('it has started'),
      (error: Error) => error,
    )
    expect(message).toMatch(says)
    expect([message.split('\n').length, message.includes('geheim')]).toEqual([1, false])
  }
  // A newer version that says so leaves its tables usable for this one.
  await ask(newer, "update schema_steps set oldest_build = '0001-people-mails-keys-counts.sql'")
  const env = settings(newer, 'beside')
  const beside = await startHere(env)
  const made = await changeDatabase(newer, {
    request: { username: 'ada', passwordHash: 'hash' },
    done: '',
    make: async (store) => `${await store.putUser(newUser('ada', 'hash', new Date()))}`,
  })
  expect(made).toBe('made')
  expect((await askSite(beside.url, '/api/auth/status')).status).toBe(200)
  await beside.stop()
})

test('only a site with a database loads the database client, and only one with METRICS_PORT the library of metrics', async () => {
  await using folder = await temporaryFolder()
  const NODE_OPTIONS = await printingLoads(folder.path)
  await using site = await siteOfOneProcess({ files, env: { ...admin, NODE_OPTIONS } })
  const packages = /node_modules\/(pg|pg-pool|pg-protocol)\//
  const ada = await signIn(site)
  expect((await ada.call('GET', '/api/subscribers')).status).toBe(200)
  expect(site.output()).toContain('dist/server/parts/')
  expect(site.output()).not.toMatch(packages)
  const parts = path.join(root, 'dist', 'server', 'parts')
  const texts = await Promise.all(
    readdirSync(parts).map(
      async (name) => [name, await readFile(path.join(parts, name), 'utf8')] as const,
    ),
  )
  const metrics = texts
    .filter(([, text]) => text.includes('nodejs_eventloop_lag_seconds'))
    .map(([name]) => name)
  expect(metrics).toHaveLength(1)
  expect(site.output()).not.toContain(metrics[0])
  expect(site.output()).not.toContain('metrics at')
  const through = /parts\/(cold-clone|create-through)-/
  expect(texts.filter(([name]) => through.test(`parts/${name}`))).toHaveLength(2)
  expect((await ada.call('PATCH', '/api/articles/1', { title: 'Saved here' })).status).toBe(200)
  expect(site.output()).not.toMatch(through)
  await site.restart({
    DATABASE_URL: await postgres.newDatabase(),
    DATA_DIR: path.join(folder.path, 'data'),
    METRICS_PORT: '0',
  })
  expect(site.output()).toMatch(packages)
  expect(site.output()).toContain(metrics[0])
  for (const url of metricsUrls(site)) expect((await askSite(url, '/metrics')).status).toBe(200)
})
