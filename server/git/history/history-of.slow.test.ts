import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  git,
  repositoryAt,
  type TemporaryRepository,
  temporaryRepository,
} from '../../../tests/temp-repository.ts'
import { openRepository } from '../read/open-repository.ts'
import { createDeletedFiles } from './deleted-files.ts'
import { createHistoryReader } from './history-of.ts'

const sameId = (before: Buffer, after: Buffer) => {
  const id = /^id: \d+$/m.exec(before.toString())?.[0]
  return id !== undefined && id === /^id: \d+$/m.exec(after.toString())?.[0]
}

async function readersOf(temporary: TemporaryRepository, folder = 'content', limit?: number) {
  const repository = await openRepository({ contentDir: temporary.path(folder) })
  onTestFinished(repository.close)
  return {
    ...createHistoryReader(repository, sameId, limit),
    deleted: createDeletedFiles(repository, sameId),
  }
}

test('the history of a file follows renames with equal bytes or the same id, and a deletion and restoration', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/other.md', 'id: 7\n')
  await temporary.write('content/first.md', 'id: 1\none\n')
  await temporary.commit('Write')
  await temporary.git('mv', 'content/first.md', 'content/second.md')
  await temporary.commit('Move')
  await temporary.write('content/other.md', 'id: 7\nmore\n')
  await temporary.commit('Elsewhere')
  await temporary.remove('content/second.md')
  await temporary.write('content/2026/third.md', 'id: 1\nquite another text\n')
  const moved = await temporary.commit('Move and rewrite\n\nWith a reason.')
  await temporary.remove('content/2026/third.md')
  await temporary.commit('Delete')
  await temporary.write('content/2026/third.md', 'id: 1\nback\n')
  await temporary.git('add', '-A')
  await temporary.write('.git/message', Buffer.from('Zurück', 'latin1'))
  await temporary.git('-c', 'i18n.commitEncoding=ISO-8859-1', 'commit', '-q', '-F', '.git/message')
  const reader = await readersOf(temporary)
  const { changes, truncated } = await reader.changes('2026/third.md')
  expect(truncated).toBe(false)
  expect(changes.map(({ message, path }) => [message, path])).toEqual([
    ['Zurück', '2026/third.md'],
    ['Delete', '2026/third.md'],
    ['Move and rewrite\n\nWith a reason.', '2026/third.md'],
    ['Move', 'second.md'],
    ['Write', 'first.md'],
  ])
  expect(changes[1]).toMatchObject({
    blob: null,
    author: { name: 'Wren Writer', email: 'wren@example.org' },
  })
  expect(changes[2]).toMatchObject({ commit: moved, date: Date.UTC(2026, 0, 1, 0, 4) / 1000 })
  expect(await temporary.git('cat-file', 'blob', changes[2]?.blob ?? '')).toBe(
    'id: 1\nquite another text\n',
  )
  const short = await readersOf(temporary, 'content', 2)
  expect((await short.changes('2026/third.md')).truncated).toBe(true)
  expect((await reader.changes('never.md')).changes).toEqual([])
})

test('histories of a random repository with merges equal git log, in one call or commit by commit', async () => {
  await using temporary = await temporaryRepository()
  const paths = ['a.md', 'b.md', '2026/c.md']
  let state = 7
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  let time = 1_770_000_000
  const step = async (name: string) => {
    const path = paths[random(3)]!
    if (random(5) === 0) await temporary.git('rm', '-q', '--ignore-unmatch', `content/${path}`)
    // Every text is different, so that nothing looks like a rename.
    else await temporary.write(`content/${path}`, `${name} ${time}\n`)
    time += 60
    await temporary.commit(name, time)
  }
  await temporary.write('content/keep.md', 'x\n')
  await step('start')
  const early = await readersOf(temporary)
  for (let round = 0; round < 8; round++) {
    if (random(3) > 0) await step(`main ${round}`)
    else {
      await temporary.git('checkout', '-q', '-b', `side-${round}`)
      await step(`side ${round}`)
      await temporary.git('checkout', '-q', 'main')
      if (random(2)) await step(`beside ${round}`)
      const merge = ['merge', '-q', '--no-ff', '-X', 'theirs', '-m', 'Merge', `side-${round}`]
      time += 120
      await git(temporary.root, merge, time - 60).catch(() => null)
      await temporary.commit('Finish', time)
    }
    const fresh = await readersOf(temporary)
    for (const path of paths) {
      const printed = await temporary.git('log', '--format=%H', '--', `content/${path}`)
      const expected = printed.split('\n').filter((line) => line !== '')
      for (const reader of [early, fresh])
        expect((await reader.changes(path)).changes.map(({ commit }) => commit)).toEqual(expected)
    }
    const names = (
      await temporary.git('log', '--format=', '--diff-filter=D', '--name-only', '--no-renames')
    ).split('\n')
    const gone = [...new Set(names)].filter((name) => name !== '')
    const there = (await temporary.git('ls-tree', '-r', '--name-only', 'HEAD')).split('\n')
    const expected = gone
      .filter((name) => !there.includes(name))
      .map((name) => name.slice('content/'.length))
    for (const reader of [early, fresh])
      expect((await reader.deleted('')).map(({ path }) => path).sort()).toEqual(expected.sort())
  }
})

test('deleted files are listed with the commit that removed them, not those that moved, came back, or were never deleted', async () => {
  await using temporary = await temporaryRepository()
  for (const name of ['gone', 'moved', 'back', 'kept'])
    await temporary.write(`content/news/${name}.md`, `id: 1\n${name}\n`)
  await temporary.write('content/articles/gone.md', 'gone\n')
  await temporary.write('outside.md', 'x\n')
  const first = await temporary.commit()
  const reader = await readersOf(temporary)
  expect(await reader.deleted('news')).toEqual([])
  await temporary.git('rm', '-q', 'content/news/gone.md', 'content/articles/gone.md', 'outside.md')
  const removing = await temporary.commit('Remove two')
  await temporary.git('mv', 'content/news/moved.md', 'content/news/renamed.md')
  await temporary.git('rm', '-q', 'content/news/back.md')
  await temporary.commit('Move')
  await temporary.write('content/news/back.md', 'back again\n')
  await temporary.commit('Back')
  expect(await reader.deleted('news')).toEqual([
    {
      path: 'news/gone.md',
      blob: (await temporary.git('rev-parse', `${first}:content/news/gone.md`)).trim(),
      commit: removing,
      author: { name: 'Wren Writer', email: 'wren@example.org' },
      date: Date.UTC(2026, 0, 1, 0, 2) / 1000,
      message: 'Remove two',
    },
  ])
  expect((await reader.deleted('')).map(({ path }) => path)).toEqual([
    'articles/gone.md',
    'news/gone.md',
  ])
  await temporary.git('reset', '-q', '--hard', first)
  expect(await reader.deleted('')).toEqual([])
})

test('the history of a shallow clone says that it is incomplete', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/a.md', 'one\n')
  await temporary.commit('Write')
  await temporary.write('content/a.md', 'two\n')
  await temporary.commit('Change')
  await temporary.git('clone', '-q', '--depth=2', `file://${temporary.root}`, '../shallow2')
  await temporary.git('clone', '-q', '--depth=1', `file://${temporary.root}`, '../shallow1')
  const clone = (name: string) => readersOf(repositoryAt(join(temporary.root, '..', name)))
  expect(await (await clone('shallow1')).changes('a.md')).toEqual({ changes: [], truncated: true })
  expect((await (await clone('shallow2')).changes('a.md')).changes).toHaveLength(2)
  expect(await (await clone('shallow1')).deleted('')).toEqual([])
})
