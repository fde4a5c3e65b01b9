import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { BulkAnswer } from '#domain/bulk-change.ts'
import { backUp } from '../scripts/backup/create-backup.ts'
import { readEnv } from '../server/env.ts'
import { eventStream } from './event-stream.ts'
import { ask } from './http-client.ts'
import { multipart } from './multipart.ts'
import { sharedPostgres } from './postgres.ts'
import { articleFile, eventually, siteEnvironment } from './running-site.ts'
import { halves } from './sample-pictures.ts'
import { type Administrator, logIn, type Reply, signIn } from './signed-in-site.ts'
import { startHere } from './site-here.ts'
import { tipOf } from './sync-fixture.ts'
import { git } from './temp-repository.ts'
import { type ReplicaHere, type ThroughWorld, throughWorld, token } from './through-fixture.ts'

const paragraphs = Array.from({ length: 12 }, (_, at) => `Paragraph ${at} of the text.`)
const files = Object.fromEntries([
  ['site.yaml', 'name: Session Notes\n'],
  ...Array.from({ length: 30 }, (_, at) => [
    `articles/2026/a${at + 1}.md`,
    articleFile({ id: `${at + 1}`, title: `Article ${at + 1}` }, paragraphs.join('\n\n')),
  ]),
])
const away = {
  message: 'The repository of the site can’t be reached just now; please save again in a minute.',
  kind: 'away',
}
const newArticle = (title: string) => ({
  title,
  excerpt: 'E',
  content: 'C',
  category: 'mixing',
  draft: false,
})
let world: ThroughWorld
let a: ReplicaHere
let b: ReplicaHere
beforeAll(async () => {
  const postgres = await sharedPostgres()
  world = await throughWorld(await postgres.newDatabase(), files)
  ;[a, b] = [await world.replicaHere('a'), await world.replicaHere('b')]
})
afterEach(() => world?.server.behave({ kind: 'serve' }))
afterAll(() => world?.[Symbol.asyncDispose]())

const remoteFile = (id: number) => git(world.bare, ['show', `main:content/articles/2026/a${id}.md`])
/** The number of commits at the remote whose subject has this text. */
const commitsOf = async (title: string) =>
  (await git(world.bare, ['log', '--format=%s', 'main']))
    .split('\n')
    .filter((line) => line.includes(title)).length

const save = (
  { ada }: { ada: Administrator },
  id: number,
  patch: object,
  headers: Record<string, string> = {},
): Promise<Reply<Record<string, unknown>>> =>
  ada.call('PATCH', `/api/articles/${id}`, patch, headers)

/** Uploads a picture of its own, always under the same name. */
async function upload({ url, ada }: ReplicaHere, brightness: number) {
  const bytes = await halves(8, 8, `#${brightness}00`).png().toBuffer()
  const { headers, body } = multipart([{ filename: 'image.png', bytes }])
  const answer = await ask(url, '/api/media', {
    method: 'POST',
    headers: { Cookie: ada.cookie, ...headers },
    body,
  })
  return { status: answer.status, body: JSON.parse(answer.text) as Record<string, unknown> }
}

const revisionOf = async ({ ada }: ReplicaHere, id: number) =>
  String((await ada.call('GET', `/api/articles/${id}`)).body.revision)

/** The cookie that names the save for the next replica. */
const savedCookie = ({ headers }: Reply<unknown>) =>
  headers['set-cookie']?.find((one) => one.startsWith('session-notes-saved='))?.split(';')[0] ?? ''

/**
 * Waits until the author of a save gets an article with this title: at once, or after the three
 * seconds that an answer waits on a busy machine.
 */
async function seesAfter(
  saved: Reply<unknown>,
  { ada }: ReplicaHere,
  id: number,
  title: string,
): Promise<void> {
  const Cookie = `${ada.cookie}; ${savedCookie(saved)}`
  await eventually(async () => {
    const begun = performance.now()
    const { body } = await ada.call('GET', `/api/articles/${id}`, undefined, { Cookie })
    if (body.title === title) return true
    expect(performance.now() - begun).toBeGreaterThan(2_900)
    return false
  })
}

