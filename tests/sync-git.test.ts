import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import type { RemotePlace } from '../server/git/remote/remote.ts'
import { gitServer } from './git-server.ts'
import { processesNow } from './processes-now.ts'
import { eventually } from './running-site.ts'
import {
  edited,
  type SyncedSite,
  type SyncWorld,
  syncedSite,
  syncWorld,
  tipOf,
} from './sync-fixture.ts'
import { git, gitEnvironment, repositoryAt } from './temp-repository.ts'
import { everyByte, expectSound } from './write-lane-fixture.ts'

const warp = 'articles/2026/warp.md'
const token = 't0ken-that-nobody-sees'

/** Both sides change something, so that a sync fetches, merges and pushes. */
async function bothChange(world: SyncWorld, site: SyncedSite): Promise<void> {
  const path = `content/${warp}`
  await site.save(warp, await edited(site.repository.path(path), 'Paragraph 0', 'Paragraph zero'))
  await world.writer.git('pull', '-q', '--no-rebase', 'origin', 'main')
  await world.writer.write(
    path,
    await edited(world.writer.path(path), 'Paragraph 4', 'Paragraph four'),
  )
  await world.push()
}

async function expectInStep(world: SyncWorld, site: SyncedSite): Promise<void> {
  expect(await site.sync()).toMatchObject({ state: 'idle', error: null, ahead: 0, behind: 0 })
  await expectSame(world, site)
}

async function expectSame(world: SyncWorld, site: SyncedSite): Promise<void> {
  expect(await tipOf(world.bare)).toBe(await tipOf(site.repository.root))
  await expectSound(site.repository)
}

async function siteWith(
  world: SyncWorld,
  place: RemotePlace,
  variables: Record<string, string>,
  idle?: number,
) {
  const root = join(world.folder.path, `site-${Math.random().toString(36).slice(2)}`)
  await git(world.folder.path, ['clone', '-q', world.bare, root])
  return syncedSite(repositoryAt(root), place, {
    variables: { ...gitEnvironment(), ...variables },
    idle,
  })
}

async function script(path: string, lines: string): Promise<string> {
  await writeFile(path, `#!/bin/sh\n${lines}\n`)
  await chmod(path, 0o755)
  return path
}

/** A folder for `PATH` whose `ssh` logs its arguments and runs the command on this machine. */
async function pretendSsh(world: SyncWorld): Promise<{ variables: { PATH: string }; log: string }> {
  const folder = join(world.folder.path, 'bin')
  const log = join(world.folder.path, 'ssh.log')
  await mkdir(folder)
  await writeFile(log, '')
  await script(
    join(folder, 'ssh'),
    `printf '%s\\n' "$*" >> '${log}'\nwhile [ "\${1#-}" != "$1" ]; do [ "$1" = -o ] || [ "$1" = -p ] && shift; shift; done\nshift\nexec sh -c "$*"`,
  )
  return { variables: { PATH: `${folder}${delimiter}${process.env.PATH}` }, log }
}

test('over ssh, in both forms of an address: fetched, merged and pushed, and ssh may not ask', async () => {
  await using world = await syncWorld()
  const { variables, log } = await pretendSsh(world)
  for (const url of [
    `ssh://git@git.example.org:2222${world.bare}`,
    `git.example.org:${world.bare}`,
  ]) {
    await using site = await siteWith(world, { kind: 'ssh', url }, variables)
    await bothChange(world, site)
    await expectInStep(world, site)
    expect((await site.state()).remote).toBe(url)
  }
  const calls = (await readFile(log, 'utf8')).trim().split('\n')
  expect(calls.filter((call) => !call.includes('-o BatchMode=yes'))).toEqual([])
  for (const [host, service] of [
    ['-p 2222 git@git.example.org', 'git-upload-pack'],
    ['-p 2222 git@git.example.org', 'git-receive-pack'],
    ['git.example.org', 'git-receive-pack'],
  ])
    expect(calls.some((call) => call.includes(`${host} ${service} '${world.bare}'`))).toBe(true)
})

test('the user’s ssh settings apply: by a variable, or in the settings of git', async () => {
  await using world = await syncWorld()
  const { variables, log } = await pretendSsh(world)
  const place: RemotePlace = { kind: 'ssh', url: `git.example.org:${world.bare}` }
  await using byVariable = await siteWith(world, place, {
    ...variables,
    GIT_SSH_COMMAND: 'ssh -o User=ada',
  })
  await expectInStep(world, byVariable)
  await using bySetting = await siteWith(world, place, variables)
  await bySetting.repository.git('config', 'core.sshCommand', 'ssh -o User=bob')
  await expectInStep(world, bySetting)
  const calls = await readFile(log, 'utf8')
  expect([
    calls.includes('User=ada'),
    calls.includes('User=bob'),
    calls.includes('BatchMode'),
  ]).toEqual([true, true, false])
})

