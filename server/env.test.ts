import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { EnvError } from './env/env-error.ts'
import { readEnv } from './env.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'session-notes-env-'))
const file = path.join(folder, 'a-file')
writeFileSync(file, '')
afterAll(() => rmSync(folder, { recursive: true }))

const read = (variables: Record<string, string>) =>
  readEnv({ CONTENT_DIR: folder, DATA_DIR: path.join(folder, 'data'), ...variables }, folder)

test('without settings the site is at port 3000 of this machine', () => {
  expect(read({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    heldSocket: null,
    metrics: null,
    siteUrl: null,
    contentDir: folder,
    dataDir: path.join(folder, 'data'),
    gitBranch: null,
    gitWrite: 'checkout',
    remote: null,
    hookSecret: null,
    cdnPurge: null,
    drainSeconds: 0,
    trustProxy: false,
    sessionSecrets: [],
    admin: null,
    openai: { apiKey: null, baseURL: null, model: null },
    assistDailyLimit: 100,
    mail: null,
    newsletter: null,
    databaseUrl: null,
    development: false,
  })
})

test.each([
  ['PORT', 'abc'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '3000.5'],
  ['OPENAI_DAILY_LIMIT', '0'],
  ['OPENAI_DAILY_LIMIT', '100000'],
  ['HOST', 'not a host'],
  ['HOST', 'http://localhost'],
  ['METRICS_PORT', '70000'],
  ['METRICS_PORT', '3000'],
  ['SITE_URL', 'example.org'],
  ['SITE_URL', 'https://example.org/blog'],
  ['SITE_URL', 'https://user:secret@example.org'],
  ['SITE_URL', 'https://example.org/?a'],
  ['SITE_URL', 'javascript:alert(1)'],
  ['CONTENT_DIR', '/nowhere/at/all'],
  ['CONTENT_DIR', file],
  ['CONTENT_DIR', `${file}/below`],
  ['DATA_DIR', file],
  ['DATA_DIR', '/proc/session-notes/data'],
  ['GIT_BRANCH', '../HEAD'],
  ['GIT_BRANCH', 'a b'],
  ['GIT_BRANCH', '-x'],
  ['GIT_BRANCH', 'x.lock'],
  ['GIT_BRANCH', '@'],
  ['GIT_REMOTE', 'ssh://git@example.org'],
  ['GIT_REMOTE', 'ssh://git:s3cret@example.org/site.git'],
  ['GIT_REMOTE', 'ssh://-oProxyCommand=touch/site.git'],
  ['GIT_REMOTE', '-oProxyCommand=touch@example.org:site.git'],
  ['GIT_REMOTE', 'git@-oProxyCommand=touch:site.git'],
  ['GIT_REMOTE', 'ext::sh -c touch'],
  ['GIT_REMOTE', 'git@example.org:'],
  ['GIT_REMOTE', 'ftp://example.org/site.git'],
  ['GIT_REMOTE', 'https://example.org/site.git?a=b'],
  ['GIT_REMOTE', 'https://%zz@example.org/site.git'],
  ['GIT_SYNC_SECONDS', '0'],
  ['GIT_SYNC_SECONDS', '86401'],
  ['DRAIN_SECONDS', '-1'],
  ['DRAIN_SECONDS', '301'],
  ['GIT_TOKEN', 'two words'],
  ['CDN_PURGE_URL', 'cdn.example.org/purge'],
  ['CDN_PURGE_URL', 'https://user:secret@cdn.example.org/purge'],
  ['CDN_PURGE_TOKEN', 'two words'],
  ['TRUST_PROXY', 'maybe'],
  ['TRUST_PROXY', '-1'],
  ['TRUST_PROXY', '10.0.0.300'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.0/0'],
  ['TRUST_PROXY', '::1/129'],
  ['TRUST_PROXY', '10.0.0.1,,'],
])('%s=%s is refused by one sentence that names it', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(EnvError)
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+$`))
})

test.each([
  ['off', false],
  ['0', false],
  ['on', true],
  ['2', 2],
  ['loopback', 'loopback'],
  ['loopback, 10.0.0.0/8, ::1, fd00::/8', 'loopback, 10.0.0.0/8, ::1, fd00::/8'],
])('TRUST_PROXY=%s is taken as %j', (value, expected) => {
  expect(read({ TRUST_PROXY: value }).trustProxy).toBe(expected)
})

test('values are trimmed, empty ones count as none, and an origin has no slash at its end', () => {
  expect(read({ PORT: ' 0 ', HOST: '', SITE_URL: ' https://Example.org:443/ ' })).toMatchObject({
    port: 0,
    host: '127.0.0.1',
    siteUrl: 'https://example.org',
  })
})

test('metrics are served on this machine alone unless a host is named', () => {
  expect(read({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' })
  expect(read({ METRICS_PORT: '0', METRICS_HOST: '0.0.0.0', PORT: '0' }).metrics).toEqual({
    port: 0,
    host: '0.0.0.0',
  })
  expect(() => read({ METRICS_HOST: '0.0.0.0' })).toThrow(
    'METRICS_PORT must be set when METRICS_HOST is.',
  )
  expect(() => read({ METRICS_PORT: '9464', METRICS_HOST: 'a b' })).toThrow(
    /^METRICS_HOST must be an address/,
  )
})

test('writing through needs a database and a remote, and its content folder may be missing', () => {
  const needs = { DATABASE_URL: 'postgres://localhost/site', GIT_REMOTE: 'site.git' }
  const CONTENT_DIR = path.join(folder, 'filled', 'content')
  expect(read({ ...needs, GIT_WRITE: 'through', CONTENT_DIR })).toMatchObject({
    gitWrite: 'through',
    contentDir: CONTENT_DIR,
  })
  expect(existsSync(CONTENT_DIR)).toBe(true)
  const refused: Array<[Record<string, string>, string]> = [
    [
      { ...needs, GIT_WRITE: 'both' },
      "GIT_WRITE must be through or not be set, and 'both' is neither.",
    ],
    [
      { ...needs, GIT_WRITE: 'through', DATABASE_URL: '' },
      'DATABASE_URL must be set when GIT_WRITE is through.',
    ],
    [
      { ...needs, GIT_WRITE: 'through', GIT_REMOTE: '' },
      'GIT_REMOTE must be set when GIT_WRITE is through.',
    ],
    [
      { ...needs, GIT_WRITE: 'through', NODE_ENV: 'development' },
      "GIT_WRITE can't be through in development",
    ],
  ]
  for (const [variables, says] of refused) expect(() => read(variables)).toThrow(says)
})

test('a remote is a folder or a server, whose credentials stand apart from its address', () => {
  const remote = (variables: Record<string, string>) => read(variables).remote
  expect(remote({ GIT_REMOTE: 'site.git' })).toEqual({
    place: { kind: 'folder', path: path.join(folder, 'site.git') },
    seconds: 60,
    lost: null,
  })
  expect(remote({ GIT_REMOTE: 'file:///srv/a%20b.git', GIT_SYNC_SECONDS: '5' })).toEqual({
    place: { kind: 'folder', path: '/srv/a b.git' },
    seconds: 5,
    lost: null,
  })
  const server = (credentials: unknown) => ({
    kind: 'server',
    url: 'https://example.org/site.git',
    credentials,
  })
  const at = (variables: Record<string, string>) => remote(variables)?.place
  expect(at({ GIT_REMOTE: 'https://example.org/site.git' })).toEqual(server(null))
  expect(at({ GIT_REMOTE: 'https://example.org/site.git', GIT_TOKEN: 't0ken' })).toEqual(
    server({ username: 'x-access-token', token: 't0ken' }),
  )
  expect(at({ GIT_REMOTE: 'https://ada:t%40@example.org/site.git' })).toEqual(
    server({ username: 'ada', token: 't@' }),
  )
  expect(at({ GIT_REMOTE: 'https://deploy@example.org/site.git', GIT_TOKEN: 't0ken' })).toEqual(
    server({ username: 'deploy', token: 't0ken' }),
  )
})

test.each([
  'ssh://git@example.org/notes/site.git',
  'ssh://example.org:2222/~notes/site.git',
  'git@example.org:notes/site.git',
  'work:site.git',
  'git@[::1]:site.git',
])('the remote %s is reached by ssh, without a token', (url) => {
  expect(read({ GIT_REMOTE: url, GIT_TOKEN: 't0ken' }).remote?.place).toEqual({ kind: 'ssh', url })
})

test('no sentence about a bad remote tells a password', () => {
  expect(() => read({ GIT_REMOTE: 'ssh://ada:s3cret@example.org/site.git' })).toThrow(
    /^(?!.*s3cret)/,
  )
  expect(() => read({ GIT_TOKEN: 's3cret token' })).toThrow(/^(?!.*s3cret)/)
})

const sender = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'notes@example.org' }

test('mails need a server and a sender, with or without a name', () => {
  expect(read(sender).mail).toEqual({
    smtpUrl: 'smtp://localhost',
    from: { name: '', address: 'notes@example.org' },
  })
  for (const from of ['Session Notes <notes@example.org>', '"Session Notes" <notes@example.org>'])
    expect(read({ ...sender, MAIL_FROM: from }).mail?.from).toEqual({
      name: 'Session Notes',
      address: 'notes@example.org',
    })
})

test.each([
  ['SMTP_URL', { MAIL_FROM: 'notes@example.org' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://localhost' }],
  ['SMTP_URL', { ...sender, SMTP_URL: 'https://user:s3cret@localhost' }],
  ['SMTP_URL', { ...sender, SMTP_URL: 's3cret' }],
  ['MAIL_FROM', { ...sender, MAIL_FROM: 'Session Notes' }],
  ['MAIL_FROM', { ...sender, MAIL_FROM: 'a@example.org, b@example.org' }],
  ['MAIL_FROM', { ...sender, MAIL_FROM: 'Notes\nBcc: x <a@example.org>' }],
] as Array<[string, Record<string, string>]>)(
  'mail settings: %s of %j is refused by one sentence',
  (name, variables) => {
    expect(() => read(variables)).toThrow(new RegExp(`^${name} (?!.*s3cret)[^\\n]+$`))
  },
)

const webhook = {
  NEWSLETTER_PROVIDER: 'webhook',
  NEWSLETTER_URL: 'https://example.org/hook',
  NEWSLETTER_API_KEY: 'key',
}
const listmonk = {
  ...webhook,
  NEWSLETTER_PROVIDER: 'listmonk',
  NEWSLETTER_API_KEY: 'api:key',
  NEWSLETTER_LIST: '3, 4',
}

test('each provider has its own settings', () => {
  const newsletter = (variables: Record<string, string>) => read(variables).newsletter
  expect(newsletter(webhook)).toEqual({
    kind: 'webhook',
    url: 'https://example.org/hook',
    apiKey: 'key',
  })
  expect(newsletter(listmonk)).toMatchObject({ kind: 'listmonk', apiKey: 'api:key', lists: [3, 4] })
  expect(newsletter({ NEWSLETTER_PROVIDER: 'buttondown', NEWSLETTER_API_KEY: 'key' })).toEqual({
    kind: 'buttondown',
    url: 'https://api.buttondown.com',
    apiKey: 'key',
    tag: null,
  })
})

test.each([
  ['NEWSLETTER_PROVIDER', { ...webhook, NEWSLETTER_PROVIDER: 'mailchimp' }],
  ['NEWSLETTER_PROVIDER', { NEWSLETTER_API_KEY: 's3cret' }],
  ['NEWSLETTER_API_KEY', { ...webhook, NEWSLETTER_API_KEY: '' }],
  ['NEWSLETTER_API_KEY', { ...webhook, NEWSLETTER_API_KEY: 's3cret\u00e9' }],
  ['NEWSLETTER_API_KEY', { ...listmonk, NEWSLETTER_API_KEY: 's3cret' }],
  ['NEWSLETTER_URL', { ...webhook, NEWSLETTER_URL: '' }],
  ['NEWSLETTER_URL', { ...webhook, NEWSLETTER_URL: 'ftp://example.org' }],
  ['NEWSLETTER_LIST', { ...listmonk, NEWSLETTER_LIST: '' }],
  ['NEWSLETTER_LIST', { ...listmonk, NEWSLETTER_LIST: 'weekly' }],
] as Array<[string, Record<string, string>]>)(
  'newsletter settings: %s of %j is refused by one sentence',
  (name, variables) => {
    expect(() => read(variables)).toThrow(new RegExp(`^${name} (?!.*s3cret)[^\\n]+$`))
  },
)

test('a socket that systemd holds is taken by the process it is meant for', () => {
  const held = (count: string, pid: number) => read({ LISTEN_FDS: count, LISTEN_PID: `${pid}` })
  expect(held('1', process.pid).heldSocket).toBe(3)
  // A program that the process starts inherits the variables.
  expect(held('1', process.ppid).heldSocket).toBeNull()
  expect(() => held('2', process.pid)).toThrow('one ListenStream')
})
