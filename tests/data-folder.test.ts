import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ask, askJson, post } from './http-client.ts'
import { importCalls } from './import-calls.ts'
import { folderOnOtherDisk, hasOtherDisk } from './other-disk.ts'
import {
  articleFile,
  eventually,
  type RunningSite,
  runningSite,
  siteProcess,
} from './running-site.ts'
import { wxr, wxrItem } from './sample-exports.ts'
import { admin, logIn, signIn } from './signed-in-site.ts'
import { storedCounts } from './stored-data.ts'

const files = {
  'articles/a.md': articleFile({ id: '1', title: 'A' }),
  'downloads/pack.md': '---\nid: 1\ntitle: Pack\n---\n',
  'downloads/pack.zip': 'PK',
}
const subscribe = async (site: RunningSite, name: string) =>
  (await post(site.url, '/api/subscribe', { email: `${name}@example.org`, source: 'x' })).status
const status = async (site: RunningSite) =>
  (await askJson<{ status: string }>(site.url, '/api/health')).status
const emails = async (site: RunningSite) => {
  const ada = await signIn(site)
  const { body } = await ada.call<Array<{ email: string }>>('GET', '/api/subscribers')
  return body.map(({ email }) => email.split('@')[0]).sort()
}

test('while the data folder is missing or replaced, nothing is acknowledged, and all data exists when it is back', async () => {
  await using site = await runningSite({ files, env: admin })
  const ada = await signIn(site)
  const away = `${site.dataDir}-away`
  const profile = (name: string) => ada.call('PATCH', '/api/auth/profile', { name, email: '' })
  expect(await subscribe(site, 'before')).toBe(200)
  expect((await profile('Ada')).status).toBe(200)
  expect(await status(site)).toBe('ok')

  renameSync(site.dataDir, away)
  for (const isReplaced of [false, true]) {
    if (isReplaced) {
      // Writing a cache may have created the folder again.
      rmSync(site.dataDir, { recursive: true, force: true })
      mkdirSync(site.dataDir)
    }
    expect(await subscribe(site, 'lost')).toBe(503)
    const refused = await profile('Eve')
    expect([refused.status, refused.body.message]).toEqual([
      503,
      expect.stringMatching(/^Nothing was changed, .*\.$/),
    ])
    expect((await ask(site.url, '/article/a')).status).toBe(200)
    expect(await status(site)).toBe('degraded')
    expect(
      (await ada.call<{ user: { name: string } }>('GET', '/api/auth/status')).body.user.name,
    ).toBe('Ada')
  }

  rmSync(site.dataDir, { recursive: true })
  renameSync(away, site.dataDir)
  expect(await subscribe(site, 'after')).toBe(200)
  expect((await profile('Ada L.')).status).toBe(200)
  expect(await status(site)).toBe('ok')
  await site.restart()
  expect(await emails(site)).toEqual(['after', 'before'])
})

test('with the data folder on another disk than the content, texts, imports and people are stored whole', async ({
  skip,
}) => {
  skip(!hasOtherDisk, 'This machine has one disk for all temporary folders.')
  await using other = await folderOnOtherDisk()
  await using site = await runningSite({ files, env: { ...admin, DATA_DIR: other.path } })
  const ada = await logIn(site)
  const imports = importCalls(site, ada)
  expect(await subscribe(site, 'before')).toBe(200)
  expect((await ada.call('PATCH', '/api/articles/1', { excerpt: 'New.' })).status).toBe(200)
  const { id } = await imports.send('wordpress', 'garden.xml', wxr([wxrItem(1)]))
  expect((await imports.act('confirm', id)).body).toMatchObject({ kind: 'done' })
  await site.restart()
  expect((await ask(site.url, '/article/post-1')).status).toBe(200)
  expect((await ada.call('GET', '/api/subscribers')).body).toMatchObject([
    { email: 'before@example.org' },
  ])
})

test('a data folder that was deleted and created again is detected', async () => {
  await using site = await runningSite({ files, env: admin })
  expect(await subscribe(site, 'before')).toBe(200)
  rmSync(site.dataDir, { recursive: true })
  expect(await subscribe(site, 'lost')).toBe(503)
  rmSync(site.dataDir, { recursive: true, force: true })
  mkdirSync(site.dataDir)
  expect(await subscribe(site, 'lost')).toBe(503)
  expect(await status(site)).toBe('degraded')
  await site.stop()
})

