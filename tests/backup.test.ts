import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { backUp, moveIntoPlace } from '../scripts/backup/create-backup.ts'
import { restore } from '../scripts/backup/restore-backup.ts'
import { CommandError } from '../scripts/command-error.ts'
import { askJson, post } from './http-client.ts'
import { runScript } from './run-script.ts'
import { articleFile } from './running-site.ts'
import { admin, signIn, siteWithAdministrator } from './signed-in-site.ts'
import { startHere } from './site-here.ts'
import { git, temporaryFolder } from './temp-repository.ts'

const files = {
  'articles/2026/one.md': articleFile({ id: '1', title: 'One' }, 'First.'),
  'articles/2026/two.md': articleFile({ id: '2', title: 'Two' }, 'Second.'),
}

/** `npm run backup -- …`, without npm. */
const command = (env: Record<string, string>, ...args: Array<string>) =>
  runScript('backup', args, env)

/**
 * What the command does, in this process: it ends with code 1 and the sentence of a CommandError.
 */
async function backup(
  { CONTENT_DIR = '', DATA_DIR = '' }: Record<string, string>,
  ...args: Array<string>
) {
  const isRestore = args[0] === '--restore'
  const env = { contentDir: CONTENT_DIR, dataDir: DATA_DIR, databaseUrl: null }
  try {
    return { code: 0, output: await (isRestore ? restore : backUp)(args.at(-1) ?? '', env) }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { code: 1, output: error.message }
  }
}

const subscribe = (url: string, email: string) =>
  post(url, '/api/subscribe', { email, source: 'footer' })

test('on a disk without hard links, a backup gets its name as well, and overwrites nothing', async () => {
  await using folder = await temporaryFolder()
  const at = (name: string) => path.join(folder.path, name)
  const giveIt = (name: string) =>
    moveIntoPlace(at('finished'), at(name), () => Promise.reject(new Error('ENOTSUP')))
  await writeFile(at('finished'), 'whole')
  await giveIt('site.backup')
  await expect(giveIt('site.backup')).rejects.toThrow('EEXIST')
  expect(await readFile(at('site.backup'), 'utf8')).toBe('whole')
  await expect(giveIt('another')).rejects.toThrow('ENOENT')
  expect(readdirSync(folder.path)).toEqual(['site.backup'])
})

test('a site that is backed up while people write to it runs elsewhere with all that was acknowledged', async () => {
  await using site = await siteWithAdministrator(files)
  await using elsewhere = await temporaryFolder()
  const from = { CONTENT_DIR: site.repository.path('content'), DATA_DIR: site.dataDir }
  const file = path.join(elsewhere.path, 'site.backup')
  const ada = await signIn(site)
  await site.repository.write(
    'content/articles/2026/two.md',
    `${files['articles/2026/two.md']}Not committed yet.\n`,
  )
  await site.repository.git('branch', 'idea')
  for (let at = 0; at < 5; at++)
    expect((await subscribe(site.url, `early${at}@example.org`)).status).toBe(200)
  expect((await ada.call('PATCH', '/api/articles/1', { title: 'One, before' })).status).toBe(200)

  let writing = true
  const busy = (async () => {
    for (let at = 0; writing; at++)
      await ada.call('PATCH', '/api/articles/1', { excerpt: `Edit ${at} of this text.` })
  })()
  const made = await command(from, file)
  writing = false
  await busy
  // The file of a save that is not finished counts as one that is not committed.
  expect(made.output).toMatch(
    /MB, branch main at [0-9a-f]{7} with \d+ commits, \d+ data files\.\n[12] content files are not committed/,
  )
  expect(made.code).toBe(0)
  const newest = { body: [{ action: 'backup-made', by: null, network: '' }] }
  expect(await ada.call('GET', '/api/record?limit=1')).toMatchObject(newest)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(elsewhere.path)).toEqual(['site.backup'])
  expect(await command(from, file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('exists already'),
  })
  await site.stop()

  const to = {
    CONTENT_DIR: path.join(elsewhere.path, 'new', 'content'),
    DATA_DIR: path.join(elsewhere.path, 'data'),
  }
  const restored = await command(to, '--restore', file)
  expect(restored).toMatchObject({
    code: 0,
    output: expect.stringContaining('Restored the backup of'),
  })
  const repository = path.join(elsewhere.path, 'new')
  expect(await git(repository, ['fsck', '--strict', '--no-dangling'])).toBe('')
  expect(await git(repository, ['status', '--porcelain'])).toBe(' M content/articles/2026/two.md\n')
  expect(await readFile(path.join(to.CONTENT_DIR, 'articles/2026/two.md'), 'utf8')).toContain(
    'Not committed yet.',
  )
  expect(await git(repository, ['branch', '--format=%(refname:short)'])).toBe('idea\nmain\n')
  expect(readdirSync(to.DATA_DIR).filter((name) => name.startsWith('.'))).toEqual([])

  const copy = await startHere({ ...to, ...admin })
  try {
    expect(await askJson(copy.url, '/api/articles/1')).toMatchObject({ title: 'One, before' })
    const there = await signIn(copy)
    expect((await there.call('GET', '/api/dashboard')).body).toMatchObject({ subscribers: 5 })
    expect((await there.call('GET', '/api/record?kind=data&limit=1')).body).toMatchObject([
      { action: 'backup-restored' },
    ])
  } finally {
    await copy.stop()
  }
  expect(await backup(to, '--restore', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('already contains data'),
  })
})