/** Expects that both replicas show the commit of the remote, in which git finds no fault. */
async function expectSame(): Promise<void> {
  expect(await git(world.bare, ['fsck', '--strict', '--no-dangling'])).toBe('')
  for (const { folder } of [a, b])
    await eventually(
      async () => (await tipOf(path.join(folder, 'content', '.git'))) === (await tipOf(world.bare)),
    )
}

test('who has something open at one replica is shown at the other', async () => {
  const { cookie } = await logIn(b)
  using stream = await eventStream(b.url, cookie)
  const place = { kind: 'articles', item: '1', editing: true, at: null }
  await a.ada.call('POST', '/api/presence', { tab: 'one', open: [place] })
  await stream.shows('You are editing on another device')
  await a.ada.call('POST', '/api/presence', { tab: 'one', open: [] })
  await stream.shows('')
})

test('a save is at the remote when it is acknowledged, and the person sees it at another replica at once', async () => {
  for (const [at, title] of ['First', 'Second'].entries()) {
    const [one, other] = at % 2 === 0 ? [a, b] : [b, a]
    const saved = await save(one, 1, { title })
    expect(saved.status).toBe(200)
    expect(await remoteFile(1)).toContain(`title: ${title}`)
    await seesAfter(saved, other, 1, title)
    const page = await ask(other.url, '/article/a1', { headers: { Cookie: savedCookie(saved) } })
    expect([page.status, page.text.includes(`<h1`), page.text.includes(title)]).toEqual([
      200,
      true,
      true,
    ])
  }
  // A writer's push is shown with the next save at the latest, and stays.
  await world.writer.git('pull', '-q')
  await world.writer.write(
    'content/articles/2026/writer.md',
    articleFile({ id: '500', title: 'By a writer' }),
  )
  await world.writer.commit()
  await world.writer.git('push', '-q', 'origin', 'main')
  const saved = await save(a, 1, { title: 'Third' })
  expect(saved.status).toBe(200)
  for (const one of [a, b]) await seesAfter(saved, one, 500, 'By a writer')
  await expectSame()
  expect((await b.ada.call('POST', '/api/sync')).body).toMatchObject({
    state: 'idle',
    ahead: 0,
    behind: 0,
    error: null,
  })
  expect(readdirSync(path.join(a.folder, 'content')).sort()).toEqual([
    '.git',
    'content',
    'server.lock',
  ])
  expect(a.output() + b.output()).not.toContain(token)
})

test('two replicas save one article at the same time: merged, or a conflict with all versions', async () => {
  const [revision, before] = [await revisionOf(a, 2), await remoteFile(2)]
  const text = (number: number, word: string) =>
    `${paragraphs.map((one, at) => (at === number ? word : one)).join('\n\n')}\n`
  const merged = await Promise.all([
    save(a, 2, { content: text(0, 'From A.'), revision }),
    save(b, 2, { content: text(9, 'From B.'), revision }),
  ])
  expect(merged.map(({ status }) => status)).toEqual([200, 200])
  expect(await remoteFile(2)).toBe(
    before.replace(paragraphs[0] as string, 'From A.').replace(paragraphs[9] as string, 'From B.'),
  )
  const next = await revisionOf(a, 3)
  const rivals = await Promise.all([
    save(a, 3, { title: 'Of A', revision: next }),
    save(b, 3, { title: 'Of B', revision: next }),
  ])
  expect(rivals.map(({ status }) => status).sort()).toEqual([200, 409])
  const [first, second] = rivals[0]?.status === 200 ? ['Of A', 'Of B'] : ['Of B', 'Of A']
  expect(rivals.find(({ status }) => status === 409)?.body).toMatchObject({
    base: { title: 'Article 3' },
    theirs: { title: first },
    yours: { title: second },
  })
  expect(await remoteFile(3)).toContain(`title: ${first}`)
})

