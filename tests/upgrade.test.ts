import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { finishUpgrade } from '../scripts/finish-upgrade.mjs'
import { fillDisk } from './full-disk.ts'
import { folderOnOtherDisk, hasOtherDisk } from './other-disk.ts'
import { sharedPostgres } from './postgres.ts'
import { scriptHere } from './script-here.ts'
import { repositoryAt, temporaryRepository } from './temp-repository.ts'
import { upgradedSite } from './upgraded-site.ts'

const articles = ['moved.md', 'sample-6.md']

test('an upgrade merges the code of the release into own code as git does, brings no file of content, and goes back and forth', async () => {
  await using made = await upgradedSite()
  const { site, upgrade, state, env, runRealNpm } = made
  runRealNpm()
  const before = await state()

  const dry = await upgrade()
  expect(dry).toMatchObject({
    code: 0,
    out: expect.stringContaining('Run the same command with --confirm'),
  })
  expect(dry.out).toMatch(
    /From 0\.2\.0 to 0\.3\.0\.[\s\S]*Upgrade:\nNothing to do\.[\s\S]*Added:\n- Three\./,
  )
  expect(dry.out).not.toContain('Two.')
  expect(dry.out).toContain('Files of yours that change: 0.')
  expect(await state()).toEqual(before)

  // Somebody saves while the release is built.
  env.BEFORE_BUILD = `cd '${site.root}' && echo late > content/late.md && git add content/late.md && git -c user.name=W -c user.email=w@example.org commit -qm Late`
  const done = await upgrade('--confirm')
  expect(done).toMatchObject({ code: 0, err: '' })
  delete env.BEFORE_BUILD
  const content = () => readdir(site.path('content/articles'))
  const text = (file: string) => readFile(site.path(file), 'utf8')
  expect((await content()).sort()).toEqual(articles)
  expect(await text('content/articles/sample-6.md')).toBe('Sample 6, edited\n')
  expect(await text('content/own.md')).toBe('Own article\n')
  expect(await text('content/late.md')).toBe('late\n')
  expect(await text('content/README.md')).toContain('0.3.0')
  expect(await text('content/schema/article.schema.json')).toContain('0.3.0')
  expect(await text('code.txt')).toBe('ONE\ntwo\nthree\nfour\nFIVE\n')
  expect(await text('new/code.txt')).toBe('New.\n')
  expect(await text('dist/code.txt')).toContain('FIVE')
  // The pages that are open still find their files.
  expect((await readdir(site.path('dist/client/assets'))).sort()).toEqual([
    'app-0.2.0.js',
    'app-0.3.0.js',
  ])
  expect(existsSync(site.path('node_modules/part'))).toBe(true)
  expect(await state()).toMatchObject({ files: '', worktrees: before.worktrees, data: before.data })
  expect((await site.git('log', '-1', '--format=%s')).trim()).toBe('Upgrade to 0.3.0')
  expect(await site.git('fsck', '--no-dangling')).toBe('')
  expect(await upgrade('--confirm')).toMatchObject({
    code: 0,
    out: expect.stringContaining('has this release already'),
  })

  await site.write('content/later.md', 'later\n')
  await site.commit('Later')
  // The older version finds a fault in it.
  expect(await upgrade('--back', '--confirm')).toMatchObject({ code: 0, err: '' })
  expect(await text('code.txt')).toBe('ONE\ntwo\nthree\nfour\nfive\n')
  expect(existsSync(site.path('new'))).toBe(false)
  expect(await text('content/README.md')).toContain('0.2.0')
  expect(await text('content/later.md')).toBe('later\n')
  expect(await state()).toMatchObject({
    files: '',
    built: before.built,
    installed: before.installed,
  })
  expect(await upgrade('--back')).toMatchObject({
    code: 1,
    err: expect.stringContaining('taken back already'),
  })

  expect(await upgrade('--confirm')).toMatchObject({ code: 0, err: '' })
  expect(await text('code.txt')).toContain('FIVE')
  expect((await content()).sort()).toEqual(articles)
  expect(await text('content/later.md')).toBe('later\n')
  expect(await state()).toMatchObject({ files: '' })
})

