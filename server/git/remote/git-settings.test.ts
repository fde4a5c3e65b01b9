import { expect, test } from 'vitest'
import { remoteEnvironment } from './git-settings.ts'
import type { RemotePlace } from './remote.ts'

const server: RemotePlace = {
  kind: 'server',
  url: 'http://git.example.org:8080/notes.git',
  credentials: { username: 'ada', token: 's3cret' },
}
const ssh: RemotePlace = { kind: 'ssh', url: 'git.example.org:notes.git' }
const options = {
  gitDir: '/srv/site/.git',
  scheme: 'basic',
  silence: 30,
  hasOwnSsh: false,
} as const

/** The settings in an environment by name; the last of several values. */
function settingsIn(env: Record<string, string | undefined>): Map<string, string | undefined> {
  const numbers = Array.from({ length: Number(env.GIT_CONFIG_COUNT) }, (_, at) => at)
  return new Map(
    numbers.map((at) => [env[`GIT_CONFIG_KEY_${at}`] ?? '', env[`GIT_CONFIG_VALUE_${at}`]]),
  )
}

test('variables for access to a remote are passed to git; those for its folders and logs are not', () => {
  const reach = {
    GIT_SSL_CAINFO: '/etc/ca.pem',
    GIT_HTTP_PROXY_AUTHMETHOD: 'basic',
    GIT_CONFIG_GLOBAL: '/etc/notes.gitconfig',
    HTTPS_PROXY: 'http://proxy.example.org',
    SSH_AUTH_SOCK: '/run/agent',
    HOME: '/srv/notes',
  }
  const dropped = {
    GIT_DIR: '/elsewhere',
    GIT_WORK_TREE: '/elsewhere',
    GIT_INDEX_FILE: '/elsewhere/index',
    GIT_TOKEN: 's3cret',
    GIT_OBJECT_DIRECTORY: '/elsewhere',
    GIT_TRACE: '1',
    GIT_TRACE_CURL: '1',
    GIT_CURL_VERBOSE: '1',
    GIT_REMOTE: 'https://ada:s3cret@git.example.org/notes.git',
    GIT_CONFIG_PARAMETERS: "'a.b=c'",
  }
  const env = remoteEnvironment({ ...reach, ...dropped }, { ...options, place: server })
  expect(env).toMatchObject({
    ...reach,
    GIT_DIR: '/srv/site/.git',
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
  })
  for (const name of Object.keys(dropped))
    if (name !== 'GIT_DIR') expect([name, env[name]]).toEqual([name, undefined])
})

test('settings in the environment stay, and ours follow them', () => {
  const outside = {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.proxy',
    GIT_CONFIG_VALUE_0: 'http://proxy',
  }
  const settings = settingsIn(remoteEnvironment(outside, { ...options, place: server }))
  expect(settings.get('http.proxy')).toBe('http://proxy')
  expect(settings.get('gc.auto')).toBe('0')
})

test('a token is in one variable, and a helper passes it to its host only', () => {
  const env = remoteEnvironment({ GIT_ASKPASS: '/bin/ask' }, { ...options, place: server })
  expect(Object.entries(env).filter(([, value]) => value?.includes('s3cret'))).toEqual([
    ['SESSION_NOTES_GIT_TOKEN', 's3cret'],
  ])
  const settings = settingsIn(env)
  expect(
    [...settings.keys()].filter((key) => key.startsWith('credential.') && key.endsWith('.helper')),
  ).toEqual([
    'credential.helper',
    'credential.http://git.example.org:8080.helper',
    'credential.https://git.example.org:8080.helper',
  ])
  expect([settings.get('credential.helper'), env.GIT_ASKPASS]).toEqual(['', ''])
})

test('a bearer token is in a header for its host, and git follows no redirect', () => {
  const settings = settingsIn(
    remoteEnvironment({}, { ...options, place: server, scheme: 'bearer' }),
  )
  expect(settings.get('http.http://git.example.org:8080/.extraHeader')).toBe(
    'Authorization: Bearer s3cret',
  )
  expect(settings.get('http.followRedirects')).toBe('false')
})

test('without a token the credential helpers of the machine are used', () => {
  for (const credentials of [null, { username: 'ada', token: '' }]) {
    const env = remoteEnvironment(
      { GIT_ASKPASS: '/bin/ask' },
      { ...options, place: { ...server, credentials } },
    )
    expect([settingsIn(env).has('credential.helper'), env.GIT_ASKPASS]).toEqual([false, '/bin/ask'])
  }
})

test('ssh does not prompt, unless the user has configured its command', () => {
  expect(remoteEnvironment({}, { ...options, place: ssh }).GIT_SSH_COMMAND).toContain(
    'BatchMode=yes',
  )
  expect(
    remoteEnvironment({}, { ...options, place: ssh, hasOwnSsh: true }).GIT_SSH_COMMAND,
  ).toBeUndefined()
  expect(
    remoteEnvironment({ GIT_SSH: '/bin/s' }, { ...options, place: ssh }).GIT_SSH_COMMAND,
  ).toBeUndefined()
  expect(
    remoteEnvironment({ GIT_SSH_COMMAND: 'ssh -F x' }, { ...options, place: ssh }).GIT_SSH_COMMAND,
  ).toBe('ssh -F x')
  expect(remoteEnvironment({}, { ...options, place: server }).GIT_SSH_COMMAND).toBeUndefined()
})