test('a change of several items is one commit at the remote and one undo, beside what is refused', async () => {
  const before = await git(world.bare, ['rev-parse', 'main:content'])
  const body = { ids: [3, 4, 5, 999], change: { action: 'tags', add: ['spring'] } }
  const pushes = world.pushes()
  const made = await a.ada.call<BulkAnswer>('POST', '/api/articles/bulk', body)
  expect(made.body).toMatchObject({ changed: 3, refused: [{ id: 999 }] })
  expect(world.pushes()).toBe(pushes + 1)
  expect(await git(world.bare, ['diff', '--name-only', 'main~', 'main'])).toBe(
    [3, 4, 5].map((id) => `content/articles/2026/a${id}.md\n`).join(''),
  )
  const { commit } = made.body
  const Cookie = `${b.ada.cookie}; ${savedCookie(made)}`
  const undone = await b.ada.call('POST', '/api/undo', { commit }, { Cookie })
  expect(undone.status).toBe(200)
  expect(await git(world.bare, ['rev-parse', 'main:content'])).toBe(before)
  await expectSame()
})

test('two replicas create at the same time under one title: two items with ids, addresses and files of their own', async () => {
  const fields = newArticle('Made twice')
  const made = await Promise.all([a, b].map(({ ada }) => ada.call('POST', '/api/articles', fields)))
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  const items = made.map(({ body }) => body)
  expect(new Set(items.map(({ id }) => id)).size).toBe(2)
  expect(items.map(({ slug }) => slug).sort()).toEqual(['made-twice', 'made-twice-2'])
  expect(await commitsOf('Made twice')).toBe(2)
  // Both files are shown.
  for (const { ada } of [a, b]) {
    await eventually(
      async () => (await ada.call('GET', `/api/articles/${items[1]?.id}`)).status === 200,
    )
    expect((await ada.call('GET', '/api/content/problems')).body).toEqual([])
  }
})

test('saves of many people go out in few pushes, one commit each, in an order that all replicas share', async () => {
  const before = world.pushes()
  const ids = Array.from({ length: 12 }, (_, at) => at + 4)
  const saved = await Promise.all(
    ids.map((id) => save(id % 2 === 0 ? a : b, id, { title: `Many ${id} of them` })),
  )
  expect(saved.map(({ status }) => status)).toEqual(ids.map(() => 200))
  expect(world.pushes() - before).toBeLessThanOrEqual(6)
  const made = (await git(world.bare, ['log', '--format=%p %s', 'main'])).split('\n')
  for (const id of ids)
    expect(made.filter((line) => line.endsWith(`Many ${id} of them`))).toHaveLength(1)
  // No commit has two parents.
  expect(made.filter((line) => /^\w+ \w{7,} /.test(line))).toEqual([])
  await expectSame()
})

test('new files of one moment share pushes, also under one title or name', async () => {
  const before = world.pushes()
  const fields = newArticle('In a burst')
  const at = [...Array(6).keys()]
  const created = await Promise.all([
    ...at.map((n) => (n % 2 === 0 ? a : b).ada.call('POST', '/api/articles', fields)),
    ...at.map((n) => upload(n % 2 === 0 ? a : b, n)),
  ])
  expect(created.map(({ status }) => status)).toEqual(created.map(() => 201))
  expect(new Set(created.map(({ body }) => body.slug ?? body.url)).size).toBe(12)
  expect(world.pushes() - before).toBeLessThan(created.length)
  await expectSame()
})

test('a key that is sent again to any replica is answered with the commit that it made', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const first = await save(a, 28, { title: 'Once' }, headers)
  const again = await Promise.all([
    save(b, 28, { title: 'Once' }, headers),
    save(a, 28, { title: 'Once' }, headers),
  ])
  expect([first, ...again].map(({ status }) => status)).toEqual([200, 200, 200])
  for (const { body } of again) expect(body).toEqual(first.body)
  // With concurrent requests, the second one arrives while the first is running.
  const both = { 'Idempotency-Key': randomUUID() }
  const create = ({ ada }: ReplicaHere) =>
    ada.call(
      'POST',
      '/api/news',
      { title: 'News once', excerpt: 'E', content: 'C', publishedAt: '2026-01-02' },
      both,
    )
  const created = await Promise.all([create(a), create(b)])
  // The request that lost its key gets a 503, and then the answer of the other.
  const answers = await Promise.all(
    created.map(async (one, at) => (one.status === 503 ? create(at === 0 ? a : b) : one)),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[0]?.body.id).toBe(answers[1]?.body.id)
  expect(await commitsOf('News once')).toBe(1)
})