test('an existing repository is fast-forwarded, and never loses its own commits', async () => {
  await using site = await siteWithAdministrator(files)
  await using elsewhere = await temporaryFolder()
  const at = (name: string) => path.join(elsewhere.path, name)
  const file = at('site.backup')
  const clone = at('clone')
  await git(elsewhere.path, ['clone', '-q', site.repository.root, clone])
  const ada = await signIn(site)
  expect((await ada.call('PATCH', '/api/articles/1', { title: 'Later' })).status).toBe(200)
  const from = { CONTENT_DIR: site.repository.path('content'), DATA_DIR: site.dataDir }
  expect(await backup(from, file)).toMatchObject({ code: 0 })

  const to = (name: string) => ({ CONTENT_DIR: path.join(clone, 'content'), DATA_DIR: at(name) })
  expect(await backup(to('data'), '--restore', file)).toMatchObject({ code: 0 })
  expect(await git(clone, ['rev-parse', 'HEAD'])).toBe(
    await site.repository.git('rev-parse', 'HEAD'),
  )
  expect(await git(clone, ['for-each-ref', 'refs/backup'])).toBe('')

  await git(clone, ['reset', '-q', '--hard', 'HEAD~1'])
  await writeFile(path.join(clone, 'own.txt'), 'mine\n')
  await git(clone, ['add', '.'])
  await git(clone, ['commit', '-q', '-m', 'My own'])
  const own = await git(clone, ['rev-parse', 'HEAD'])
  const refused = await backup(to('other'), '--restore', file)
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining('has commits that the backup has not'),
  })
  expect(await git(clone, ['rev-parse', 'HEAD'])).toBe(own)
  expect(await git(clone, ['rev-parse', 'refs/backup/main'])).toBe(
    await site.repository.git('rev-parse', 'HEAD'),
  )
  expect(readdirSync(at('other'))).toEqual([])
})

test('a failure is reported in one sentence, and nothing is changed', async () => {
  await using site = await siteWithAdministrator(files)
  await using elsewhere = await temporaryFolder()
  const at = (...names: Array<string>) => path.join(elsewhere.path, ...names)
  const env = { CONTENT_DIR: site.repository.path('content'), DATA_DIR: site.dataDir }
  const file = at('site.backup')
  await writeFile(at('text'), 'no backup')
  await mkdir(at('full', 'content', 'x'), { recursive: true })
  const cases: Array<[Array<string>, Record<string, string>, RegExp]> = [
    [[at('none', 'x')], env, /^There is no folder/],
    [[path.join(site.dataDir, 'x')], env, /outside of DATA_DIR/],
    [[file], { ...env, CONTENT_DIR: at('full') }, /is in no git repository/],
    [['--restore', file], env, /^There is no file/],
    [['--restore', at('text')], env, /is in use by the running process/],
    [
      ['--restore', at('text')],
      { CONTENT_DIR: at('c'), DATA_DIR: at('d') },
      /is no backup of this site/,
    ],
  ]
  const usage = await command(env)
  expect([usage.code, usage.output]).toEqual([
    1,
    expect.stringMatching(/^Usage: npm run backup -- FILE.*\n$/),
  ])
  for (const [args, variables, says] of cases) {
    const { code, output } = await backup(variables, ...args)
    expect(output).toMatch(says)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  }
  expect(await backup(env, file)).toMatchObject({ code: 0 })
  const occupied = {
    CONTENT_DIR: at('full', 'content'),
    DATA_DIR: at('e'),
  }
  expect(await backup(occupied, '--restore', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not empty'),
  })
  expect(existsSync(at('e', 'accounts.json'))).toBe(false)
})
