import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { ask } from './http-client.ts'
import { articleFile, endedSite, eventually, siteEnvironment, startSite } from './running-site.ts'
import { startHere } from './site-here.ts'
import { temporaryFolder, temporaryRepository } from './temp-repository.ts'

const repository = await temporaryRepository()
const data = await temporaryFolder()
await repository.write('content/articles/a.md', articleFile({ id: '1', title: 'A' }))
await repository.write(
  'content/site.yaml',
  'name: N\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
)
await repository.commit('Content')
afterAll(async () => {
  await repository[Symbol.asyncDispose]()
  await data[Symbol.asyncDispose]()
})

const good = { CONTENT_DIR: repository.path('content'), DATA_DIR: data.path }
const aFile = repository.path('content/articles/a.md')
/** Without an administrator, a start also prints how the first one registers. */
const withoutSetUp = (output: string) => output.replace(/^There is no administrator yet\..*$/m, '')

/**
 * The sentence with which a start in this process fails; the process of a site prints it and ends
 * with 1.
 */
async function refusal(env: Record<string, string>): Promise<string> {
  await using folder = await temporaryFolder()
  const started = startHere({ ...good, DATA_DIR: folder.path, ...env })
  const site = await started.catch((error: Error) => error.message)
  if (typeof site === 'string') return site
  await site.stop()
  return 'it started'
}

// server/env.test.ts covers every invalid value; here is one for each place where a start can fail.
test.each([
  ['HOST', '192.0.2.1'],
  ['SITE_URL', 'https://example.org/blog'],
  ['CONTENT_DIR', '/nowhere/at/all'],
  ['DATA_DIR', `${aFile}/below`],
  ['GIT_BRANCH', 'no-such-branch'],
  ['TRUST_PROXY', '10.0.0.300'],
  ['CDN_PURGE_URL', 'https://user:secret@cdn.example.org'],
])('%s=%s stops the start with one sentence that names it', async (name, value) => {
  const sentence = await refusal({ [name]: value })
  expect(sentence).toContain(name)
  expect(sentence).not.toMatch(/\n| at .*:\d+|Error:|secret/)
})

test('a process that can not start prints the sentence alone, and ends with 1', async () => {
  const wrong = await endedSite({ ...good, PORT: 'abc' }, repository.root)
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringMatching(/^PORT .*\.\n$/)])
})

test('a machine without the program git, or with an old one, stops the start with one sentence', async () => {
  await using folder = await temporaryFolder()
  vi.stubEnv('PATH', folder.path)
  onTestFinished(() => void vi.unstubAllEnvs())
  const sentence = 'The site needs the program git, version 2.31 or newer, and'
  expect(await refusal({})).toBe(`${sentence} it can't be started on this machine: there is none.`)
  await writeFile(path.join(folder.path, 'git'), '#!/bin/sh\necho git version 2.25.1\n', {
    mode: 0o755,
  })
  expect(await refusal({})).toBe(`${sentence} this machine has git version 2.25.1.`)
})

test('a port in use is reported in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  try {
    const { port } = other.address() as AddressInfo
    expect(await refusal({ PORT: String(port) })).toBe(
      `PORT ${port} is in use on 127.0.0.1 by another program.`,
    )
  } finally {
    other.close()
  }
})

test('an unreadable repository is reported in one sentence', async () => {
  await using broken = await temporaryRepository()
  await broken.write('content/articles/a.md', articleFile())
  await broken.commit()
  await broken.git('config', 'core.repositoryformatversion', '1')
  await broken.git('config', 'extensions.objectformat', 'sha256')
  expect(await refusal({ CONTENT_DIR: broken.path('content') })).toMatch(
    /^The repository [^\n]*sha256[^\n]*$/,
  )
})

test.each([
  [{ HOST: '0.0.0.0', PORT: ' 0 ', TRUST_PROXY: 'loopback, 10.0.0.0/8, ::1' }],
  [{ TRUST_PROXY: '1', GIT_BRANCH: 'main', SITE_URL: '' }],
])('with %j it serves its pages', async (env) => {
  const site = await startHere({ ...good, ...env })
  try {
    expect((await ask(site.url, '/article/a')).status).toBe(200)
  } finally {
    await site.stop()
  }
})