test('a key that ssh rejects and an unknown host are reported in one sentence each', async () => {
  await using world = await syncWorld()
  const place: RemotePlace = { kind: 'ssh', url: `git@git.example.org:${world.bare}` }
  for (const [said, sentence] of [
    [
      'git@git.example.org: Permission denied (publickey).',
      /^The remote git\.example\.org does not accept an ssh key/,
    ],
    ['Host key verification failed.', /^ssh does not know the remote git\.example\.org/],
  ] as const) {
    const refusing = await script(
      join(world.folder.path, 'refusing'),
      `echo '${said}' >&2; exit 255`,
    )
    await using site = await siteWith(world, place, { GIT_SSH_COMMAND: refusing })
    const state = await site.sync()
    expect([state.state, state.error?.message]).toEqual(['failed', expect.stringMatching(sentence)])
    await expectSound(site.repository)
  }
})

test('a hanging remote is aborted with all its processes, even when they ignore the signal', async () => {
  await using world = await syncWorld()
  const place: RemotePlace = { kind: 'ssh', url: `git.example.org:${world.bare}` }
  const mark = `hanging-${Math.random().toString(36).slice(2)}`
  const stubborn = await script(
    join(world.folder.path, mark),
    `trap '' TERM INT HUP\nwhile true; do sleep 1 & wait; done`,
  )
  const left = async () => (await processesNow()).filter((line) => line.includes(mark))
  await using site = await siteWith(world, place, { GIT_SSH_COMMAND: stubborn }, 400)
  const state = await site.sync()
  expect(state.error?.message).toBe('The remote git.example.org does not answer in time.')
  expect(state.next).toBeTruthy()
  await eventually(async () => (await left()).length === 0)

  // A server that is shutting down does not wait for it.
  await using stopping = await siteWith(world, place, { GIT_SSH_COMMAND: stubborn }, 3_600_000)
  const running = stopping.sync()
  await eventually(async () => (await left()).length > 0)
  await stopping[Symbol.asyncDispose]()
  await running
  await eventually(async () => (await left()).length === 0)
})

test('a push that is never answered is aborted, and the server gets the commits later', async () => {
  await using world = await syncWorld()
  await using server = await gitServer(world.folder.path)
  const place: RemotePlace = { kind: 'server', url: server.urlOf('remote.git'), credentials: null }
  await using site = await siteWith(world, place, {}, 3000)
  await site.save(warp, 'changed\n')
  server.behave({ kind: 'before-push', act: () => new Promise(() => {}) })
  const state = await site.sync()
  expect(state).toMatchObject({ state: 'failed', ahead: 1 })
  expect(state.error?.message).toMatch(/^The remote 127\.0\.0\.1:\d+ does not answer in time\.$/)
  await expectInStep(world, site)
})

test('a repository without a commit gets the commits of the remote, and an empty remote those of the site', async () => {
  await using world = await syncWorld()
  const begun = repositoryAt(join(world.folder.path, 'begun'))
  await git(world.folder.path, ['init', '-q', begun.root])
  await mkdir(begun.path('content'))
  await using site = await syncedSite(begun, { kind: 'folder', path: world.bare })
  await expectInStep(world, site)
  expect(await readFile(begun.path('beside.txt'), 'utf8')).toBe('beside the content\n')
  const empty = join(world.folder.path, 'empty.git')
  await git(world.folder.path, ['init', '-q', '--bare', empty])
  await using other = await syncedSite(begun, { kind: 'folder', path: empty })
  expect(await other.sync()).toMatchObject({ state: 'idle', lastPush: expect.any(String) })
  expect(await tipOf(empty)).toBe(await tipOf(world.bare))
})

test('no process and no file shows the token, and git gets it', async () => {
  await using world = await syncWorld()
  const seen: Array<string> = []
  await using server = await gitServer(world.folder.path, {
    credentials: `x-access-token:${token}`,
    onRequest: async () => void seen.push(...(await processesNow())),
  })
  const place: RemotePlace = {
    kind: 'server',
    url: server.urlOf('remote.git'),
    credentials: { username: 'x-access-token', token },
  }
  // A credential helper that would store the token.
  const stolen = join(world.folder.path, 'stolen')
  const home = join(world.folder.path, 'gitconfig')
  await writeFile(home, `[credential]\n\thelper = "!cat >> '${stolen}'; :"\n`)
  await using site = await siteWith(world, place, {
    GIT_CONFIG_GLOBAL: home,
    GIT_TRACE_CURL: '1',
    GIT_TRACE_REDACT: '0',
  })
  await bothChange(world, site)
  await expectInStep(world, site)
  expect(seen.filter((line) => /git.*(ls-remote|fetch|push)/.test(line)).length).toBeGreaterThan(3)
  expect(seen.filter((line) => line.includes(token))).toEqual([])
  await expect(readFile(stolen)).rejects.toThrow()
  expect([...everyByte(site.repository.root)].filter(([, bytes]) => bytes.includes(token))).toEqual(
    [],
  )
})

