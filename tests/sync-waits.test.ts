import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { edited, type SyncWorld, syncWorld, tipOf } from './sync-fixture.ts'
import { git } from './temp-repository.ts'
import { expectSound } from './write-lane-fixture.ts'

const warp = 'articles/2026/warp.md'

/** A writer changes files and pushes; null deletes. */
async function writerPushes(
  { writer }: SyncWorld,
  files: Record<string, string | null>,
): Promise<void> {
  await writer.git('pull', '-q', '--no-rebase', 'origin', 'main')
  for (const [name, text] of Object.entries(files))
    if (text === null) await writer.remove(name)
    else await writer.write(name, text)
  await writer.commit()
  await writer.git('push', '-q', 'origin', 'main')
}

test('a conflict stops only the sync; after a merge with git in the checkout it continues', async () => {
  await using world = await syncWorld()
  const site = await world.site('site')
  const { repository } = site
  const path = repository.path(`content/${warp}`)
  await site.save(warp, await edited(path, 'Paragraph 0', 'Ours 0'))
  const mine = await edited(world.writer.path(`content/${warp}`), 'Paragraph 0', 'Theirs 0')
  await writerPushes(world, { [`content/${warp}`]: mine })
  const there = await tipOf(world.bare)
  const before = await tipOf(repository.root)
  expect(await site.sync()).toMatchObject({
    state: 'conflict',
    ahead: 1,
    behind: 1,
    conflicts: [`content/${warp}`],
    error: {
      message: expect.stringMatching(/content\/articles\/2026\/warp\.md.*"git merge origin\/main"/),
    },
  })
  expect([await tipOf(repository.root), await tipOf(world.bare)]).toEqual([before, there])
  await expectSound(repository)
  await site.save('articles/2026/new.md', 'saved meanwhile\n')
  expect(await site.sync()).toMatchObject({ state: 'conflict', ahead: 2 })

  await expect(repository.git('merge', 'origin/main')).rejects.toThrow()
  expect(await site.sync()).toMatchObject({ state: 'conflict' })
  await repository.write(`content/${warp}`, mine.replace('Theirs 0', 'Ours and theirs 0'))
  await repository.commit('Merge by hand')
  expect(await site.sync()).toMatchObject({
    state: 'idle',
    error: null,
    conflicts: [],
    ahead: 0,
    behind: 0,
  })
  expect(await tipOf(world.bare)).toBe(await tipOf(repository.root))
  await expectSound(repository)
})

test('a merge that a writer pushes resolves a conflict as well', async () => {
  await using world = await syncWorld()
  const site = await world.site('site')
  await site.save(warp, null)
  await writerPushes(world, {
    [`content/${warp}`]: await edited(
      world.writer.path(`content/${warp}`),
      'Paragraph 0',
      'Theirs 0',
    ),
  })
  expect(await site.sync()).toMatchObject({
    state: 'conflict',
    error: { message: expect.stringContaining('(deleted here, changed there)') },
  })
  await world.writer.git('pull', '-q', '--no-rebase', '-s', 'ours', site.repository.root, 'main')
  await world.writer.git('push', '-q', 'origin', 'main')
  expect(await site.sync()).toMatchObject({ state: 'idle', conflicts: [] })
  expect(await readFile(site.repository.path(`content/${warp}`), 'utf8')).toContain('Theirs 0')
  await expectSound(site.repository)
})

test('for a file that is no text of the site the changed side is used, and two changes are a conflict', async () => {
  await using world = await syncWorld()
  const site = await world.site('site')
  const { repository } = site
  await site.save('media/one.bin', 'one\0')
  await writerPushes(world, { 'content/media/two.bin': 'two\0', 'beside.txt': 'changed beside\n' })
  expect(await site.sync()).toMatchObject({ state: 'idle' })
  expect(await readFile(repository.path('beside.txt'), 'utf8')).toBe('changed beside\n')
  await site.save('media/two.bin', 'ours\0')
  await writerPushes(world, { 'content/media/one.bin': 'theirs\0' })
  expect(await site.sync()).toMatchObject({ state: 'idle' })
  await site.save('media/one.bin', 'ours again\0')
  await repository.write('beside.txt', 'ours\n')
  await repository.commit()
  await world.writer.write('content/media/one.bin', 'theirs again\0')
  await world.writer.commit()
  await world.writer.git('pull', '-q', '--no-rebase', '-X', 'ours', 'origin', 'main')
  await world.writer.git('push', '-q', 'origin', 'main')
  expect(await site.sync()).toMatchObject({
    state: 'conflict',
    conflicts: ['content/media/one.bin'],
  })
  await expectSound(repository)
})

