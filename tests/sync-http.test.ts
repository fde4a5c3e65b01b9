import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gitServer } from './git-server.ts'
import { edited, syncedSite, syncWorld, tipOf } from './sync-fixture.ts'
import { git, repositoryAt, temporaryFolder } from './temp-repository.ts'
import { expectSound } from './write-lane-fixture.ts'

const warp = 'articles/2026/warp.md'

const place = (url: string, token: string | null = null) => ({
  kind: 'server' as const,
  url,
  credentials: token === null ? null : { username: 'x-access-token', token },
})

test('over http: fetched, merged and pushed with a token, and only missing objects are transferred', async () => {
  await using world = await syncWorld()
  await using server = await gitServer(world.folder.path, { credentials: 'x-access-token:t0ken' })
  const site = await world.site('site', place(server.urlOf('remote.git'), 't0ken'))
  const before = (await git(site.repository.root, ['count-objects'])).trim()
  await site.save(
    warp,
    await edited(site.repository.path(`content/${warp}`), 'Paragraph 0', 'Paragraph zero'),
  )
  await world.writer.write(
    `content/${warp}`,
    await edited(world.writer.path(`content/${warp}`), '4 of', 'four of'),
  )
  await world.writer.write(
    'content/media/2026/noise.bin',
    Buffer.alloc(3_000_000, 'not compressed '),
  )
  await world.push()
  expect(await site.sync()).toMatchObject({
    state: 'idle',
    ahead: 0,
    behind: 0,
    error: null,
    remote: server.urlOf('remote.git'),
  })
  const text = await readFile(site.repository.path(`content/${warp}`), 'utf8')
  expect([text.includes('zero'), text.includes('four of')]).toEqual([true, true])
  expect(await tipOf(world.bare)).toBe(await tipOf(site.repository.root))
  expect(await git(world.bare, ['fsck', '--strict', '--no-dangling'])).toBe('')
  await expectSound(site.repository)
  // The first site has packs from its clone; the few new objects were added beside them.
  expect(before).not.toBe('')
  expect(Number((await git(site.repository.root, ['count-objects'])).split(' ')[0])).toBeLessThan(
    Number(before.split(' ')[0]) + 25,
  )
})

test('an empty remote gets everything, and one that does not exist yet gets it later', async () => {
  await using world = await syncWorld()
  await using server = await gitServer(world.folder.path)
  const site = await world.site('site', place(server.urlOf('later.git')))
  expect(await site.sync()).toMatchObject({
    state: 'failed',
    error: { message: expect.stringContaining('no repository') },
  })
  await git(world.folder.path, ['init', '-q', '--bare', 'later.git'])
  await git(join(world.folder.path, 'later.git'), ['config', 'http.receivepack', 'true'])
  expect(await site.sync()).toMatchObject({
    state: 'idle',
    error: null,
    lastPush: expect.any(String),
  })
  expect(await tipOf(join(world.folder.path, 'later.git'))).toBe(await tipOf(world.bare))
  expect(await git(join(world.folder.path, 'later.git'), ['fsck', '--strict'])).toBe('')
})

test('the first push wins the race, and the other side merges and pushes again', async () => {
  await using world = await syncWorld()
  await using server = await gitServer(world.folder.path)
  const site = await world.site('site', place(server.urlOf('remote.git')))
  await site.save(
    warp,
    await edited(site.repository.path(`content/${warp}`), 'Paragraph 0', 'Paragraph zero'),
  )
  server.behave({
    kind: 'before-push',
    async act() {
      await world.writer.write(
        `content/${warp}`,
        await edited(world.writer.path(`content/${warp}`), '4 of', 'four of'),
      )
      await world.push()
    },
  })
  expect(await site.sync()).toMatchObject({ state: 'idle', error: null, ahead: 0, behind: 0 })
  expect(await tipOf(world.bare)).toBe(await tipOf(site.repository.root))
  const text = await git(world.bare, ['show', `main:content/${warp}`])
  expect([text.includes('zero'), text.includes('four of')]).toEqual([true, true])
  await expectSound(site.repository)
})

test('a server that is down, hangs, disconnects or rejects the token is reported, and gets the saves later', async () => {
  await using world = await syncWorld()
  await using server = await gitServer(world.folder.path, { credentials: 'x-access-token:t0ken' })
  const root = join(world.folder.path, 'site')
  await git(world.folder.path, ['clone', '-q', world.bare, root])
  await using site = await syncedSite(
    repositoryAt(root),
    place(server.urlOf('remote.git'), 't0ken'),
    { idle: 3000 },
  )
  await site.sync()
  await site.save(
    warp,
    await edited(site.repository.path(`content/${warp}`), 'Paragraph 0', 'Paragraph zero'),
  )
  await world.writer.write('content/new.txt', 'new\n')
  await world.push()
  for (const [behavior, message] of [
    [{ kind: 'fail', status: 503 }, /answered 503/],
    [{ kind: 'hang' }, /does not answer in time/],
    [{ kind: 'break-off' }, /./],
  ] as const) {
    server.behave(behavior)
    const state = await site.sync()
    expect(state).toMatchObject({
      state: 'failed',
      ahead: 1,
      error: { message: expect.stringMatching(message) },
    })
    expect(state.next).toBeTruthy()
    await expectSound(site.repository)
  }
  server.behave({ kind: 'serve' })
  expect(await site.sync()).toMatchObject({ state: 'idle', error: null, ahead: 0, behind: 0 })
  expect(await tipOf(world.bare)).toBe(await tipOf(site.repository.root))
})

test('a wrong token is reported without its value, and a server may require it as a bearer', async () => {
  await using world = await syncWorld()
  await using folder = await temporaryFolder()
  await using closed = await gitServer(world.folder.path, { credentials: 'x-access-token:t0ken' })
  await using bearing = await gitServer(world.folder.path, { bearer: 't0ken' })
  const clone = async (name: string) => {
    await git(folder.path, ['clone', '-q', world.bare, name])
    return repositoryAt(join(folder.path, name))
  }
  await using wrong = await syncedSite(
    await clone('wrong'),
    place(closed.urlOf('remote.git'), 's3cret'),
  )
  const refused = await wrong.sync()
  expect(refused).toMatchObject({
    state: 'failed',
    error: { message: expect.stringContaining('does not accept GIT_TOKEN') },
  })
  expect(JSON.stringify(refused)).not.toContain('s3cret')
  await using none = await syncedSite(await clone('none'), place(closed.urlOf('remote.git')))
  expect((await none.sync()).error?.message).toContain('set GIT_TOKEN')
  await using right = await syncedSite(
    await clone('right'),
    place(bearing.urlOf('remote.git'), 't0ken'),
  )
  expect(await right.sync()).toMatchObject({ state: 'idle', error: null })
})
