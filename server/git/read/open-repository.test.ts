import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  git,
  repositoryAt,
  temporaryFolder,
  temporaryRepository,
} from '../../../tests/temp-repository.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { createGitFiles } from '../files/git-files.ts'
import { openRepository, type RepositoryOptions } from './open-repository.ts'

async function open(options: RepositoryOptions) {
  const repository = await openRepository(options)
  return { ...repository, files: createGitFiles(repository), [Symbol.dispose]: repository.close }
}

async function pathsShown(options: RepositoryOptions): Promise<Array<string>> {
  using repository = await open(options)
  const revision = repository.files.revision()
  return revision === null ? [] : (await repository.files.list(revision)).map((file) => file.path)
}

test('the content folder is found at the root of a repository and deep inside a larger one', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('README.md', 'code\n')
  await temporary.write('sites/notes/content/articles/2026/warp.md', '# Warp\n')
  await temporary.commit()
  using deep = await open({ contentDir: temporary.path('sites/notes/content') })
  const { gitDir, commonDir, workTree, prefix, branch } = deep
  expect({ gitDir, commonDir, workTree, prefix, branch }).toEqual({
    gitDir: temporary.path('.git'),
    commonDir: temporary.path('.git'),
    workTree: temporary.root,
    prefix: 'sites/notes/content',
    branch: 'main',
  })
  expect(await pathsShown({ contentDir: temporary.path('sites/notes/content') })).toEqual([
    'articles/2026/warp.md',
  ])
  expect(await pathsShown({ contentDir: temporary.root })).toEqual([
    'README.md',
    'sites/notes/content/articles/2026/warp.md',
  ])
})

test('a content folder that is a link is resolved', async () => {
  await using temporary = await temporaryRepository()
  await using folder = await temporaryFolder()
  await temporary.write('content/a.md', 'a\n')
  await temporary.commit()
  await symlink(temporary.path('content'), join(folder.path, 'link'))
  expect(await pathsShown({ contentDir: join(folder.path, 'link') })).toEqual(['a.md'])
})

test('a content folder that is not committed yet is empty', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('README.md', 'code\n')
  await temporary.commit()
  await temporary.write('content/a.md', 'a\n')
  expect(await pathsShown({ contentDir: temporary.path('content') })).toEqual([])
})

test('a linked worktree is served from its own HEAD and the objects of the main one', async () => {
  await using temporary = await temporaryRepository()
  await using folder = await temporaryFolder()
  await temporary.write('content/a.md', 'a\n')
  await temporary.commit()
  const path = join(folder.path, 'linked')
  await temporary.git('worktree', 'add', '-q', '-b', 'draft', path)
  const linked = repositoryAt(path)
  await linked.write('content/b.md', 'b\n')
  const commit = await linked.commit()
  using repository = await open({ contentDir: join(path, 'content') })
  expect(repository.gitDir).toBe(temporary.path('.git/worktrees/linked'))
  expect(repository.commonDir).toBe(temporary.path('.git'))
  expect(repository.branch).toBe('draft')
  expect(repository.files.revision()).toBe(commit)
  expect(await pathsShown({ contentDir: join(path, 'content') })).toEqual(['a.md', 'b.md'])
  expect(await pathsShown({ contentDir: join(path, 'content'), branch: 'main' })).toEqual(['a.md'])
  expect(await pathsShown({ contentDir: temporary.path('content') })).toEqual(['a.md'])
})

test('the content of a submodule is served from its own repository', async () => {
  await using outer = await temporaryRepository()
  await using inner = await temporaryRepository()
  await inner.write('a.md', 'a\n')
  const commit = await inner.commit()
  await outer.git('submodule', '--quiet', 'add', inner.root, 'content')
  await outer.commit()
  using repository = await open({ contentDir: outer.path('content') })
  expect(repository.gitDir).toBe(outer.path('.git/modules/content'))
  expect(repository.files.revision()).toBe(commit)
  using whole = await open({ contentDir: outer.root })
  expect(await whole.files.list(whole.files.revision()!)).toContainEqual({
    path: 'content',
    blob: commit,
    kind: 'repository',
  })
})

test('a detached HEAD is followed itself', async () => {
  await using temporary = await temporaryRepository()
  const first = await temporary.commit()
  const second = await temporary.commit()
  await temporary.git('checkout', '-q', first)
  using repository = await open({ contentDir: temporary.root })
  expect(repository.branch).toBeNull()
  expect(repository.files.revision()).toBe(first)
  await temporary.git('checkout', '-q', 'main')
  expect(repository.files.revision()).toBe(second)
})

test('a repository without a commit has no revision until it gets one', async () => {
  await using temporary = await temporaryRepository(['-b', 'site'])
  using repository = await open({ contentDir: temporary.root })
  expect([repository.branch, repository.files.revision()]).toEqual(['site', null])
  const commit = await temporary.commit()
  expect(repository.files.revision()).toBe(commit)
})