test('the token is sent to the host of the remote only, also after a redirect', async () => {
  await using world = await syncWorld()
  const headers: Array<string> = []
  await using other = await gitServer(world.folder.path, {
    credentials: `x-access-token:${token}`,
    onRequest: async (req) => void headers.push(req.headers.authorization ?? 'nothing'),
  })
  const elsewhere = new URL(other.urlOf('remote.git'))
  elsewhere.hostname = 'localhost'
  const server = createServer((req, res) => {
    res.writeHead(302, { Location: `${elsewhere.origin}${req.url}` }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const place: RemotePlace = {
    kind: 'server',
    url: `http://127.0.0.1:${port}/remote.git`,
    credentials: { username: 'x-access-token', token },
  }
  try {
    await using site = await siteWith(world, place, {})
    expect((await site.sync()).error?.message).toBe(
      `The remote 127.0.0.1:${port} sends git to ${elsewhere.host}, which GIT_TOKEN is not for.`,
    )
    expect(new Set(headers)).toEqual(new Set(['nothing']))
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})

test('without a token a credential helper of the machine is used', async () => {
  await using world = await syncWorld()
  await using server = await gitServer(world.folder.path, { credentials: `ada:${token}` })
  const home = join(world.folder.path, 'gitconfig')
  await writeFile(
    home,
    `[credential]\n\thelper = "!echo username=ada; echo password=${token}; :"\n`,
  )
  const url = server.urlOf('remote.git')
  await using site = await siteWith(
    world,
    { kind: 'server', url, credentials: null },
    { GIT_CONFIG_GLOBAL: home },
  )
  await bothChange(world, site)
  await expectInStep(world, site)

  // The address contains the user, the helper provides the password.
  await writeFile(home, `[credential]\n\thelper = "!echo password=${token}; :"\n`)
  const named: RemotePlace = { kind: 'server', url, credentials: { username: 'ada', token: '' } }
  await using other = await siteWith(world, named, { GIT_CONFIG_GLOBAL: home })
  await expectInStep(world, other)
})

test('a token in place of the user name is sent as a token', async () => {
  await using world = await syncWorld()
  await using server = await gitServer(world.folder.path, { credentials: `${token}:` })
  const place: RemotePlace = {
    kind: 'server',
    url: server.urlOf('remote.git'),
    credentials: { username: token, token: '' },
  }
  await using site = await siteWith(world, place, {})
  await bothChange(world, site)
  await expectInStep(world, site)
})

test('an interrupted fetch is completed: a commit without its files is fetched again', async () => {
  await using world = await syncWorld()
  const site = await world.site('site')
  await site.sync()
  await world.writer.write(
    `content/${warp}`,
    await edited(world.writer.path(`content/${warp}`), '4 of', 'four of'),
  )
  const commit = await world.push()
  const name = `.git/objects/${commit.slice(0, 2)}/${commit.slice(2)}`
  await mkdir(site.repository.path(`.git/objects/${commit.slice(0, 2)}`), { recursive: true })
  await writeFile(site.repository.path(name), await readFile(world.writer.path(name)), {
    mode: 0o444,
  })
  await expectInStep(world, site)
  expect(await readFile(site.repository.path(`content/${warp}`), 'utf8')).toContain('four of')
})

/** A sync of a site whose remote has lost commits: it says which, and both are equal afterwards. */
async function expectPushedAgain(
  world: SyncWorld,
  site: SyncedSite,
  lost: string | null,
): Promise<void> {
  await site.sync()
  // The next rounds, which find nothing, leave it to be read.
  const { state, error } = await site.sync()
  expect(state).toBe('rewound')
  expect(error?.message).toContain(
    `has lost commits that were in it, the last one ${lost?.slice(0, 7)}; the site still has them and pushes them again`,
  )
  await expectSame(world, site)
}

test('a remote that was reset gets all commits again, and one that was rewritten is merged; both are told', async () => {
  await using world = await syncWorld()
  const site = await world.site('site')
  await bothChange(world, site)
  await expectInStep(world, site)
  const before = (await git(world.bare, ['rev-parse', 'main~1'])).trim()
  const lost = await tipOf(world.bare)
  await git(world.bare, ['update-ref', 'refs/heads/main', before])
  await expectPushedAgain(world, site, lost)
  const { writer } = world
  await writer.git('fetch', '-q', 'origin')
  await writer.git('reset', '-q', '--hard', 'origin/main~1')
  await writer.write('beside.txt', 'another history\n')
  await writer.commit('Rewritten')
  await writer.git('push', '-q', '-f', 'origin', 'main')
  await expectPushedAgain(world, site, lost)
  expect(await readFile(site.repository.path('beside.txt'), 'utf8')).toBe('another history\n')
  expect(await readFile(site.repository.path(`content/${warp}`), 'utf8')).toContain(
    'Paragraph zero',
  )
})

test('hooks of the checkout are not run, those of the remote are; their rejection, and a stale lock, is reported with its reason', async () => {
  await using world = await syncWorld()
  const site = await world.site('site')
  await mkdir(site.repository.path('.git/hooks'), { recursive: true })
  const ran = join(world.folder.path, 'ran')
  for (const name of ['pre-push', 'reference-transaction'])
    await script(site.repository.path(`.git/hooks/${name}`), `touch '${ran}'; exit 1`)
  await site.save(warp, 'changed\n')
  await expectInStep(world, site)
  await expect(readFile(ran)).rejects.toThrow()
  const hook = await script(
    join(world.bare, 'hooks', 'pre-receive'),
    `echo 'error: main is protected' >&2; exit 1`,
  )
  await site.save(warp, 'changed again\n')
  expect(await site.sync()).toMatchObject({
    state: 'failed',
    ahead: 1,
    error: {
      message:
        'The remote does not take commits on main: pre-receive hook declined (main is protected).',
    },
  })
  await rm(hook)
  const lock = join(world.bare, 'refs', 'heads', 'main.lock')
  await writeFile(lock, '')
  expect(await site.sync()).toMatchObject({
    state: 'waiting',
    ahead: 1,
    error: {
      message: expect.stringMatching(
        /^The remote does not take commits on main: failed to update ref \(.*main\.lock/,
      ),
    },
  })
  await rm(lock)
  await expectInStep(world, site)
})

test('a shallow clone, one with borrowed objects, and one with packed refs are synced as well', async () => {
  await using world = await syncWorld()
  await world.writer.write('beside.txt', 'second\n')
  await world.push()
  for (const [name, args] of [
    ['shallow', ['--depth', '1', `file://${world.bare}`]],
    ['borrowing', ['--reference', world.writer.root, world.bare]],
    ['packed', [world.bare]],
  ] as const) {
    const repository = repositoryAt(join(world.folder.path, name))
    await git(world.folder.path, ['clone', '-q', ...args, name])
    await using site = await syncedSite(repository, { kind: 'folder', path: world.bare })
    await bothChange(world, site)
    await repository.git('pack-refs', '--all')
    await expectInStep(world, site)
    await site.save(`news/${name}.txt`, 'new\n')
    expect(await site.state()).toMatchObject({ ahead: 1, behind: 0 })
  }
})

test("a writer's own fetches and gc in the same clone do not disturb the sync", async () => {
  await using world = await syncWorld()
  const site = await world.site('site')
  const { repository } = site
  let isOver = false
  const beside = async () => {
    while (!isOver) {
      await repository.git('gc', '-q')
      // A fetch that loses the race for a ref fails and is repeated; nothing is lost.
      await repository.git('fetch', '-q', 'origin').catch(() => '')
    }
  }
  const busy = beside()
  try {
    await world.writer.write('content/news/theirs.txt', 'theirs\n')
    await world.push()
    await site.save('news/ours.txt', 'ours\n')
    expect(await site.sync()).toMatchObject({ state: 'idle', error: null, ahead: 0, behind: 0 })
  } finally {
    isOver = true
    await busy
  }
  await expectInStep(world, site)
  expect(
    (await git(world.bare, ['ls-tree', '--name-only', 'main', 'content/news/'])).trim().split('\n'),
  ).toHaveLength(2)
})

test('three sites that push to one folder at the same moment lose nothing and report no fault', async () => {
  await using world = await syncWorld()
  const sites = await Promise.all(['one', 'two', 'three'].map((name) => world.site(name)))
  await Promise.all(sites.map((site, at) => site.save(`news/${at}.txt`, 'new\n')))
  const states = await Promise.all(sites.map((site) => site.sync()))
  expect(states.map(({ error }) => error)).toEqual([null, null, null])
  for (const site of [...sites, ...sites]) await site.sync()
  for (const site of sites) await expectInStep(world, site)
  expect(
    (await git(world.bare, ['ls-tree', '--name-only', 'main', 'content/news/'])).trim().split('\n'),
  ).toHaveLength(3)
  expect(await git(world.bare, ['fsck', '--strict', '--no-dangling'])).toBe('')
})