test.each([
  ['on', {}, true],
  ['1', { 'X-Forwarded-For': '192.0.2.1' }, false],
  ['off', {}, false],
  ['off', { 'X-Forwarded-For': '192.0.2.1' }, true],
])(
  'with TRUST_PROXY=%s and requests with %j a warning in one sentence: %s',
  async (value, headers, warned) => {
    const site = await startHere({ ...good, TRUST_PROXY: value })
    try {
      for (let count = 0; count < 2; count += 1)
        expect((await ask(site.url, '/api/health', { headers })).status).toBe(200)
      const warnings = site
        .output()
        .split('\n')
        .filter((line) => line.includes('TRUST_PROXY'))
      expect(warnings.map((line) => JSON.parse(line).level)).toEqual(warned ? [40] : [])
      if (warned) expect(warnings[0]).toMatch(/number of proxies.* such as 1/)
    } finally {
      await site.stop()
    }
  },
)

test('settings come from .env, real variables win, the line with the address names the site, and SIGINT ends it', async () => {
  await using folder = await temporaryFolder()
  writeFileSync(
    path.join(folder.path, '.env'),
    `SITE_URL=https://from-file.example\nGIT_BRANCH=main\nCONTENT_DIR=${good.CONTENT_DIR}\n`,
  )
  const env = { DATA_DIR: data.path, SITE_URL: 'https://from-variable.example/' }
  const site = await startSite(env, folder.path)
  let code: number | null = null
  try {
    expect((await ask(site.url, '/robots.txt')).text).toContain(
      'https://from-variable.example/sitemap.xml',
    )
    expect((await ask(site.url, '/article/a')).status).toBe(200)
    expect(withoutSetUp(site.output()).trim()).toMatch(
      /^http:\/\/localhost:\d+ \(https:\/\/from-variable\.example\)$/,
    )
  } finally {
    code = await site.stop('SIGINT')
  }
  expect(code).toBe(0)
})

test('the data folder is made when it is missing', async () => {
  await using folder = await temporaryFolder()
  const site = await startHere({ ...good, DATA_DIR: path.join(folder.path, 'deep', 'data') })
  try {
    expect((await ask(site.url, '/article/a')).status).toBe(200)
  } finally {
    await site.stop()
  }
})

test('SIGTERM lets open requests finish and ends with 0, as it does right after the start', async () => {
  const site = await startSite(good, repository.root)
  const { port } = new URL(site.url)
  const body = JSON.stringify({ email: 'stop@example.org', source: 'footer' })
  let answer = ''
  const open = connect(Number(port), '127.0.0.1')
  open.on('data', (chunk) => {
    answer += chunk
  })
  const closed = once(open, 'close')
  open.write(
    `POST /api/subscribe HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  await ask(site.url, '/api/health')
  const ended = site.stop()
  await eventually(async () =>
    ask(site.url, '/').then(
      () => false,
      () => true,
    ),
  )
  open.write(body.slice(10))
  expect(await ended).toBe(0)
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(answer).toContain('{"ok":true}')
  const next = await startSite(good, repository.root)
  expect(await next.stop()).toBe(0)
})

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'npm start serves what is built and prints its address once; %s to npm ends the site, and frees its port',
  async (signal) => {
    const npm = spawn('npm', ['start'], {
      cwd: path.dirname(import.meta.dirname),
      env: siteEnvironment(good),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (chunk) => {
        printed += chunk
      })
    const port = await eventually(
      async () => /^http:\/\/localhost:(\d+)$/m.exec(printed)?.[1],
      90_000,
    )
    expect((await ask(`http://127.0.0.1:${port}`, '/article/a')).status).toBe(200)
    expect(withoutSetUp(printed).match(/http:\/\//g)).toHaveLength(1)
    npm.kill(signal)
    await eventually(() =>
      ask(`http://127.0.0.1:${port}`, '/article/a').then(
        () => false,
        (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
      ),
    )
    // The lock of the data folder is released too.
    const next = await eventually(() => startHere(good).catch(() => null))
    await next.stop()
  },
)
