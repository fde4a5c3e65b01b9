import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ask, post } from './http-client.ts'
import { mailServer } from './mail-server.ts'
import { articleFile, eventually, isCluster, runningSite, serversPerSite } from './running-site.ts'
import { person, sendingSite } from './sending-fixture.ts'
import { admin, logIn } from './signed-in-site.ts'
import { startHere } from './site-here.ts'
import { logged, metricsUrls, scrape } from './site-telemetry.ts'
import { temporaryFolder, temporaryRepository } from './temp-repository.ts'

const files = {
  'articles/one.md': articleFile(
    { id: '1', title: 'One', slug: 'one' },
    'First words.\n\nLast words.',
  ),
  'site.yaml': 'name: N\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
}

test('metrics count pages from the cache and not, searches, saves, conflicts and sign-ins, and every save and sign-in has a line with the id of its answer', async () => {
  await using site = await runningSite({ files, env: { ...admin, METRICS_PORT: '0' } })
  // The date of the last change is known a moment after the start, and the page with it changes
  // once more.
  await eventually(async () => /"updatedAt":"/.test((await ask(site.url, '/api/articles/1')).text))
  for (let visit = 0; visit < 3 * serversPerSite; visit += 1)
    expect((await ask(site.url, '/article/one')).status).toBe(200)
  expect((await ask(site.url, '/nothing-here?secret=1')).status).toBe(404)
  expect((await ask(site.url, '/api/search?q=words')).status).toBe(200)
  expect((await ask(site.url, '/api/articles/77')).status).toBe(404)
  const ada = await logIn(site)
  const login = { username: admin.ADMIN_USERNAME, password: 'wrong guess of hers' }
  const refused = await post(site.url, '/api/auth/login', login)
  expect(refused.status).toBe(401)

  const { body: before } = await ada.call<{ revision: string; content: string }>(
    'GET',
    '/api/articles/1',
  )
  const { revision } = before
  const save = (change: object, headers = {}) =>
    ada.call<{ revision: string }>('PATCH', '/api/articles/1', { ...change, revision }, headers)
  const made = await save({ title: 'Two' }, { 'X-Request-Id': 'save-from-proxy_1' })
  const merged = await save({ excerpt: 'Another.' })
  const conflict = await save({ title: 'Three' }, { 'X-Request-Id': 'somebody@example.org' })
  const unchanged = await ada.call('PATCH', '/api/articles/1', {
    title: 'Two',
    revision: merged.body.revision,
  })
  expect([made, merged, conflict, unchanged].map(({ status }) => status)).toEqual([
    200, 200, 409, 200,
  ])
  const acceptSaves = await site.refuseSaves()
  const failed = await ada.call('PATCH', '/api/articles/1', { title: 'Four' })
  await acceptSaves()
  expect(failed.status).toBe(503)

  const idOf = (answer: { headers: Record<string, unknown> }) => answer.headers['x-request-id']
  expect(idOf(made)).toBe('save-from-proxy_1')
  expect(idOf(conflict)).toMatch(/^[\da-f-]{36}$/)
  // What a process prints may be read after its answer.
  await expect.poll(() => logged(site, 'request failed')).toHaveLength(1)
  expect(
    logged(site, 'save').map(({ request, outcome, level }) => [request, outcome, level]),
  ).toEqual([
    [idOf(made), 'made', 30],
    [idOf(merged), 'merged', 30],
    [idOf(conflict), 'conflict', 30],
    [idOf(unchanged), 'unchanged', 30],
    [idOf(failed), 'later', 30],
  ])
  const head = (await site.repository.git('rev-parse', 'HEAD')).trim()
  expect(logged(site, 'save')[1]).toMatchObject({
    commit: head,
    files: 1,
    seconds: expect.any(Number),
  })
  expect(
    logged(site, 'sign-in').map(({ request, outcome, user }) => [request, outcome, user]),
  ).toEqual([
    [expect.any(String), 'accepted', 1],
    [idOf(refused), 'refused', 1],
  ])
  expect(logged(site, 'request failed')).toEqual([
    expect.objectContaining({
      level: 40,
      request: idOf(failed),
      status: 503,
      method: 'PATCH',
      path: '/api/articles/1',
    }),
  ])

  // Texts that the saves have changed are prepared after their answers.
  await expect
    .poll(() => scrape(site))
    .toMatchObject({
      'page_cache_requests_total{result="hit"}': 2 * serversPerSite,
      'page_cache_requests_total{result="miss"}': serversPerSite + 1,
      'http_requests_total{route="article",method="GET",status="2xx"}': 3 * serversPerSite,
      'http_requests_total{route="page",method="GET",status="4xx"}': 1,
      'http_requests_total{route="/api/articles/{id}",method="GET",status="4xx"}': 1,
      'http_requests_total{route="/api/articles/{id}",method="PATCH",status="2xx"}': 3,
      'http_requests_total{route="/api/articles/{id}",method="PATCH",status="4xx"}': 1,
      'http_requests_total{route="/api/articles/{id}",method="PATCH",status="503"}': 1,
      'http_request_duration_seconds_count{route="/api/articles/{id}",method="PATCH"}': 5,
      'saves_total{outcome="made"}': 1,
      'saves_total{outcome="merged"}': 1,
      'saves_total{outcome="conflict"}': 1,
      'saves_total{outcome="unchanged"}': 1,
      'saves_total{outcome="later"}': 1,
      'saves_total{outcome="failed"}': 0,
      'saves_total{outcome="refused"}': 0,
      save_duration_seconds_count: 5,
      'sign_ins_total{outcome="accepted"}': 1,
      'sign_ins_total{outcome="refused"}': 1,
      'queue_length{queue="writes"}': 0,
      'queue_length{queue="texts"}': 0,
      'queue_length{queue="mails"}': 0,
    })
  const seen = await scrape(site)
  expect(
    Object.entries(seen).some(
      ([name, count]) => name.startsWith('search_duration_seconds_count') && count > 0,
    ),
  ).toBe(true)
  expect(seen.nodejs_eventloop_lag_seconds).toBeGreaterThanOrEqual(0)
  expect(seen.process_resident_memory_bytes).toBeGreaterThan(1_000_000)
  // Without a remote there is nothing to be behind of.
  expect(Object.keys(seen).some((name) => /^sync_(ahead|failing|last)/.test(name))).toBe(isCluster)
  expect(Object.keys(seen).join('\n')).not.toMatch(/nothing-here|secret|article\/one/)
  const [metricsUrl = ''] = metricsUrls(site)
  const other = await Promise.all(
    ['/', '/metrics?a', '/api/health'].map((at) => ask(metricsUrl, at)),
  )
  expect(other.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await ask(metricsUrl, '/metrics', { method: 'POST' })).status).toBe(405)
  expect((await ask(site.url, '/metrics')).status).toBe(404)
  await site.stop()
  await expect(ask(metricsUrl, '/metrics')).rejects.toThrow()
})

