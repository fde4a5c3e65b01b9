import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  git,
  repositoryAt,
  type TemporaryRepository,
  temporaryFolder,
  temporaryRepository,
} from '../../../tests/temp-repository.ts'
import { openRepository } from '../read/open-repository.ts'
import { createGitFiles } from './git-files.ts'

async function filesOf(temporary: TemporaryRepository, folder = '') {
  const repository = await openRepository({ contentDir: temporary.path(folder) })
  onTestFinished(repository.close)
  return createGitFiles(repository)
}

test('the difference of two commits includes renames, edits, deletions and changes of kind, but not the executable bit', async () => {
  await using temporary = await temporaryRepository()
  for (const name of ['edited', 'renamed', 'deleted', 'script', 'linked', 'folder'])
    await temporary.write(`content/${name}`, name)
  await temporary.write('outside.md', 'one')
  const from = await temporary.commit()
  await temporary.write('content/edited', 'edited anew')
  await temporary.git('mv', 'content/renamed', 'content/another')
  await temporary.remove('content/deleted')
  await temporary.remove('content/linked')
  await temporary.link('content/linked', '/etc/passwd')
  await temporary.remove('content/folder')
  await temporary.write('content/folder/file.md', 'inside')
  await temporary.write('outside.md', 'two')
  await temporary.git('add', '-A')
  await temporary.git('update-index', '--chmod=+x', 'content/script')
  await temporary.git('commit', '-q', '-m', 'Change')
  const to = (await temporary.git('rev-parse', 'HEAD')).trim()
  const files = await filesOf(temporary, 'content')
  const text = async (blob: string | null) => blob && (await files.read(blob)).toString()
  const changes = (await files.diff(from, to)).map(async ({ path, kind, before, after }) => [
    path,
    kind,
    await text(before),
    await text(after),
  ])
  expect(await Promise.all(changes)).toEqual([
    ['another', 'file', null, 'renamed'],
    ['deleted', 'file', 'deleted', null],
    ['edited', 'file', 'edited', 'edited anew'],
    ['folder', 'file', 'folder', null],
    ['folder/file.md', 'file', null, 'inside'],
    ['linked', 'link', 'linked', '/etc/passwd'],
    ['renamed', 'file', 'renamed', null],
  ])
  expect(await files.diff(to, to)).toEqual([])
})

test('every state stays readable while native git commits, packs, prunes and packs refs beside the reader', async () => {
  await using temporary = await temporaryRepository()
  for (let at = 0; at < 20; at++) await temporary.write(`a/${at}.md`, `text ${at}\n`.repeat(at + 1))
  const states = [await temporary.commit()]
  const files = await filesOf(temporary)
  let reads = 0
  const readEverything = async () => {
    for (const state of [files.revision()!, ...states])
      for (const { path, blob } of await files.list(state)) {
        expect([path, await files.size(blob)]).toEqual([path, (await files.read(blob)).length])
        reads++
      }
  }
  let writing = true
  const writer = (async () => {
    for (let at = 0; at < 6; at++) {
      await temporary.write(`a/${at * 3}.md`, `changed ${at}\n`.repeat(50))
      states.push(await temporary.commit())
      if (at % 3 === 2) await temporary.git('gc', '-q', '--prune=now')
      else if (at % 3 === 1) await temporary.git('repack', '-q', '-a', '-d')
    }
  })().finally(() => {
    writing = false
  })
  while (writing) {
    await readEverything()
    await setImmediate()
  }
  await writer
  await readEverything()
  expect(states).toHaveLength(7)
  expect(reads).toBeGreaterThan(100)
})

test('names that are not UTF-8 are listed with their stray bytes as git prints them', async () => {
  await using temporary = await temporaryRepository()
  await temporary.commit()
  const name = Buffer.concat([
    Buffer.from(`${temporary.root}/caf`, 'latin1'),
    Buffer.from([0xe9]),
    Buffer.from('.md'),
  ])
  writeFileSync(name, 'text\n')
  const commit = await temporary.commit()
  const files = await filesOf(temporary)
  expect((await files.list(commit)).map((file) => file.path)).toEqual(['caf\\351.md'])
})

test('list and diff refuse a state that does not exist in the repository', async () => {
  await using temporary = await temporaryRepository()
  const commit = await temporary.commit()
  const files = await filesOf(temporary)
  const gone = 'a'.repeat(40)
  await expect(files.list(gone)).rejects.toThrow(`The repository has no object ${gone}.`)
  await expect(files.diff(gone, commit)).rejects.toThrow(`The repository has no object ${gone}.`)
})

/** Watches, and returns the revisions that the listener saw. */
function revisionsSeen(files: Awaited<ReturnType<typeof filesOf>>): Array<string | null> {
  const seen: Array<string | null> = []
  onTestFinished(files.watch(() => seen.push(files.revision())))
  return seen
}

const soon = { timeout: 30_000, interval: 20 }

test('native commits, a reset, a fetch into the branch and the first commit after packing are each noticed once', async () => {
  await using temporary = await temporaryRepository()
  const first = await temporary.commit()
  const files = await filesOf(temporary)
  const seen = revisionsSeen(files)
  const expected: Array<string> = []
  const expectNext = async (revision: string) => {
    expected.push(revision)
    await vi.waitFor(() => expect(seen.at(-1)).toBe(revision), soon)
    expect(seen).toEqual(expected)
  }
  await temporary.write('a.md', 'a\n')
  const second = await temporary.commit()
  await expectNext(second)
  await temporary.git('reset', '-q', '--hard', first)
  await expectNext(first)
  await temporary.git('gc', '-q')
  await temporary.git('checkout', '-q', '-b', 'draft')
  await temporary.commit()
  await temporary.git('update-ref', 'refs/heads/main', second)
  await expectNext(second)
  await using folder = await temporaryFolder()
  await git(folder.path, ['clone', '-q', temporary.root, 'clone', '--branch', 'main'])
  const third = await repositoryAt(join(folder.path, 'clone')).commit()
  await temporary.git('fetch', '-q', join(folder.path, 'clone'), 'main:main')
  await expectNext(third)
})

test('a commit between the last read of the revision and the start of the watch is noticed', async () => {
  await using temporary = await temporaryRepository()
  await temporary.commit()
  const files = await filesOf(temporary)
  files.revision()
  const commit = await temporary.commit()
  const seen = revisionsSeen(files)
  await vi.waitFor(() => expect(seen).toEqual([commit]), soon)
})

test('a branch with a slash in its name is watched before its first commit', async () => {
  await using temporary = await temporaryRepository(['-b', 'site/live'])
  const files = await filesOf(temporary)
  expect(files.revision()).toBeNull()
  const seen = revisionsSeen(files)
  const commit = await temporary.commit()
  await vi.waitFor(() => expect(seen).toEqual([commit]), soon)
})

test('the listener is not called after the watch has ended', async () => {
  await using temporary = await temporaryRepository()
  await temporary.commit()
  const files = await filesOf(temporary)
  const seen: Array<string | null> = []
  const stop = files.watch(() => seen.push('stopped one'))
  const others = revisionsSeen(files)
  stop()
  await temporary.commit()
  await vi.waitFor(() => expect(others).toHaveLength(1), soon)
  expect(seen).toEqual([])
})
