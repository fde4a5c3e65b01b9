import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  git,
  repositoryAt,
  type TemporaryRepository,
  temporaryFolder,
  temporaryRepository,
} from '../../../tests/temp-repository.ts'
import type { LastChanges } from '../../platform/content-files.ts'
import { openRepository } from '../read/open-repository.ts'
import { lastChanges } from './history.ts'

async function lastChangesIn(temporary: TemporaryRepository, folder = '', known?: LastChanges) {
  const repository = await openRepository({ contentDir: temporary.path(folder) })
  onTestFinished(repository.close)
  const revision = (await temporary.git('rev-parse', 'HEAD')).trim()
  return lastChanges(repository, revision, known)
}

const timesOf = async (temporary: TemporaryRepository, folder?: string, known?: LastChanges) =>
  Object.fromEntries((await lastChangesIn(temporary, folder, known)).times)

test('a path has the time of the commit that changed it last, a renamed one that of the rename', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/a.md', 'a\n')
  await temporary.write('content/b.md', 'b\n')
  await temporary.commit('Add', 1000)
  await temporary.write('content/a.md', 'a2\n')
  await temporary.commit('Edit', 2000)
  await temporary.git('mv', 'content/b.md', 'content/c.md')
  await temporary.write('outside.md', 'x\n')
  await temporary.commit('Rename', 3000)
  expect(await timesOf(temporary, 'content')).toEqual({ 'a.md': 2000, 'c.md': 3000 })
})

test('an import changes no text, and has added its pictures', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('old.md', 'a\n')
  await temporary.commit('Import 1 text', 1000)
  const known = await lastChangesIn(temporary)
  await temporary.write('a.md', 'a\n')
  await temporary.write('b.md', 'b\n')
  await temporary.write('b.png', 'b\n')
  await temporary.commit('Import 2 texts and 1 picture from Ghost', 2000)
  await temporary.write('b.md', 'b2\n')
  await temporary.commit('Edit', 3000)
  const times = { 'old.md': 1000, 'a.md': 0, 'b.md': 3000, 'b.png': 2000 }
  expect(await timesOf(temporary)).toEqual(times)
  expect(await timesOf(temporary, '', known)).toEqual(times)
})

test('a merge of three branches has changed only what differs from all of them', async () => {
  await using temporary = await temporaryRepository()
  for (const name of ['base', 'one', 'two', 'main'])
    await temporary.write(`${name}.md`, `${name}\n`)
  const base = await temporary.commit('Base', 1000)
  for (const [at, name] of ['one', 'two'].entries()) {
    await temporary.git('checkout', '-q', '-b', name, base)
    await temporary.write(`${name}.md`, 'changed\n')
    await temporary.commit(name, 2000 + at)
  }
  await temporary.git('checkout', '-q', 'main')
  await temporary.write('main.md', 'changed\n')
  await temporary.commit('Main', 3000)
  await temporary.git('merge', '-q', '--no-commit', 'one', 'two')
  await temporary.write('base.md', 'changed by the merge itself\n')
  await temporary.commit('Merge', 4000)
  expect((await temporary.git('cat-file', '-p', 'HEAD')).match(/^parent /gm)).toHaveLength(3)
  expect(await timesOf(temporary)).toEqual({
    'base.md': 4000,
    'main.md': 3000,
    'one.md': 2000,
    'two.md': 2001,
  })
})

test('where a shallow clone ends, paths that were not changed since have no time until it is deepened', async () => {
  await using origin = await temporaryRepository()
  await using folder = await temporaryFolder()
  await origin.write('old.md', 'old\n')
  await origin.commit('Old', 1000)
  await origin.write('cut.md', 'cut\n')
  await origin.commit('Cut', 2000)
  await origin.write('new.md', 'new\n')
  await origin.commit('New', 3000)
  await git(folder.path, ['clone', '-q', '--depth', '2', `file://${origin.root}`, 'clone'])
  const clone = repositoryAt(join(folder.path, 'clone'))
  const cut = await lastChangesIn(clone)
  expect(Object.fromEntries(cut.times)).toEqual({ 'new.md': 3000 })
  await clone.git('fetch', '-q', '--unshallow')
  const whole = { 'cut.md': 2000, 'new.md': 3000, 'old.md': 1000 }
  expect(await timesOf(clone)).toEqual(whole)
  expect(await timesOf(clone, '', cut)).toEqual(whole)
})

test('an earlier result is reused where the walk reaches its revision, also after a rewrite of history', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('a.md', 'a\n')
  await temporary.write('b.md', 'b\n')
  const first = await temporary.commit('First', 1000)
  await temporary.write('b.md', 'b2\n')
  const second = await temporary.commit('Second', 2000)
  const repository = await openRepository({ contentDir: temporary.root })
  onTestFinished(repository.close)
  const marked = { revision: first, times: new Map([['a.md', 77]]), complete: false }
  const known = await lastChanges(repository, second, marked)
  expect(Object.fromEntries(known.times)).toEqual({ 'a.md': 77, 'b.md': 2000 })
  await temporary.git('reset', '-q', '--hard', first)
  await temporary.write('c.md', 'c\n')
  const other = await temporary.commit('Other', 3000)
  const times = { 'a.md': 1000, 'b.md': 1000, 'c.md': 3000 }
  expect(Object.fromEntries((await lastChanges(repository, other, known)).times)).toEqual(times)
})

test('a known result with a few new commits equals that of the whole history', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('a.md', 'a\n')
  await temporary.write('year/b.md', 'b\n')
  await temporary.commit('First', 1000)
  const known = await lastChangesIn(temporary)
  expect(known.complete).toBe(true)
  await temporary.write('year/c.md', 'c\n')
  await temporary.commit('Second', 2000)
  await temporary.remove('a.md')
  await temporary.write('year/b.md', 'b2\n')
  await temporary.commit('Third', 3000)
  const times = { 'year/b.md': 3000, 'year/c.md': 2000 }
  expect(await timesOf(temporary)).toEqual(times)
  expect(await timesOf(temporary, '', known)).toEqual(times)
})

test('a long history does not block the event loop', async () => {
  await using temporary = await temporaryRepository()
  const stream = Array.from({ length: 2000 }, (_, at) => {
    const text = `text ${at}\n`
    return `commit refs/heads/main\ncommitter W <w@example.org> ${1000 + at} +0000\ndata 1\nx\nM 100644 inline a/${at % 300}.md\ndata ${text.length}\n${text}\n`
  })
  await git(temporary.root, ['fast-import', '--quiet'], undefined, stream.join(''))
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  onTestFinished(() => clearInterval(timer))
  const times = await timesOf(temporary)
  expect(times['a/0.md']).toBe(1000 + 1800)
  expect(Object.keys(times)).toHaveLength(300)
  expect(turns).toBeGreaterThan(2)
})