test('while the remote is unreachable a save gets a 503 and shows nothing; afterwards its key makes it once', async () => {
  for (const [behavior, id] of [
    [{ kind: 'fail', status: 503 }, 29],
    [{ kind: 'hang' }, 30],
  ] as const) {
    const headers = { 'Idempotency-Key': randomUUID() }
    const title = `Sent while it did ${behavior.kind}`
    world.server.behave(behavior)
    const refused = await save(a, id, { title }, headers)
    expect([refused.status, refused.body]).toEqual([503, away])
    expect((await a.ada.call('GET', `/api/articles/${id}`)).body.title).toBe(`Article ${id}`)
    world.server.behave({ kind: 'serve' })
    const sent = await save(b, id, { title }, headers)
    expect([sent.status, sent.body.title]).toEqual([200, title])
    expect(await commitsOf(title)).toBe(1)
  }
})

test('a push that the remote accepted without an answer is detected: by the save itself, or later by its key', async () => {
  world.server.behave({ kind: 'cut-after-push' })
  expect((await save(a, 27, { title: 'Taken in silence' })).status).toBe(200)
  expect(await commitsOf('Taken in silence')).toBe(1)
  // Also without a key: git itself repeats a push whose connection broke, and is refused then.
  world.server.behave({ kind: 'cut-after-push' })
  const fields = newArticle('Made in silence')
  expect((await a.ada.call('POST', '/api/articles', fields)).status).toBe(201)
  expect(await commitsOf('Made in silence')).toBe(1)
  // The remote is unreachable afterwards, so the result is unknown until the key is sent again, to
  // any replica.
  const headers = { 'Idempotency-Key': randomUUID() }
  world.server.behave({
    kind: 'cut-after-push',
    act: () => world.server.behave({ kind: 'fail', status: 503 }),
  })
  expect((await save(a, 26, { title: 'Taken, then down' }, headers)).body).toEqual(away)
  world.server.behave({ kind: 'serve' })
  expect(await commitsOf('Taken, then down')).toBe(1)
  expect((await save(b, 26, { title: 'Taken, then down' }, headers)).body).toMatchObject({
    title: 'Taken, then down',
  })
  expect(await commitsOf('Taken, then down')).toBe(1)
})

test('the save of a killed replica is answered by its key at another one, and the killed one starts again', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const title = 'Killed while it was pushed'
  const killed = await world.replica('killed')
  world.server.behave({ kind: 'before-push', act: () => killed.stop('SIGKILL') })
  await expect(save(killed, 24, { title }, headers)).rejects.toThrow()
  const sent = await save(b, 24, { title }, headers)
  expect([sent.status, sent.body.title]).toEqual([200, title])
  expect(await commitsOf(title)).toBe(1)
  const again = await world.replicaHere('killed')
  expect((await again.ada.call('GET', '/api/articles/24')).body.title).toBe(title)
  await expectSame()
  await again.stop()
})

test('a commit that a hook of the remote rejects fails only its own save', async () => {
  const hook = path.join(world.bare, 'hooks', 'pre-receive')
  const refusing =
    '#!/bin/sh\nwhile read old new ref; do ! git show "$new" --format=%s $old..$new | grep -q FORBIDDEN || { echo no; exit 1; }; done\n'
  mkdirSync(path.dirname(hook), { recursive: true })
  writeFileSync(hook, refusing, { mode: 0o755 })
  try {
    const saved = await Promise.all(
      [20, 21, 22].map((id) =>
        save(a, id, { title: id === 21 ? 'A FORBIDDEN word' : `Allowed ${id}` }),
      ),
    )
    expect(saved.map(({ status }) => status)).toEqual([200, 409, 200])
    expect(saved[1]?.body).toEqual({
      message: expect.stringMatching(/^The remote does not take commits on main: .*\.$/),
      kind: 'shape',
    })
    expect(await commitsOf('Allowed')).toBe(2)
  } finally {
    writeFileSync(hook, '#!/bin/sh\n', { mode: 0o755 })
  }
})