test('neither log nor metrics hold an address, a password, a token or the address of a visitor', async () => {
  await using server = await mailServer()
  const env = { METRICS_PORT: '0', TRUST_PROXY: '1' }
  await using sending = await sendingSite({ smtpUrl: server.url, subscribers: 3, env })
  const { site, ada, start, until, act } = sending
  const visitor = { 'X-Forwarded-For': '203.0.113.77', 'User-Agent': 'Agent-of-visitor' }
  const wrong = { username: 'mallory@example.org', password: 'geheim-of-mallory' }
  expect((await post(site.url, '/api/auth/login', wrong, visitor)).status).toBe(401)
  server.refuse(550, ['nobody@example.org'])
  for (const [at, email] of ['visitor@example.org', 'nobody@example.org'].entries()) {
    expect(
      (await post(site.url, '/api/subscribe', { email, source: 'footer' }, visitor)).status,
    ).toBe(200)
    await eventually(async () => logged(site, 'mails').length === at + 1)
  }
  server.refuse(550, [person(1)])
  expect((await start()).status).toBe(200)
  await until(['sent'])
  expect((await act({ action: 'test' })).status).toBe(200)
  expect((await ada.call('PATCH', '/api/newsletters/1', { title: 'Warmer pads' })).status).toBe(200)
  const { body: invitation } = await ada.call<{ code: string }>('POST', '/api/auth/invitations')
  const newcomer = { username: 'grace', password: 'another long horse 77', code: invitation.code }
  expect((await post(site.url, '/api/auth/register', newcomer, visitor)).status).toBe(201)
  const acceptSaves = await site.refuseSaves()
  expect((await ada.call('PATCH', '/api/newsletters/1', { title: 'Never' })).status).toBe(503)
  await acceptSaves()

  await expect.poll(() => logged(site, 'request failed')).toHaveLength(1)
  const counted = logged(site, 'mails').map(({ kind, issue, sent, refused, unsure, deferred }) => ({
    kind,
    issue,
    sent,
    refused,
    unsure,
    deferred,
  }))
  const none = { issue: null, sent: 0, refused: 0, unsure: 0, deferred: 0 }
  expect(counted.slice(0, 2)).toEqual([
    { ...none, kind: 'confirmation', sent: 1 },
    { ...none, kind: 'confirmation', refused: 1 },
  ])
  const batches = counted.filter(({ kind }) => kind === 'issue')
  expect(batches.map(({ issue }) => issue)).toEqual(batches.map(() => 1))
  expect(batches.reduce((sum, { sent }) => sum + Number(sent), 0)).toBe(2)
  expect(batches.reduce((sum, { refused }) => sum + Number(refused), 0)).toBe(1)
  expect(counted.find(({ kind }) => kind === 'test')).toEqual({ ...none, kind: 'test', sent: 1 })
  expect(await scrape(site)).toMatchObject({
    'mails_total{kind="confirmation",outcome="sent"}': 1,
    'mails_total{kind="confirmation",outcome="refused"}': 1,
    'mails_total{kind="issue",outcome="sent"}': 2,
    'mails_total{kind="issue",outcome="refused"}': 1,
    'mails_total{kind="test",outcome="sent"}': 1,
    'mails_total{kind="notice",outcome="sent"}': 1,
    'sign_ins_total{outcome="registered"}': 1,
    'sign_ins_total{outcome="refused"}': 1,
  })

  const tokens = server.mails.flatMap(({ text }) =>
    [...text.matchAll(/token=([\w.~-]+)/g)].map(([, token]) => token),
  )
  expect(tokens.length).toBeGreaterThan(3)
  const answers = await Promise.all(metricsUrls(site).map((url) => ask(url, '/metrics')))
  const everything = [site.output(), ...answers.map(({ text }) => text)].join('\n')
  // The remote of replicas is on this machine, and the log names it.
  const network = everything.replaceAll(new URL(site.env.GIT_REMOTE ?? 'http://localhost').host, '')
  expect(/.{0,80}127\.0\.0\.1.{0,40}/.exec(network)?.[0]).toBeUndefined()
  const private_ = [
    'ada@example.org',
    'visitor@example.org',
    'nobody@example.org',
    'mallory',
    'geheim',
    '203.0.113.77',
    person(0),
    person(1),
    person(2),
    admin.ADMIN_PASSWORD,
    newcomer.password,
    invitation.code,
    'Agent-of-visitor',
    ada.cookie.split('=')[1] ?? '',
    ...tokens.filter((token) => token !== 'test'),
  ]
  expect(private_.filter((value) => value === '' || everything.includes(String(value)))).toEqual([])
})

test('a wrong METRICS_PORT, or one in use, stops the start with one sentence', async () => {
  await using repository = await temporaryRepository()
  await using data = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) await repository.write(`content/${name}`, text)
  await repository.commit('Content')
  const good = { CONTENT_DIR: repository.path('content') }
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  try {
    for (const [METRICS_PORT, sentence] of [
      ['9464x', "METRICS_PORT must be a whole number from 0 to 65535, and '9464x' is not."],
      [String(port), `METRICS_PORT ${port} is in use on 127.0.0.1 by another program.`],
    ] as const) {
      await expect(
        startHere({ ...good, DATA_DIR: path.join(data.path, METRICS_PORT), METRICS_PORT }),
      ).rejects.toThrow(sentence)
    }
  } finally {
    other.close()
  }
})
