import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../../../tests/temp-repository.ts'
import { openRepository } from '../read/open-repository.ts'
import { listUncommitted } from './uncommitted.ts'

async function uncommittedIn(temporary: TemporaryRepository, folder = 'content') {
  const repository = await openRepository({ contentDir: temporary.path(folder) })
  onTestFinished(repository.close)
  return async () =>
    (await listUncommitted(repository)).map(({ path, change }) => `${change} ${path}`)
}

test('edited, new and deleted content files are listed, staged or not, and nothing outside the folder', async () => {
  await using temporary = await temporaryRepository()
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await temporary.write(`content/${name}.md`, `${name}\n`)
  await temporary.write('outside.md', 'x\n')
  await temporary.commit()
  const uncommitted = await uncommittedIn(temporary)
  expect(await uncommitted()).toEqual([])
  await temporary.write('outside.md', 'y\n')
  await temporary.write('content/a.md', 'A\n')
  await temporary.write('content/b.md', 'staged\n')
  await temporary.git('add', 'content/b.md')
  await temporary.remove('content/c.md')
  await temporary.git('rm', '-q', 'content/d.md')
  await temporary.remove('content/e.md')
  await temporary.link('content/e.md', '/etc/passwd')
  await temporary.write('content/news/grün "1".md', 'new\n')
  expect(await uncommitted()).toEqual([
    'modified a.md',
    'modified b.md',
    'deleted c.md',
    'deleted d.md',
    'modified e.md',
    'new news/grün "1".md',
  ])
  await temporary.commit()
  expect(await uncommitted()).toEqual([])
})

test('an edit of the same length and time stamp is found when the file was changed a moment ago', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/a.md', 'one\n')
  await temporary.commit()
  const uncommitted = await uncommittedIn(temporary)
  const now = Date.now() / 1000
  utimesSync(temporary.path('content/a.md'), now, now)
  expect(await uncommitted()).toEqual([])
  writeFileSync(temporary.path('content/a.md'), 'two\n')
  utimesSync(temporary.path('content/a.md'), now, now)
  expect(await uncommitted()).toEqual(['modified a.md'])
})

test('ignored files are left out unless they were committed, and changed rules apply at once', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('.gitignore', 'drafts/\n*.tmp\n')
  await temporary.write('content/drafts/kept.md', 'committed though ignored\n')
  await temporary.commit()
  await temporary.git('add', '-f', 'content/drafts/kept.md')
  await temporary.commit()
  const uncommitted = await uncommittedIn(temporary)
  await temporary.write('content/drafts/kept.md', 'changed\n')
  await temporary.write('content/drafts/other.md', 'ignored\n')
  await temporary.write('content/more/drafts/other.md', 'ignored\n')
  await temporary.write('content/.a.md.swp', 'editor\n')
  await temporary.write('content/x.tmp', 'ignored\n')
  const others = (await temporary.git('ls-files', '-o', '--exclude-standard', 'content')).trim()
  expect(others).toBe('content/.a.md.swp')
  expect(await uncommitted()).toEqual(['new .a.md.swp', 'modified drafts/kept.md'])
  await temporary.write('content/.gitignore', '.*.swp\n')
  expect(await uncommitted()).toEqual(['new .gitignore', 'modified drafts/kept.md'])
  await temporary.write('.git/info/exclude', 'content/.gitignore\n')
  expect(await uncommitted()).toEqual(['modified drafts/kept.md'])
})

test('a checkout with other line ends than the repository is not an edit', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/a.md', 'one\ntwo\n')
  await temporary.commit()
  await temporary.git('config', 'core.autocrlf', 'true')
  const uncommitted = await uncommittedIn(temporary)
  await temporary.remove('content/a.md')
  await temporary.git('-c', 'core.autocrlf=true', 'checkout', '--', 'content')
  expect(readFileSync(temporary.path('content/a.md'), 'utf8')).toBe('one\r\ntwo\r\n')
  expect(await uncommitted()).toEqual([])
  await temporary.write('content/a.md', 'one\r\nthree\r\n')
  expect(await uncommitted()).toEqual(['modified a.md'])
})

test('nested repositories are named as a whole, submodules are no change', async () => {
  await using temporary = await temporaryRepository()
  await using inner = await temporaryRepository()
  await inner.commit()
  await temporary.git('submodule', '--quiet', 'add', inner.root, 'content/kit')
  await temporary.commit()
  await temporary.git('init', '-q', 'content/nested')
  await temporary.write('content/nested/a.md', 'a\n')
  const uncommitted = await uncommittedIn(temporary)
  expect(await uncommitted()).toEqual(['new nested'])
})

test('everything is new in a repository without a commit, and against the branch that is checked out', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/a.md', 'a\n')
  const uncommitted = await uncommittedIn(temporary)
  expect(await uncommitted()).toEqual(['new a.md'])
  await temporary.commit()
  await temporary.git('checkout', '-q', '-b', 'draft')
  await temporary.write('content/b.md', 'b\n')
  await temporary.commit()
  expect(await uncommitted()).toEqual([])
})

test('no links are followed, neither to files nor to folders', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('outside/secret.md', 'secret\n')
  await temporary.write('content/a.md', 'a\n')
  await temporary.link('content/folder', '../outside')
  await temporary.commit()
  const uncommitted = await uncommittedIn(temporary)
  expect(await uncommitted()).toEqual([])
  await temporary.link('content/another', '../outside')
  expect(await uncommitted()).toEqual(['new another'])
})