test('a conflict with own code stops the upgrade with the files named', async () => {
  await using made = await upgradedSite()
  const { site, upgrade, state } = made
  await site.write('code.txt', 'ONE\ntwo\nthree\nfour\nfifth\n')
  await site.commit('Own code at the same place')
  const mine = await state()
  const refused = await upgrade('--confirm')
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringMatching(/same places of code\.txt\..*\nNothing was changed\.\n$/),
  })
  expect(await state()).toEqual(mine)
})

test('a release that makes files executable, or takes that away, is taken, and the files keep their bits', async () => {
  await using made = await upgradedSite()
  const { product, site, upgrade, release } = made
  await chmod(product.path('code.txt'), 0o755)
  await release('v0.4.0', {})
  expect(await upgrade('--confirm')).toMatchObject({ code: 0, err: '' })
  await chmod(product.path('code.txt'), 0o644)
  await release('v0.5.0', { 'code.txt': 'one\ntwo\nthree\nfour\nFifth\n' })
  expect(await upgrade('--confirm')).toMatchObject({ code: 0, err: '' })
  expect(await readFile(site.path('code.txt'), 'utf8')).toContain('Fifth')
  expect(await site.git('ls-files', '--stage', 'code.txt')).toMatch(/^100644 /)
  expect(await site.git('status', '--porcelain')).toBe('')
})

test('the migrations of a release are tried in the database, and one that fails stops the upgrade', async () => {
  await using made = await upgradedSite()
  const { upgrade, release, env, state } = made
  env.DATABASE_URL = await (await sharedPostgres()).newDatabase()
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  const tables = async () =>
    (
      await client.query(`select tablename from pg_tables where schemaname = 'public' order by 1`)
    ).rows.flat()
  try {
    await release('v0.4.0', { 'migrations/0001-people.sql': 'create table people (name text)' })
    expect(await upgrade('--confirm')).toMatchObject({ code: 0, err: '' })
    expect(await tables()).toEqual([])

    const before = await state()
    await release('v0.5.0', {
      'migrations/0003-broken.sql': 'alter table nothing add column x text',
    })
    expect(await upgrade('--confirm')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /can't migrate the tables of DATABASE_URL: .*"nothing" does not exist/,
      ),
    })
    expect(await state()).toEqual(before)
    expect(await tables()).toEqual([])
  } finally {
    await client.end()
  }
})

type Site = Awaited<ReturnType<typeof upgradedSite>>

/** A change of the code that merges with that of the owner. */
const codeWith = (word: string) => `one\ntwo\nthree\nfour\n${word}\n`

/** What can be wrong, and the sentence about it. */
const faults: Record<
  string,
  { make(made: Site): Promise<unknown>; args?: Array<string>; says: RegExp }