test("the sync waits for a writer's uncommitted changes in the checkout: edited, staged or new", async () => {
  await using world = await syncWorld()
  const site = await world.site('site')
  const { repository } = site
  await site.sync()
  const committed = await readFile(repository.path('beside.txt'), 'utf8')
  const works: Array<[file: string, act: () => Promise<unknown>, undo: () => Promise<unknown>]> = [
    [
      'beside.txt',
      () => repository.write('beside.txt', 'my work\n'),
      () => repository.write('beside.txt', committed),
    ],
    [
      `content/${warp}`,
      async () => {
        await repository.write(`content/${warp}`, 'staged\n')
        await repository.git('add', '.')
      },
      () => repository.git('reset', '-q', '--hard'),
    ],
    [
      'untracked.txt',
      () => repository.write('untracked.txt', 'mine\n'),
      () => repository.remove('untracked.txt'),
    ],
  ]
  for (const [file, act, undo] of works) {
    await act()
    const before = await repository.git('status', '--porcelain')
    await writerPushes(world, { [file]: `changed by the writer: ${file}\n` })
    expect(await site.sync()).toMatchObject({
      state: 'waiting',
      error: { message: expect.stringContaining(file) },
      behind: 1,
    })
    expect(await repository.git('status', '--porcelain')).toBe(before)
    await undo()
    expect(await site.sync()).toMatchObject({ state: 'idle', error: null, behind: 0 })
    expect(await readFile(repository.path(file), 'utf8')).toBe(`changed by the writer: ${file}\n`)
    await expectSound(repository)
  }
  // Uncommitted work on other files does not block the sync, and stays as it is.
  await repository.write('content/notes.txt', 'not yet\n')
  await writerPushes(world, { 'beside.txt': 'once more\n' })
  expect(await site.sync()).toMatchObject({ state: 'idle', behind: 0 })
  expect(await repository.git('status', '--porcelain')).toBe('?? content/notes.txt\n')
})

test('a file that only git can check out is reported, and the sync continues when git has done it', async () => {
  await using world = await syncWorld()
  const site = await world.site('site')
  await world.writer.link('content/link.md', 'articles/2026/warp.md')
  await writerPushes(world, {})
  expect(await site.sync()).toMatchObject({
    state: 'waiting',
    error: { message: expect.stringContaining('link.md') },
  })
  await expectSound(site.repository)
  await site.repository.git('pull', '-q', '--ff-only')
  expect(await site.sync()).toMatchObject({ state: 'idle', error: null })
})

test('sites with criss-cross merges converge, also when both resolve a file in their own way or continue to edit it', async () => {
  await using world = await syncWorld()
  const one = await world.site('one')
  const two = await world.site('two')
  const push = 'articles/2026/push.md'
  const files = [warp, push]
  const text = (site: typeof one, file: string, from: string, to: string) =>
    edited(site.repository.path(`content/${file}`), from, to)
  for (const file of files) {
    await one.save(file, await text(one, file, 'Paragraph 0', 'One 0'))
    await two.save(file, await text(two, file, 'Paragraph 4', 'Two 4'))
  }
  const tip = await tipOf(one.repository.root)
  // Each merges the other's commit, as when both are offline and a writer exchanges commits between
  // them.
  for (const [site, other, commit, from, to] of [
    [one, two, 'main', 'Paragraph 4', 'Two 4'],
    [two, one, `${tip}`, 'Paragraph 0', 'One 0'],
  ] as const) {
    await site.repository.git('fetch', '-q', other.repository.root, commit)
    await site.repository.git('merge', '-q', '--no-commit', '-s', 'ours', 'FETCH_HEAD')
    for (const file of files)
      await site.repository.write(`content/${file}`, await text(site, file, from, to))
    await site.repository.write(`content/${push}`, await text(site, push, 'Paragraph 2', 'Both 2'))
    await site.repository.commit('Merge')
  }
  await one.save(warp, await text(one, warp, 'Two 4', 'One says: Two 4'))
  await two.save(warp, await text(two, warp, 'Paragraph 2', 'Two 2'))
  for (const site of [one, two, one])
    expect(await site.sync()).toMatchObject({ state: 'idle', error: null })
  const merged = await text(one, warp, '', '')
  for (const part of ['One 0', 'One says: Two 4', 'Two 2']) expect(merged).toContain(part)
  expect(await tipOf(one.repository.root)).toBe(await tipOf(two.repository.root))
})

test('a checked-out branch is not pushed to, an unrelated history not merged, a missing branch not created', async () => {
  await using world = await syncWorld()
  const checkedOut = await world.site('one', { kind: 'folder', path: world.writer.root })
  await checkedOut.save(warp, 'changed\n')
  expect((await checkedOut.sync()).error?.message).toContain('use a bare repository')
  expect(await world.writer.git('status', '--porcelain')).toBe('')

  const foreign = `${world.folder.path}/foreign.git`
  await git(world.folder.path, ['init', '-q', '--bare', foreign])
  const tree = (await git(foreign, ['hash-object', '-t', 'tree', '-w', '/dev/null'])).trim()
  const commit = (await git(foreign, ['commit-tree', tree, '-m', 'Foreign'])).trim()
  await git(foreign, ['update-ref', 'refs/heads/trunk', commit])
  const other = await world.site('two', { kind: 'folder', path: foreign })
  expect((await other.sync()).error?.message).toContain('has no branch main (it has trunk)')
  await git(foreign, ['update-ref', 'refs/heads/main', commit])
  expect((await other.sync()).error?.message).toContain('another history')
  await expectSound(other.repository)
})
