import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askJson, ask as askSite } from './http-client.ts'
import { nextVersion } from './next-version.ts'
import { ask, type TestPostgres, testPostgres } from './postgres.ts'
import { printingLoads } from './printed-loads.ts'
import { articleFile, runningSite, siteEnvironment, siteOfOneProcess, startSite } from './running-site.ts'
import { type Administrator, admin, inviteAdministrator, signIn } from './signed-in-site.ts'
import { temporaryFolder } from './temp-repository.ts'

const root = path.dirname(import.meta.dirname)
const files = { 'articles/one.md': articleFile({ id: '1', title: 'One' }, 'First.') }
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await testPostgres()
})
afterAll(() => postgres[Symbol.asyncDispose]())

/** A script of `scripts`, without npm. */
async function run(script: string, env: Record<string, string>, args: Array<string>, input = '') {
  const file = path.join(root, 'scripts', script)
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], { cwd: root, env: siteEnvironment(env) })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code: code as number, output }
}

const subscribe = (url: string, email: string) =>
  askSite(url, '/api/subscribe', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, source: 'footer' }),
  })

const passkey = {
  ...{ id: 'a-passkey', userId: 2, publicKey: 'a-key', counter: 3, transports: ['internal', 'hybrid'], name: 'Laptop' },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null },
}
const challenge = { hash: 'a-hash', expiresAt: '2099-01-01T00:00:00.000Z' }

/** Shares a draft, and invites somebody with an authenticator app and a link for a new password. */
async function protectedPerson(ada: Administrator) {
  const draft = await ada.call<{ id: number }>('POST', '/api/articles', {
    ...{ title: 'Shared', excerpt: 'E', content: 'Early words.', category: 'mixing', publishedAt: null },
  })
  const link = await ada.call<{ url: string }>('POST', '/api/draft-links', { type: 'articles', id: draft.body.id })
  const bob = { Cookie: await inviteAdministrator(ada, 'bob') }
  const password = admin.ADMIN_PASSWORD
  const { body } = await ada.call<{ setup: string; secret: string }>(
    ...(['POST', '/api/auth/totp', { currentPassword: password }, bob] as const),
  )
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate()
  const { setup } = body
  expect((await ada.call('POST', '/api/auth/totp/confirm', { setup, code }, bob)).status).toBe(200)
  const reset = await ada.call<{ url: string }>('POST', '/api/users/2/reset')
  return {
    /** The draft is shared, the code is asked for, and the link for a new password works at another address. */
    async expectSame(there: Administrator, url: string): Promise<void> {
      expect((await askSite(url, new URL(link.body.url).pathname)).text).toContain('Early words.')
      const { pathname, search } = new URL(reset.body.url)
      expect((await askSite(url, pathname + search)).text).toContain('Choose a new password.')
      const login = await there.call('POST', '/api/auth/login', { username: 'bob', password }, { Cookie: '' })
      expect(login.body).toMatchObject({ kind: 'code' })
    },
  }
}