test('deleting the journal under the running server loses no subscriber, and a kill no count and link of a download', async () => {
  await using site = await siteProcess({ files, env: admin })
  for (const name of ['one', 'two']) expect(await subscribe(site, name)).toBe(200)
  rmSync(path.join(site.dataDir, 'subscribers.1.journal'))
  expect(await subscribe(site, 'three')).toBe(503)
  const stored = () => readFileSync(path.join(site.dataDir, 'subscribers.json'), 'utf8')
  await eventually(async () => stored().includes('one@example.org'))
  await eventually(async () => (await subscribe(site, 'three')) === 200)
  const custom_fields = { subscription_type: 'download', download_id: 1 }
  const answer = await post(site.url, '/api/subscribe', {
    email: 'four@example.org',
    source: 'x',
    custom_fields,
  })
  const { download } = JSON.parse(answer.text) as { download: { url: string } }
  expect((await ask(site.url, download.url)).text).toBe('PK')
  // The file is made with the first count.
  const counted = async () =>
    existsSync(path.join(site.dataDir, 'downloads.json')) && (await storedCounts(site))[1] === 1
  await eventually(counted)
  await site.restart({}, 'SIGKILL')
  expect(await emails(site)).toEqual(['four', 'one', 'three', 'two'])
  expect(await askJson(site.url, '/api/downloads')).toMatchObject([{ id: 1, downloadCount: 1 }])
  // This one is counted too.
  expect((await ask(site.url, download.url)).text).toBe('PK')
})

test('only the site’s own user can read the files', async () => {
  await using site = await runningSite({ files, env: admin })
  await signIn(site)
  expect(await subscribe(site, 'before')).toBe(200)
  const names = readdirSync(site.dataDir).filter((name) =>
    /^(accounts|session-secret|subscribers)/.test(name),
  )
  expect(names).toEqual(
    expect.arrayContaining(['accounts.json', 'session-secret', 'subscribers.1.journal']),
  )
  for (const name of names)
    expect([name, statSync(path.join(site.dataDir, name)).mode & 0o777]).toEqual([name, 0o600])
})

test('an unreadable list closes sign-ups, not the site, and is not changed', async () => {
  const env = { ...admin, TRUST_PROXY: 'loopback' }
  await using site = await runningSite({ files, env })
  const from = (name: string, network: string) =>
    post(
      site.url,
      '/api/subscribe',
      { email: `${name}@example.org`, source: 'x' },
      { 'X-Forwarded-For': `10.0.0.${network}` },
    )
  const ada = await signIn(site)
  expect((await from('survivor', '1')).status).toBe(200)
  await site.stop()
  const journal = `${site.dataDir}/subscribers.1.journal`
  const list = `${site.dataDir}/subscribers.json`
  const good = readFileSync(journal)
  const goodList = readFileSync(list)
  const flipped = Buffer.from(good)
  flipped[40] = 0
  const cases: Array<[file: string, text: string | Buffer]> = [
    [list, ''],
    [list, '{"subscribers": [{"email": "secret@example.org"'],
    [list, '{"nextId":1}'],
    [list, '{"version":2,"email":"secret@example.org"}'],
    [journal, flipped],
    [`${site.dataDir}/subscribers.3.journal`, ''],
  ]
  for (const [file, bad] of cases) {
    writeFileSync(file, bad)
    await site.restart()
    expect(await status(site)).toBe('degraded')
    expect((await ask(site.url, '/article/a')).status).toBe(200)
    const answer = await from('closed', '2')
    expect([answer.status, JSON.parse(answer.text).message]).toEqual([
      503,
      expect.stringMatching(/try again/),
    ])
    expect(readFileSync(file)).toEqual(Buffer.from(bad))
    expect((await ask(site.url, '/unsubscribe?token=1.x')).status).toBe(503)
    expect((await ada.call('GET', '/api/subscribers')).status).toBe(503)
    expect((await ada.call('GET', '/api/dashboard')).body.subscribers).toBeNull()
    await eventually(async () => site.output().includes('nobody can subscribe'))
    expect(site.output()).toContain('subscribers')
    expect(site.output()).not.toMatch(/@example\.org/)
    if (file === journal) writeFileSync(file, good)
    else if (file === list) writeFileSync(file, goodList)
    else rmSync(file)
  }
  // No restart is needed.
  expect((await from('open', '3')).status).toBe(200)
  expect(await emails(site)).toEqual(['open', 'survivor'])
})

