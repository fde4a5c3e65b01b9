import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../../../tests/temp-repository.ts'
import { openRepository } from '../read/open-repository.ts'
import { createRecentCommits } from './branch-log.ts'
import { createFileAuthors } from './file-authors.ts'

/** Writes and commits a file as somebody. */
async function commitAs(
  temporary: TemporaryRepository,
  name: string,
  path: string,
  text: string,
  time: number,
) {
  await temporary.write(path, text)
  await temporary.git('add', '-A')
  const date = `${time} +0000`
  const author = `${name} <${name.toLowerCase()}@example.org>`
  await temporary.git(
    '-c',
    'user.name=x',
    '-c',
    'user.email=x@example.org',
    'commit',
    '-qm',
    path,
    '--author',
    author,
    '--date',
    date,
  )
}

test('a file has the authors of its first and its last commit, also after new commits and a merge', async () => {
  await using temporary = await temporaryRepository()
  await commitAs(temporary, 'Ada', 'content/a.md', 'a', 1000)
  await commitAs(temporary, 'Bob', 'content/b.md', 'b', 2000)
  await commitAs(temporary, 'Bob', 'content/a.md', 'a2', 3000)
  const repository = await openRepository({ contentDir: temporary.path('content') })
  const authors = createFileAuthors(createRecentCommits(repository))
  const names = async () =>
    Object.fromEntries(
      [...(await authors())].map(([path, { last, created }]) => [path, [last.name, created?.name]]),
    )
  expect(await names()).toEqual({ 'a.md': ['Bob', 'Ada'], 'b.md': ['Bob', 'Bob'] })

  await temporary.git('checkout', '-q', '-b', 'side')
  await commitAs(temporary, 'Eve', 'content/c.md', 'c', 4000)
  await temporary.git('checkout', '-q', 'main')
  await commitAs(temporary, 'Ada', 'content/b.md', 'b2', 5000)
  await temporary.git('merge', '-q', '--no-edit', 'side')
  expect(await names()).toEqual({
    'a.md': ['Bob', 'Ada'],
    'b.md': ['Ada', 'Bob'],
    'c.md': ['Eve', 'Eve'],
  })
  repository.close()
})

test('where the read commits end, the author of the first commit is unknown', async () => {
  await using temporary = await temporaryRepository()
  await commitAs(temporary, 'Ada', 'content/a.md', 'a', 1000)
  await commitAs(temporary, 'Bob', 'content/a.md', 'a2', 2000)
  const repository = await openRepository({ contentDir: temporary.path('content') })
  expect(await createFileAuthors(createRecentCommits(repository, 1))()).toEqual(
    new Map([['a.md', { last: { name: 'Bob', email: 'bob@example.org' }, created: null }]]),
  )
  repository.close()
})