test('commits that the remote has lost are shown by each replica, also by one that starts later, until they are back', async () => {
  const told = async ({ url, ada }: ReplicaHere) => {
    const { state, error } = (await ada.call('POST', '/api/sync')).body
    const { status } = JSON.parse((await ask(url, '/api/health')).text) as { status: string }
    return [status, state, (error as { message: string } | null)?.message ?? null]
  }
  const shown = (tip: string | null) => [
    'degraded',
    'rewound',
    expect.stringContaining(`lost commits that were in it, the last one ${tip?.slice(0, 7)};`),
  ]
  const rewind = (commit: string) => git(world.bare, ['update-ref', 'refs/heads/main', commit])
  for (const title of ['To be lost', 'To be lost later']) await save(a, 25, { title })
  await expectSame()
  const tip = String(await tipOf(world.bare))
  const stopped = await world.replicaHere('stopped')
  await stopped.stop()
  await rewind(`${tip}~2`)
  for (const one of [a, b]) expect(await told(one)).toEqual(shown(tip))
  const late = await world.replicaHere('stopped')
  expect(await told(late)).toEqual(shown(tip))
  await late.stop()
  // The first ones are back; then other commits are lost.
  await rewind(tip)
  for (const one of [a, b]) expect(await told(one)).toEqual(['ok', 'idle', null])
  const { writer } = world
  await writer.git('pull', '-q')
  await writer.write('content/articles/2026/lost.md', articleFile({ id: '9001', title: 'Lost' }))
  const newer = await writer.commit()
  await writer.git('push', '-q', 'origin', 'main')
  // The other replica need not have seen them.
  await a.ada.call('POST', '/api/sync')
  await rewind(tip)
  expect(await told(a)).toEqual(shown(newer))
  await eventually(async () => (await told(b))[1] === 'rewound')
  await rewind(newer)
  for (const one of [a, b]) expect(await told(one)).toEqual(['ok', 'idle', null])
})

test('a backup is made of a clone without a work tree, beside the running server', async () => {
  await expectSame()
  const file = path.join(world.folder, 'site.backup')
  const told = await backUp(file, readEnv(siteEnvironment(world.env('b')), world.folder))
  expect(told).toContain(`branch main at ${(await tipOf(world.bare))?.slice(0, 7)}`)
})