test('a site moves from files to a database and back by a backup, with all people, sessions and links', {
  tags: ['thorough'],
}, async () => {
  await using elsewhere = await temporaryFolder()
  await using site = await siteOfOneProcess({ files, env: admin })
  const at = (name: string) => path.join(elsewhere.path, name)
  const repository = { CONTENT_DIR: site.repository.path('content') }
  const ada = await signIn(site)
  for (const name of ['a', 'b', 'c']) expect((await subscribe(site.url, `${name}@example.org`)).status).toBe(200)
  const before = (
    await ada.call<Array<{ id: number; email: string; unsubscribeUrl: string }>>('GET', '/api/subscribers')
  ).body
  await ada.call('DELETE', `/api/subscribers/${before.find(({ email }) => email === 'b@example.org')?.id}`)
  const bob = await protectedPerson(ada)
  const created = await ada.call<{ id: number }>('POST', '/api/articles', {
    ...{ title: 'Two', excerpt: 'E', content: 'C', category: 'sound-design' },
  })
  await site.stop()
  const accounts = path.join(site.dataDir, 'accounts.json')
  const stored = JSON.parse(await readFile(accounts, 'utf8'))
  await writeFile(accounts, JSON.stringify({ ...stored, passkeys: [passkey], spentChallenges: [challenge] }))
  expect(await run('backup.ts', { ...repository, DATA_DIR: site.dataDir }, [at('files.backup')])).toMatchObject({
    code: 0,
  })

  // Into a database, with another DATA_DIR, because the files must not exist.
  const DATABASE_URL = await postgres.newDatabase()
  const withDatabase = { ...repository, DATA_DIR: at('data'), DATABASE_URL }
  const forgotten = await run('backup.ts', { ...withDatabase, DATA_DIR: site.dataDir }, [
    '--restore',
    at('files.backup'),
  ])
  expect(forgotten).toMatchObject({ code: 1, output: expect.stringContaining('DATA_DIR') })
  expect(await run('backup.ts', withDatabase, ['--restore', at('files.backup')])).toMatchObject({
    ...{ code: 0, output: expect.stringContaining('data in the database of DATABASE_URL') },
  })
  expect(readdirSync(at('data'))).toEqual([])
  expect(await run('backup.ts', withDatabase, ['--restore', at('files.backup')])).toMatchObject({
    ...{ code: 1, output: 'The database of DATABASE_URL already contains data; restore into an empty one.\n' },
  })
  const moved = await startSite({ ...admin, ...withDatabase }, site.repository.root)
  try {
    // The secrets and sessions are the same, so the earlier cookie is valid.
    const same = { ...site, url: moved.url }
    const there = await signIn(same)
    await bob.expectSame(there, moved.url)
    // A number that no column can hold is nobody's id.
    expect((await there.call('DELETE', '/api/users/99999999999999999999999')).status).toBe(404)
    const people = (await there.call<typeof before>('GET', '/api/subscribers')).body
    expect(people.map(({ email, id }) => [email, id])).toEqual(
      before.filter(({ email }) => email !== 'b@example.org').map(({ email, id }) => [email, id]),
    )
    const tokens = (list: typeof before) => list.map(({ unsubscribeUrl }) => new URL(unsubscribeUrl).search)
    expect(tokens(before)).toEqual(expect.arrayContaining(tokens(people)))
    expect((await there.call('POST', '/api/subscribers', { email: 'b@example.org' })).status).toBe(409)
    expect((await subscribe(moved.url, 'd@example.org')).status).toBe(200)
    const next = await there.call<{ id: number }>('POST', '/api/articles', {
      ...{ title: 'Three', excerpt: 'E', content: 'C', category: 'sound-design' },
    })
    expect(next.body.id).toBe(created.body.id + 1)
    // The site runs.
    expect(await run('backup.ts', withDatabase, [at('database.backup')])).toMatchObject({ code: 0 })
  } finally {
    await moved.stop()
  }

  const back = { ...repository, DATA_DIR: at('back') }
  expect(await run('backup.ts', back, ['--restore', at('database.backup')])).toMatchObject({ code: 0 })
  const again = await startSite({ ...admin, ...back }, site.repository.root)
  try {
    const there = await signIn({ ...site, url: again.url })
    await bob.expectSame(there, again.url)
    const people = (await there.call<typeof before>('GET', '/api/subscribers')).body
    expect(people.map(({ email }) => email).sort()).toEqual(['a@example.org', 'c@example.org', 'd@example.org'])
    expect((await there.call('POST', '/api/subscribers', { email: 'b@example.org' })).status).toBe(409)
  } finally {
    await again.stop()
  }

  // The format is the same for both: after a restore into another database and a backup of that, the data is equal.
  const other = { ...repository, DATA_DIR: at('other'), DATABASE_URL: await postgres.newDatabase() }
  expect(await run('backup.ts', other, ['--restore', at('database.backup')])).toMatchObject({ code: 0 })
  expect(await run('backup.ts', other, [at('other.backup')])).toMatchObject({ code: 0 })
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
    return ['accounts', 'subscribers', 'ids'].map((name) => execFileSync('cat', [at(`data/${name}.json`)]).toString())
  }
  expect(dataOf('other.backup')).toEqual(dataOf('database.backup'))
  expect(JSON.parse(dataOf('other.backup')[0] ?? '')).toMatchObject({
    ...{ passkeys: [passkey], spentChallenges: [challenge], draftLinks: [{ type: 'articles' }] },
    ...{ totps: [{ userId: 2 }], resets: [{ userId: 2 }] },
  })
  await rm(at('data'), { recursive: true })
})