> = {
  'code that is not committed': {
    make: ({ site }) => site.write('code.txt', 'mine\n'),
    says: /code\.txt has changes that are not committed/,
  },
  'a changed schema that is not committed': {
    make: ({ site }) => site.write('content/schema/article.schema.json', '{}'),
    says: /schema\/article\.schema\.json has changes that are not committed/,
  },
  'a file in the way': {
    make: ({ site }) => site.write('new/code.txt', 'mine\n'),
    says: /new\/code\.txt is already there, but not committed/,
  },
  'a detached HEAD': {
    make: ({ site }) => site.git('checkout', '-q', '--detach'),
    says: /detached HEAD/,
  },
  'an unfinished merge': {
    make: async ({ site }) => site.write('.git/MERGE_HEAD', await site.git('rev-parse', 'HEAD')),
    says: /merge is unfinished/,
  },
  'a file in the place of its folder': {
    make: ({ site }) => writeFile(`${site.root}.upgrade`, ''),
    says: /prepared in \S+\.upgrade, which can't be made: EEXIST/,
  },
  'no repository': {
    make: ({ site }) => site.git('config', 'x.y', 'z').then(() => site.remove('.git')),
    says: /no git repository/,
  },
  'no remote': {
    make: ({ site }) => site.git('remote', 'remove', 'origin'),
    says: /no remote.*--from/,
  },
  'a source that is away': {
    make: async () => {},
    args: ['--from', '/nowhere/product'],
    says: /^git fetch failed: '\/nowhere\/product' does not appear to be a git repository\nNothing was changed\.\n$/,
  },
  'a tag that is not there': {
    make: async () => {},
    args: ['--to', 'v9.0.0'],
    says: /no release v9\.0\.0; it has v0\.2\.0, v0\.3\.0/,
  },
  'a tag that is no release': {
    make: async () => {},
    args: ['--to', 'main'],
    says: /no release main/,
  },
  'a product without releases': {
    make: ({ product }) => product.git('tag', '-d', 'v0.2.0', 'v0.3.0'),
    says: /has no release: there is no tag/,
  },
  'a release that needs a newer Node': {
    make: async ({ release }) =>
      release('v0.4.0', { 'package.json': '{"version":"0.4.0","engines":{"node":">=99.1"}}' }),
    says: /0\.4\.0 needs Node >=99\.1/,
  },
  'a release that can not be installed': {
    make({ release, runRealNpm }) {
      runRealNpm()
      return release('v0.4.0', { 'package-lock.json': '{}' })
    },
    says: /npm ci .*failed in the new version/,
  },
  'a release that can not be built': {
    make: ({ release }) => release('v0.4.0', { 'code.txt': codeWith('unbuildable') }),
    says: /npm run build failed in the new version:\n[\s\S]*This can not be built/,
  },
  'a full disk': {
    make: ({ release }) =>
      release('v0.4.0', { 'build.mjs': "console.error('ENOSPC: no space'); process.exit(1)" }),
    says: /disk is full: npm run build could not write/,
  },
  'content that the release refuses': {
    make: ({ release }) => release('v0.4.0', { 'code.txt': codeWith('strict') }),
    says: /content:check failed in the new version:\n[\s\S]*own\.md:1: has a fault/,
  },
  'data that the release can not read': {
    make: ({ release }) => release('v0.4.0', { 'code.txt': codeWith('unstartable') }),
    says: /could not be started[\s\S]*The list can not be read/,
  },
  'a release without a home page': {
    make: ({ release }) => release('v0.4.0', { 'code.txt': codeWith('broken') }),
    says: /answers 500 at \//,
  },
  'a history of its own': {
    make: async ({ site }) => {
      await site.remove('.git')
      await site.git('init', '-q')
      await site.write('package.json', '{"version":"0.1.0"}')
      await site.commit('Mine')
    },
    args: ['--from', '../product'],
    says: /no commit in common with the release 0\.3\.0/,
  },
}

test.skipIf(!hasOtherDisk)(
  'a new version that would be prepared on another disk stops the upgrade',
  async () => {
    await using made = await upgradedSite()
    await using there = await folderOnOtherDisk()
    await symlink(there.path, `${made.site.root}.upgrade`)
    const before = await made.state()
    const { code, output } = await made.upgrade('--confirm')
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/is on another disk than .*\nNothing was changed\.\n$/),
    ])
    expect(await made.state()).toEqual(before)
  },
)

test.each(Object.entries(faults))(
  '%s stops the upgrade with one sentence, and nothing is changed',
  async (_name, fault) => {
    await using made = await upgradedSite()
    await fault.make(made)
    const before = await made.state().catch(() => null)
    const { code, output } = await made.upgrade('--confirm', ...(fault.args ?? []))
    expect(output).toMatch(fault.says)
    expect(code).toBeGreaterThan(0)
    expect(output).not.toMatch(/\n\s+at /)
    expect(await made.state().catch(() => null)).toEqual(before)
  },
)