test('a repository is created in a folder without one, with the files that are not ignored, and git status is clean', async () => {
  await using folder = await temporaryFolder()
  const content = join(folder.path, 'content')
  const made = repositoryAt(content)
  await writeFile(join(folder.path, 'outside.md'), 'outside\n')
  await made.write('articles/2026/grün "a b".md', 'one\n')
  await made.write('downloads/kit.zip', Buffer.from([0, 1, 2, 255]))
  await made.write('.gitignore', '*.tmp\nbuild/\n')
  await made.write('draft.tmp', 'ignored\n')
  await made.write('build/out.md', 'ignored\n')
  await git(folder.path, ['init', '-q', join(content, 'nested')])
  await repositoryAt(join(content, 'nested')).commit()
  await made.write('nested/inner.md', 'of another repository\n')
  await made.link('passwords.md', '/etc/passwd')
  expect(await pathsShown({ contentDir: content })).toEqual([
    '.gitignore',
    'articles/2026/grün "a b".md',
    'downloads/kit.zip',
  ])
  expect(await made.git('log', '--format=%an <%ae> %cn <%ce>')).toBe(
    'Session Notes <session-notes@localhost> Session Notes <session-notes@localhost>\n',
  )
  expect((await made.git('status', '--short')).split('\n').sort()).toEqual([
    '',
    '?? nested/',
    '?? passwords.md',
  ])
  expect(await made.git('fsck', '--strict')).toBe('')
  expect(await made.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main\n')
  expect(existsSync(join(folder.path, '.git'))).toBe(false)
  const next = await made.commit()
  using again = await open({ contentDir: content })
  expect(again.files.revision()).toBe(next)
})

test('an empty folder becomes a repository with an empty commit on the given branch', async () => {
  await using folder = await temporaryFolder()
  using repository = await open({ contentDir: folder.path, branch: 'site' })
  expect(repository.branch).toBe('site')
  expect(await repository.files.list(repository.files.revision()!)).toEqual([])
  expect(await git(folder.path, ['status', '--short', '--branch'])).toBe('## site\n')
})

test('two processes that create the repository at once end up with one, and an incomplete one is removed', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'a.md'), 'a\n')
  await mkdir(join(folder.path, '.git-unfinished-crash', 'objects'), { recursive: true })
  const shown = await Promise.all([1, 2].map(() => pathsShown({ contentDir: folder.path })))
  expect(shown).toEqual([['a.md'], ['a.md']])
  expect(readdirSync(folder.path).sort()).toEqual(['.git', 'a.md'])
})

test('a .git folder without HEAD is ignored, as in git', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/a.md', 'a\n')
  await temporary.commit()
  await mkdir(temporary.path('content/.git'))
  expect(await pathsShown({ contentDir: temporary.path('content') })).toEqual(['a.md'])
})

async function refusal(options: RepositoryOptions): Promise<string> {
  const error = await openRepository(options).then(
    () => new Error('it was opened'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(RepositoryError)
  return (error as Error).message
}

test('an unreadable repository is rejected in one sentence', async () => {
  await using folder = await temporaryFolder()
  await using temporary = await temporaryRepository()
  await temporary.commit()
  const gitDir = temporary.path('.git')
  const absent = join(folder.path, 'absent')
  expect(await refusal({ contentDir: absent })).toBe(`The content folder ${absent} does not exist.`)
  await writeFile(join(folder.path, 'file'), '')
  expect(await refusal({ contentDir: join(folder.path, 'file') })).toMatch(/is not a folder\.$/)
  expect(await refusal({ contentDir: temporary.root, branch: 'absent' })).toBe(
    `The repository ${gitDir} has no branch absent.`,
  )
  expect(await refusal({ contentDir: temporary.root, branch: '../../etc' })).toBe(
    '"../../etc" is not a branch name.',
  )

  await mkdir(join(gitDir, 'reftable'))
  expect(await refusal({ contentDir: temporary.root })).toMatch(
    /stores its refs as reftable; only files can be read\.$/,
  )
  await rm(join(gitDir, 'reftable'), { recursive: true })
  await temporary.git('config', 'core.repositoryFormatVersion', '1')
  await temporary.git('config', 'extensions.newIdea', 'true')
  expect(await refusal({ contentDir: temporary.root })).toMatch(
    /^git refuses the repository of .+: unknown repository extension found: newidea\.$/,
  )

  await rename(gitDir, join(folder.path, 'moved'))
  await writeFile(gitDir, 'gitdir: nowhere\n')
  expect(await refusal({ contentDir: temporary.root })).toMatch(
    /^git refuses the repository of .+: not a git repository: .+nowhere\.$/,
  )
  await writeFile(gitDir, 'nonsense\n')
  expect(await refusal({ contentDir: temporary.root })).toMatch(
    /^git refuses the repository of .+: invalid gitfile format: .+\.git\.$/,
  )
  await rm(gitDir)
})

test.skipIf(process.getuid?.() !== 0)(
  'a repository of another user is opened for that user’s content folder (only root can try)',
  async () => {
    await using temporary = await temporaryRepository()
    await temporary.write('site/content/a.md', 'a\n')
    await temporary.commit()
    execFileSync('chown', ['-R', '1234', temporary.root])
    expect(await pathsShown({ contentDir: temporary.path('site/content') })).toEqual(['a.md'])
    expect(await pathsShown({ contentDir: temporary.root })).toEqual(['site/content/a.md'])

    for (const other of ['site/content', '.git']) {
      execFileSync('chown', ['-R', '1234', temporary.root])
      execFileSync('chown', ['-R', '4321', temporary.path(other)])
      expect(await refusal({ contentDir: temporary.path('site/content') })).toMatch(
        / dubious ownership .*; if that is right, run "git config --global --add safe.directory .+"\.$/,
      )
    }
  },
)

test('a repository with sha256 ids is refused in one sentence', async () => {
  await using temporary = await temporaryRepository(['--object-format=sha256'])
  await temporary.commit()
  expect(await refusal({ contentDir: temporary.root })).toBe(
    `The repository ${temporary.path('.git')} uses sha256 object ids; only sha1 can be read.`,
  )
})