test('while the database is down or frozen visitors can read, all others soon get an error, and the site recovers', async () => {
  if (!postgres.isOwn) return expect(process.env.TEST_DATABASE_URL).toBeDefined()
  await using site = await runningSite({ files, env: { ...admin, DATABASE_URL: await postgres.newDatabase() } })
  const ada = await signIn(site)
  expect((await subscribe(site.url, 'a@example.org')).status).toBe(200)
  const message = 'The database of the site can’t be reached just now; please try again in a minute.'

  async function expectOutage(): Promise<void> {
    for (const address of ['/', '/article/one', '/api/articles', '/api/search?q=one', '/api/health'])
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
  const back = () => expect.poll(async () => (await ada.call('GET', '/api/subscribers')).status).toBe(200)

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

test('an unusable database stops the start with one sentence', { tags: ['thorough'] }, async () => {
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
  const cases: Array<[string, RegExp]> = [
    ['mysql://db.example.org/site', /^DATABASE_URL must be an address such as postgres:/],
    ['postgres://user:geheim@db.example.org', /^DATABASE_URL must be an address such as postgres:/],
    [
      wrong((address) => (address.pathname = '/nowhere')),
      /^DATABASE_URL names a database that the server does not have\.$/,
    ],
    [
      wrong((address) => (address.port = '9')),
      /^DATABASE_URL leads to no database server that answers: ECONNREFUSED\.$/,
    ],
    [wrong((address) => (address.username = 'nobody')), /^DATABASE_URL names a user or a password/],
    [newer, /^DATABASE_URL leads to a database of a newer version of this program/],
    [usedUrl, /^The database of DATABASE_URL is in use by another running server\. Stop that one first\.$/],
  ]
  for (const [DATABASE_URL, says] of cases) {
    const env = { CONTENT_DIR: site.repository.path('content'), DATA_DIR: data.path, DATABASE_URL }
    const entry = path.join(root, 'dist', 'server', 'index.js')
    const child = spawn(process.execPath, [entry], { cwd: data.path, env: siteEnvironment(env) })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    const [code] = await once(child, 'close')
    expect(output.trim()).toMatch(says)
    expect([code, output.trim().split('\n').length, output.includes('geheim')]).toEqual([1, 1, false])
  }
  // A newer version that says so leaves its tables usable for this one.
  await ask(newer, "update schema_steps set oldest_build = '0001-people-mails-keys-counts.sql'")
  const env = { CONTENT_DIR: site.repository.path('content'), DATA_DIR: data.path, DATABASE_URL: newer }
  const beside = await startSite(env, site.repository.root)
  expect(await run('create-user.ts', env, ['ada'], 'correct horse battery\n')).toMatchObject({
    output: 'ada was made.\n',
  })
  expect((await askSite(beside.url, '/api/auth/status')).status).toBe(200)
  await beside.stop()
})

test('the files of another build are served too, while two versions serve one site', {
  tags: ['thorough'],
}, async () => {
  await using next = await nextVersion({})
  const env = { DATABASE_URL: await postgres.newDatabase() }
  await using site = await runningSite({ files, env })
  const ready = () =>
    expect
      .poll(() =>
        askSite(site.url, '/api/ready').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
  const namesOf = async () => {
    const { text } = await askSite(site.url, '/admin/login')
    return [...new Set(text.match(/\/assets\/[\w./-]+\.(?:js|css)/g) ?? [])]
  }
  const filesAt = async (names: ReadonlyArray<string>) => {
    const headers = { 'Accept-Encoding': 'br' }
    const answers = await Promise.all(names.map((name) => askSite(site.url, name, { headers })))
    return answers.map((answer) => [
      ...[answer.status, answer.headers['content-type']?.split(';')[0], answer.headers['cache-control']],
      createHash('sha1').update(answer.text).digest('hex'),
    ])
  }
  await ready()
  const names = await namesOf()
  expect(names.length).toBeGreaterThan(2)
  const before = await filesAt(names)
  await site.restart({}, 'SIGTERM', next.entry)
  await ready()
  const later = await namesOf()
  expect(later.filter((name) => names.includes(name))).toEqual([])
  expect(await filesAt(names)).toEqual(before)
  const after = await filesAt(later)
  await site.restart()
  await ready()
  expect(await filesAt(later)).toEqual(after)
  const unknown = [
    '/assets/chunks/chunk-AAAAAAAA.js',
    '/assets/x.js',
    '/assets/../assets/chunk-AAAAAAAA.js',
    '/theme-AAAAAAAA.js',
  ]
  for (const name of unknown) expect([name, (await askSite(site.url, name)).status]).toEqual([name, 404])
})

test('only a site with a database loads the database client', { tags: ['thorough'] }, async () => {
  await using folder = await temporaryFolder()
  const NODE_OPTIONS = await printingLoads(folder.path)
  await using site = await siteOfOneProcess({ files, env: { ...admin, NODE_OPTIONS } })
  const packages = /node_modules\/(pg|pg-pool|pg-protocol)\//
  const ada = await signIn(site)
  expect((await ada.call('GET', '/api/subscribers')).status).toBe(200)
  expect(site.output()).toContain('dist/server/parts/')
  expect(site.output()).not.toMatch(packages)
  const through = /parts\/(cold-clone|create-through)-/
  expect(
    readdirSync(path.join(root, 'dist', 'server', 'parts')).filter((name) => through.test(`parts/${name}`)),
  ).toHaveLength(2)
  expect((await ada.call('PATCH', '/api/articles/1', { title: 'Saved here' })).status).toBe(200)
  expect(site.output()).not.toMatch(through)
  await site.restart({ DATABASE_URL: await postgres.newDatabase(), DATA_DIR: path.join(folder.path, 'data') })
  expect(site.output()).toMatch(packages)
})