test('a shallow clone, one with commits that its origin does not have, and a site in another folder are upgraded', async () => {
  await using made = await upgradedSite()
  const { site, product, upgrade } = made
  await site.git('checkout', '-q', '-b', 'own')
  await product.git('branch', 'before', 'v0.2.0')
  const shallow = site.path('../shallow')
  await site.git(
    'clone',
    '-q',
    '--depth',
    '1',
    '--branch',
    'before',
    `file://${product.root}`,
    shallow,
  )
  const clone = repositoryAt(shallow)
  await clone.remove('content/articles/sample-1.md')
  await clone.commit('Delete')
  const planned = { code: 0, err: '', out: expect.stringContaining('From 0.2.0 to 0.3.0.') }
  expect(await upgrade()).toMatchObject(planned)
  expect(await scriptHere('upgrade', ['--site', site.root], made.env)).toMatchObject(planned)
  const there = await scriptHere('upgrade', [], made.env, shallow)
  expect(there).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('Files of yours that change: 0.'),
  })
})

test('a site of code, whose content is in a repository of its own, is upgraded', async () => {
  await using made = await upgradedSite()
  await using content = await temporaryRepository(['-b', 'words'])
  const { site, upgrade, env } = made
  await content.write('own.md', 'Own article\n')
  const written = await content.commit('Own article')
  await site.remove('content')
  await site.commit('Only code')
  Object.assign(env, { CONTENT_DIR: content.root, GIT_BRANCH: 'words' })
  expect(await upgrade('--confirm')).toMatchObject({ code: 0, err: '' })
  expect(await readFile(site.path('code.txt'), 'utf8')).toContain('FIVE')
  expect([
    (await content.git('rev-parse', 'HEAD')).trim(),
    await site.git('status', '--porcelain'),
  ]).toEqual([written, ''])
})

test('an upgrade that is killed, or whose disk is full, changes nothing or is completed, and can be run again', async () => {
  await using made = await upgradedSite()
  const { site, upgrade, state } = made
  const before = await state()
  expect((await endedAt('Starting', made, kill)).signal).toBe('SIGKILL')
  expect(finishUpgrade(site.root)).toBe(false)
  expect(await state()).toEqual({ ...before, worktrees: expect.anything() })
  // A program of the new version writes, then the command itself.
  for (const step of ['Building', 'Starting', 'Switching']) {
    const { code, err } = await endedAt(step, made, (pid) => fillDisk({ pid }))
    // The last step may have been over before.
    if (step === 'Switching' && code === 0)
      expect(await upgrade('--back', '--confirm')).toMatchObject({ code: 0 })
    else {
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^[A-Z](?!.*\n\s+at )[\s\S]*\nNothing was changed\.\n$/),
      ])
      expect(await state()).toEqual(before)
    }
  }
  // From here on, the branch decides.
  const { head } = await state()
  await endedAt('Switching', made, kill)
  finishUpgrade(site.root)
  const now = await state()
  expect(now.built).toContain(now.head === head ? before.built : 'FIVE')
  expect(await upgrade('--confirm')).toMatchObject({ code: 0, err: '' })
  const done = {
    files: '',
    worktrees: before.worktrees,
    data: before.data,
    built: expect.stringContaining('FIVE'),
  }
  expect(await state()).toMatchObject(done)
})

const kill = (pid: number) => void process.kill(-pid, 'SIGKILL')

/**
 * Runs the command as a process with processes of its own, and does something to it as soon as it
 * says that it begins a step. Resolves with how it has ended.
 */
async function endedAt(step: string, { site, env }: Site, act: (pid: number) => void) {
  const script = path.join(import.meta.dirname, '..', 'scripts', 'upgrade.ts')
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), script, '--confirm'],
    {
      cwd: site.root,
      env: { PATH, HOME, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = once(child, 'close')
  let err = ''
  child.stderr.on('data', (text: Buffer) => {
    err += text
  })
  child.stdout.on('data', (text: Buffer) => {
    if (text.includes(step) && child.pid !== undefined) act(child.pid)
  })
  await ended
  return { code: child.exitCode, signal: child.signalCode, err }
}
