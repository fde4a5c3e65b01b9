import { createHmac } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type GitServer, gitServer } from './git-server.ts'
import { ask, askJson } from './http-client.ts'
import {
  articleFile,
  eventually,
  type RunningSite,
  runningSite,
  type SiteOptions,
  siteProcess,
} from './running-site.ts'
import { type Administrator, admin, signIn } from './signed-in-site.ts'
import { startHere } from './site-here.ts'
import { logged, scrape } from './site-telemetry.ts'
import { tipOf } from './sync-fixture.ts'
import { git, repositoryAt, type TemporaryRepository, temporaryFolder } from './temp-repository.ts'
import { expectSound } from './write-lane-fixture.ts'

const secret = 'a secret of the hook'
const token = 't0ken-that-nobody-sees'
const paragraphs = Array.from({ length: 12 }, (_, at) => `Paragraph ${at} of the text.`)
const files = {
  'articles/2026/one.md': articleFile({ id: '1', title: 'One' }, paragraphs.join('\n\n')),
}

interface World<Site> extends AsyncDisposable {
  site: Site
  ada: Administrator
  server: GitServer
  bare: string
  writer: TemporaryRepository
}

/** A site whose remote is on a git server, empty at the start, and a writer with a clone of it. */
async function siteWithRemote<Site extends RunningSite>(
  env: Record<string, string>,
  start: (options: SiteOptions) => Promise<Site>,
): Promise<World<Site>> {
  const folder = await temporaryFolder()
  const bare = join(folder.path, 'remote.git')
  await git(folder.path, ['init', '-q', '--bare', bare])
  const server = await gitServer(folder.path, { credentials: `x-access-token:${token}` })
  const remote = {
    GIT_REMOTE: server.urlOf('remote.git'),
    GIT_TOKEN: token,
    GIT_HOOK_SECRET: secret,
  }
  const site = await start({ files, env: { ...admin, ...remote, ...env } })
  const ada = await signIn(site)
  await eventually(async () => (await git(bare, ['branch'])).includes('main'))
  await git(folder.path, ['clone', '-q', bare, 'writer'])
  return {
    site,
    ada,
    server,
    bare,
    writer: repositoryAt(join(folder.path, 'writer')),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

const signed = (body: string, key = secret) =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`

test('a save reaches the remote soon, a push reaches the site by the hook, and nobody sees the token', async () => {
  await using world = await siteWithRemote({ GIT_SYNC_SECONDS: '3600' }, runningSite)
  const { site, ada, bare, writer } = world
  const { body } = await ada.call('PATCH', '/api/articles/1', { title: 'One, changed' })
  await eventually(async () =>
    (await git(bare, ['show', 'main:content/articles/2026/one.md'])).includes('One, changed'),
  )

  await writer.git('pull', '-q')
  await writer.write('content/articles/2026/two.md', articleFile({ id: '2', title: 'Two' }))
  await writer.commit()
  await writer.git('push', '-q')
  const call = (headers: Record<string, string>, sent = '{"ref":"refs/heads/main"}') =>
    ask(site.url, '/api/hooks/git', { method: 'POST', headers, body: sent })
  const payload = '{"ref":"refs/heads/main"}'
  for (const wrong of [
    {},
    { 'X-Hub-Signature-256': signed(payload, 'another secret') },
    { 'X-Hub-Signature-256': signed('{"ref":"refs/heads/other"}') },
    { 'X-Hub-Signature-256': 'sha256=' },
    { 'X-Hub-Signature-256': secret },
    { 'X-Gitlab-Token': 'another secret' },
    { 'X-Gitlab-Token': '', 'X-Hub-Signature-256': signed(payload) },
  ] as Array<Record<string, string>>)
    expect([wrong, (await call(wrong)).status]).toEqual([wrong, 401])
  const huge = 'x'.repeat(6 * 1024 * 1024)
  expect((await call({ 'X-Hub-Signature-256': signed(huge) }, huge)).status).toBe(413)
  expect((await ask(site.url, '/article/two')).status).toBe(404)
  const admitted = await call({
    'X-Hub-Signature-256': signed(payload),
    Origin: 'https://git.example.org',
  })
  expect([admitted.status, admitted.text]).toEqual([202, '{"ok":true}'])
  await eventually(async () => (await ask(site.url, '/article/two')).status === 200)
  expect((await call({ 'X-Gitlab-Token': secret })).status).toBe(202)

  expect((await ask(site.url, '/api/sync')).status).toBe(401)
  expect((await ask(site.url, '/api/sync', { method: 'POST' })).status).toBe(401)
  const state = await ada.call('GET', '/api/sync')
  expect(state.body).toMatchObject({
    kind: 'on',
    remote: world.server.urlOf('remote.git'),
    branch: 'main',
  })
  const now = await ada.call('POST', '/api/sync')
  expect([now.status, now.body]).toEqual([
    200,
    expect.objectContaining({ state: 'idle', ahead: 0, behind: 0 }),
  ])
  const foreign = await ada.call('POST', '/api/sync', undefined, { Origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)

  world.server.behave({ kind: 'fail', status: 401 })
  const refused = await ada.call('POST', '/api/sync')
  expect(refused.body).toMatchObject({
    state: 'failed',
    error: { message: expect.stringContaining('GIT_TOKEN') },
  })
  const saved = await ada.call('PATCH', '/api/articles/1', { excerpt: 'Saved without it.' })
  expect(saved.status).toBe(200)
  world.server.behave({ kind: 'serve' })
  expect((await ada.call('POST', '/api/sync')).body).toMatchObject({
    state: 'idle',
    ahead: 0,
    error: null,
  })
  const seen = [
    site.output(),
    JSON.stringify([state, now, refused, body]),
    await site.repository.git('config', '-l'),
  ]
  expect(seen.filter((text) => text.includes(token) || text.includes(secret))).toEqual([])
  await expectSound(site.repository)
})

test('a sync has a line when it moves commits, and metrics show how far both sides differ', async () => {
  await using folder = await temporaryFolder()
  const bare = join(folder.path, 'remote.git')
  await git(folder.path, ['init', '-q', '--bare', bare])
  await using site = await runningSite({
    files,
    env: { ...admin, METRICS_PORT: '0', GIT_REMOTE: bare },
  })
  const ada = await signIn(site)
  const push = await eventually(async () => logged(site, 'sync')[0])
  expect(push).toMatchObject({ outcome: 'done', pushed: true, pulled: false })
  const begun = Date.now() / 1000
  const seen = await scrape(site)
  expect(seen).toMatchObject({ sync_failing: 0, sync_ahead_commits: 0, sync_behind_commits: 0 })
  expect(seen.sync_last_success_timestamp_seconds).toBeGreaterThan(begun - 600)
  expect(seen['syncs_total{outcome="done"}']).toBeGreaterThan(0)
  const health = async () => (await askJson<{ status: string }>(site.url, '/api/health')).status
  expect(await health()).toBe('ok')
  await git(bare, ['branch', '-m', 'main', 'another'])
  await ada.call('POST', '/api/sync')
  expect(await health()).toBe('degraded')
  await git(bare, ['branch', '-m', 'another', 'main'])
  await ada.call('POST', '/api/sync')
  expect(await health()).toBe('ok')
  await rm(bare, { recursive: true })
  expect((await ada.call('PATCH', '/api/articles/1', { title: 'Not sent yet' })).status).toBe(200)
  await ada.call('POST', '/api/sync')
  const away = await scrape(site)
  expect(away).toMatchObject({ sync_failing: 1, sync_ahead_commits: 1 })
  expect(away['syncs_total{outcome="failed"}']).toBeGreaterThan(0)
})

test('without a remote there is nothing to sync, and no hook', async () => {
  await using site = await runningSite({ files, env: { ...admin, GIT_HOOK_SECRET: secret } })
  const ada = await signIn(site)
  expect((await ada.call('GET', '/api/sync')).body).toEqual({ kind: 'off' })
  expect((await ada.call('POST', '/api/sync')).body).toEqual({ kind: 'off' })
  const headers = { 'X-Gitlab-Token': secret }
  expect((await ask(site.url, '/api/hooks/git', { method: 'POST', headers })).status).toBe(404)
})

test('after kill -9 in the middle of syncs the next start recovers: nothing that was acknowledged or pushed is lost', async () => {
  await using world = await siteWithRemote({ GIT_SYNC_SECONDS: '1' }, siteProcess)
  const { site, ada, server, bare, writer } = world
  const acknowledged: Array<string> = []
  const kill = () => site.stop('SIGKILL')
  /** Kills the site before its push is taken, after that, and while it waits for the remote. */
  const ends: ReadonlyArray<() => Promise<unknown>> = [
    () =>
      new Promise((done) => server.behave({ kind: 'before-push', act: () => kill().then(done) })),
    () =>
      new Promise((done) =>
        server.behave({ kind: 'cut-after-push', act: () => kill().then(done) }),
      ),
    async () => {
      const before = server.requests.length
      server.behave({ kind: 'hang' })
      await eventually(async () => server.requests.length > before)
      await kill()
    },
  ]
  for (const [round, end] of ends.entries()) {
    const at = round * 2
    await writer.git('pull', '-q', '--no-rebase')
    const path = 'content/articles/2026/one.md'
    const text = await git(writer.root, ['show', `HEAD:${path}`])
    await writer.write(path, text.replace(`Paragraph ${at} `, `Paragraph ${at} (writer) `))
    await writer.write(`content/news/2026/r${round}.txt`, `${round}\n`)
    await writer.commit(`Writer ${round}`)
    await writer.git('push', '-q').catch(() => '')
    const ended = end()
    const saving = ada.call('PATCH', '/api/articles/1', { tags: [`round-${round}`] }).then(
      ({ status }) => status === 200 && acknowledged.push(`round-${round}`),
      () => false,
    )
    const syncing = ada.call('POST', '/api/sync').catch(() => null)
    await Promise.all([ended, saving, syncing])
    server.behave({ kind: 'serve' })
    await site.restart()
  }
  // The site pushes at the same time; a rejected writer pulls again.
  await eventually(async () => {
    await writer.git('pull', '-q', '--no-rebase')
    return writer.git('push', '-q').then(
      () => true,
      () => false,
    )
  })
  const state = await eventually(async () => {
    const { body } = await ada.call('POST', '/api/sync')
    return body.state === 'idle' && body.ahead === 0 && body.behind === 0 && body
  })
  expect(state).toMatchObject({ error: null })
  await eventually(async () => (await site.repository.git('status', '--porcelain')) === '')
  await expectSound(site.repository)
  expect(await git(bare, ['fsck', '--strict', '--no-dangling'])).toBe('')
  const log = await git(bare, [
    'log',
    '--format=%s%n%b',
    '-p',
    'main',
    '--',
    'content/articles/2026/one.md',
  ])
  expect(acknowledged.filter((tag) => !log.includes(tag))).toEqual([])
  const ours = await site.repository.git('rev-list', 'HEAD')
  for (const id of (await writer.git('rev-list', 'HEAD')).trim().split('\n'))
    expect(ours).toContain(id)
  expect(await askJson<{ revision: string }>(site.url, '/api/health')).toMatchObject({
    revision: (await git(bare, ['rev-parse', 'main'])).trim(),
  })
})

test('two servers that save and push to one folder at the same moment lose nothing and log no fault', async () => {
  await using folder = await temporaryFolder()
  await using bare = await sharedRemote(folder.path)
  const servers = await Promise.all(
    ['one', 'two'].map(async (name) => {
      await git(folder.path, ['clone', '-q', bare.path, name])
      const env = {
        ...admin,
        GIT_REMOTE: bare.path,
        GIT_SYNC_SECONDS: '1',
        DATA_DIR: join(folder.path, `data-${name}`),
      }
      const site = await startHere({ ...env, CONTENT_DIR: join(folder.path, name, 'content') })
      bare.onEnd(() => site.stop())
      return { site, ada: await signIn(site), repository: repositoryAt(join(folder.path, name)) }
    }),
  )
  const rounds = 2
  for (let round = 0; round < rounds; round++)
    await Promise.all(
      servers.map(async ({ ada }, at) => {
        const { status } = await ada.call('PATCH', `/api/articles/${at + 1}`, {
          excerpt: `Saved ${at}-${round}.`,
        })
        expect(status).toBe(200)
        expect((await ada.call('POST', '/api/sync')).body).toMatchObject({ error: null })
      }),
    )
  await eventually(async () => {
    for (const { ada } of servers) await ada.call('POST', '/api/sync')
    const tips = await Promise.all(
      [bare.path, ...servers.map(({ repository }) => repository.root)].map((at) => tipOf(at)),
    )
    return new Set(tips).size === 1
  })
  const log = await git(bare.path, ['log', '-p', '--format=', 'main'])
  for (let round = 0; round < rounds; round++)
    for (const at of [0, 1]) expect(log).toContain(`+excerpt: Saved ${at}-${round}.`)
  expect(await git(bare.path, ['fsck', '--strict', '--no-dangling'])).toBe('')
  for (const { site, repository } of servers) {
    expect(
      site
        .output()
        .split('\n')
        .filter((line) => /"level":[45]0/.test(line)),
    ).toEqual([])
    await site.stop()
    await expectSound(repository)
  }
})

/**
 * A bare repository in a folder with two articles. Functions passed to `onEnd` run when the test
 * ends.
 */
async function sharedRemote(folder: string) {
  const path = join(folder, 'shared.git')
  await git(folder, ['init', '-q', '--bare', path])
  const writer = repositoryAt(join(folder, 'writer'))
  await git(folder, ['clone', '-q', path, writer.root])
  for (const id of ['1', '2'])
    await writer.write(
      `content/articles/2026/a${id}.md`,
      articleFile({ id, title: `Article ${id}` }),
    )
  await writer.write(
    'content/site.yaml',
    'name: N\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  )
  await writer.commit()
  await writer.git('push', '-q', 'origin', 'main')
  const ends: Array<() => Promise<unknown>> = []
  return {
    path,
    onEnd: (end: () => Promise<unknown>) => void ends.push(end),
    async [Symbol.asyncDispose]() {
      for (const end of ends) await end()
    },
  }
}