/** The database behind a door: connections are closed at once until it is opened. */
async function doorTo(url: string) {
  const { port, hostname } = new URL(url)
  let isOpen = false
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    client.on('error', () => undefined)
    if (!isOpen) return void client.destroy()
    const database = connect(Number(port), hostname).on('error', () => undefined)
    client.pipe(database).pipe(client)
    for (const one of [client, database]) sockets.add(one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const behind = new URL(url)
  behind.port = String((server.address() as AddressInfo).port)
  return {
    url: behind.href,
    open() {
      isOpen = true
    },
    async [Symbol.asyncDispose]() {
      for (const one of sockets) one.destroy()
      server.close()
    },
  }
}

test('a replica that starts without the database shows pages, and does everything when the database is there', async () => {
  const env = world.env('late')
  await using door = await doorTo(String(env.DATABASE_URL))
  const late = await startHere({ ...env, DATABASE_URL: door.url })
  try {
    await eventually(async () => (await ask(late.url, '/api/ready')).status === 200)
    const page = async () => (await ask(late.url, '/article/a16')).status
    const people = () => ask(late.url, '/api/users', { headers: { Cookie: a.ada.cookie } })
    expect(await page()).toBe(200)
    const away = await people()
    expect([away.status, JSON.parse(away.text)]).toEqual([
      503,
      {
        message:
          'The database of the site can’t be reached just now; please try again in a minute.',
      },
    ])
    expect(late.output()).toContain('the site starts without its database')
    door.open()
    await eventually(async () => (await people()).status === 200)
    const ada = await signIn({ url: late.url, session: a.ada.cookie })
    const saved = await save({ ada }, 16, { title: 'Saved by the late one' })
    expect([saved.status, await page()]).toEqual([200, 200])
    expect((await ask(late.url, '/article/a16')).text).toContain('Saved by the late one')
  } finally {
    await late.stop()
  }
})

test('a start without its requirements ends with one sentence, and changes nothing', async () => {
  const folder = (name: string) => path.join(world.folder, 'starts', name)
  const own = folder('own')
  mkdirSync(own, { recursive: true })
  writeFileSync(path.join(own, 'notes.md'), 'mine')
  await git(own, ['init', '-q'])
  const env = (more: Record<string, string>) =>
    Object.fromEntries(
      Object.entries({ ...world.env('starts'), ...more }).filter(([, value]) => value !== ''),
    )
  const cases: Array<[Record<string, string>, RegExp]> = [
    [{ GIT_REMOTE: '' }, /^GIT_REMOTE must be set when GIT_WRITE is through\.$/],
    [
      { CONTENT_DIR: own },
      /^CONTENT_DIR \S+ contains files that GIT_WRITE=through did not create; /,
    ],
    [
      { CONTENT_DIR: path.join(a.folder, 'content') },
      /^CONTENT_DIR \S+ is in use by the running process \d+; /,
    ],
    [
      { GIT_BRANCH: 'nowhere' },
      /^CONTENT_DIR \S+ can't be filled from GIT_REMOTE: the remote has no branch nowhere /,
    ],
    [
      { GIT_TOKEN: 'wrong' },
      /^CONTENT_DIR \S+ can't be filled from GIT_REMOTE: The remote \S+ does not accept GIT_TOKEN/,
    ],
    [
      { SITE_URL: 'https://other.example' },
      /^SITE_URL is https:\/\/other\.example here and http:\/\/localhost:3000 at the other servers of this site, /,
    ],
    // One that does not write through would not see the others' saves.
    [
      { GIT_WRITE: '', CONTENT_DIR: world.writer.path('content') },
      /^The database of DATABASE_URL is in use by another running server\. Stop that one first\.$/,
    ],
  ]
  for (const [at, [more, says]] of cases.entries()) {
    const settings = { DATA_DIR: folder(`data-${at}`), ...more }
    const { message } = await startHere(env(settings)).then(
      () => new Error('it has started'),
      (error: Error) => error,
    )
    expect(message).toMatch(says)
    expect([message.split('\n').length, message.includes(token)]).toEqual([1, false])
  }
  expect(readdirSync(own).sort()).toEqual(['.git', 'notes.md'])
})

test('typed text is stored at the remote, for every server', async () => {
  const device = 'd'.repeat(32)
  const key = { kind: 'articles', item: '1', revision: '' }
  const draft = { ...key, title: 'T', base: {}, values: { content: 'Typed.' }, at: 1 }
  const body = { device, name: 'Phone', draft, contains: {} }
  const stored = async () =>
    (await git(world.bare, ['for-each-ref', '--format=%(refname)', 'refs/drafts/*/*/*'])).trim()

  const { status, body: made } = await a.ada.call('POST', '/api/drafts', body)
  expect([status, await stored()]).toEqual([200, expect.stringContaining(`/${device}/`)])
  const mark = () => git(world.bare, ['rev-parse', 'refs/drafts/1/store'])
  const before = await mark()
  // A server that has read nothing yet goes on with the same store.
  const other = { ...body, device: 'e'.repeat(32) }
  const second = await b.ada.call('POST', '/api/drafts', other)
  expect(await mark()).toBe(before)
  const listed = await b.ada.call<{ drafts: Array<object> }>('GET', '/api/drafts')
  expect(listed.body.drafts).toEqual(
    expect.arrayContaining([
      { ...body, ...made },
      { ...other, ...second.body },
    ]),
  )
  await b.ada.call('DELETE', '/api/drafts', { ...key, device: other.device })

  world.server.behave({ kind: 'fail', status: 500 })
  expect(await b.ada.call('DELETE', '/api/drafts', { ...key, device })).toMatchObject({
    status: 503,
    body: away,
  })
  world.server.behave({ kind: 'serve' })
  expect((await b.ada.call('DELETE', '/api/drafts', { ...key, device })).status).toBe(200)
  expect(await stored()).toBe('')
  expect((await a.ada.call<{ drafts: Array<object> }>('GET', '/api/drafts')).body.drafts).toEqual(
    [],
  )
})