test('unreadable counts of downloads do not prevent a download, and stay as they are', async () => {
  await using site = await runningSite({ files, env: admin })
  await site.stop()
  writeFileSync(path.join(site.dataDir, 'downloads.json'), '{"counts":')
  await site.restart()
  const custom_fields = { subscription_type: 'download', download_id: 1 }
  const answer = await post(site.url, '/api/subscribe', {
    email: 'one@example.org',
    source: 'x',
    custom_fields,
  })
  const { download } = JSON.parse(answer.text) as { download: { url: string } }
  expect((await ask(site.url, download.url)).status).toBe(200)
  const [pack] = await askJson<Array<{ downloadCount: number }>>(site.url, '/api/downloads')
  expect(pack?.downloadCount).toBe(0)
  await eventually(async () => site.output().includes('downloads are not counted'))
  expect(readFileSync(path.join(site.dataDir, 'downloads.json'), 'utf8')).toBe('{"counts":')
})

const login = async (
  site: RunningSite,
  username: string,
  password: string = admin.ADMIN_PASSWORD,
) => (await post(site.url, '/api/auth/login', { username, password })).status

test('a lost file of accounts does not open registration again', async () => {
  // Without an administrator in the settings, the first person registers with a code that the site
  // prints.
  await using site = await runningSite({ files })
  const code = () => /\/auth\?code=([\w-]+)/.exec(site.output())?.[1] ?? ''
  await eventually(async () => code() !== '')
  const register = async (body: object) => (await post(site.url, '/api/auth/register', body)).status
  expect(await register({ username: 'ann', password: admin.ADMIN_PASSWORD, code: code() })).toBe(
    201,
  )
  await site.stop()
  rmSync(path.join(site.dataDir, 'accounts.json'))
  await site.restart()
  await eventually(async () => site.output().includes('registration stays closed'))
  // No second code was printed.
  expect(site.output().match(/\/auth\?code=/g)).toHaveLength(1)
  for (const guess of ['', 'x'.repeat(22), code()])
    expect(await register({ username: 'eve', password: admin.ADMIN_PASSWORD, code: guess })).toBe(
      403,
    )
})

test('a file of accounts that can not be read is left alone, and visitors read on', async () => {
  await using site = await runningSite({ files, env: admin })
  expect(await login(site, 'ada')).toBe(200)
  await site.stop()
  const file = path.join(site.dataDir, 'accounts.json')
  writeFileSync(file, '{"users": [')
  await site.restart()
  expect(await login(site, 'ada')).toBe(503)
  for (const address of ['/article/a', '/api/articles', '/api/search?q=a', '/api/ready'])
    expect([address, (await ask(site.url, address)).status]).toEqual([address, 200])
  expect(readFileSync(file, 'utf8')).toBe('{"users": [')
})

test('a record that can not be read is a problem from the start, until an action is stored', async () => {
  await using site = await runningSite({ files, env: admin })
  const record = `${site.dataDir}/record`
  rmSync(record, { recursive: true, force: true })
  writeFileSync(record, '')
  await site.restart()
  expect(await status(site)).toBe('degraded')
  rmSync(record)
  await login(site, 'ada')
  expect(await status(site)).toBe('ok')
})

test('an unreadable request of user:create is set aside, logged once, and does not block others', async () => {
  await using site = await runningSite({ files, env: admin })
  expect(await login(site, 'ada')).toBe(200)
  const damaged = path.join(site.dataDir, 'user-request-0.json')
  writeFileSync(damaged, '{"username": "ev')
  const next = path.join(site.dataDir, 'user-request-1.json')
  const { passwordHash } = JSON.parse(
    readFileSync(path.join(site.dataDir, 'accounts.json'), 'utf8'),
  ).users[0]
  writeFileSync(next, JSON.stringify({ username: 'bob', passwordHash }))
  await eventually(async () => !existsSync(next))
  expect(await login(site, 'bob')).toBe(200)
  // It was not logged again after two more checks.
  writeFileSync(next, JSON.stringify({ username: 'cy', passwordHash }))
  await eventually(async () => !existsSync(next))
  writeFileSync(next, JSON.stringify({ username: 'dee', passwordHash }))
  await eventually(async () => !existsSync(next))
  expect(site.output().match(/"level":50/g)).toHaveLength(1)
  expect(site.output()).toContain('user-request-0.json.unreadable')
  expect(readFileSync(`${damaged}.unreadable`, 'utf8')).toBe('{"username": "ev')
})
