import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderOnOtherDisk, hasOtherDisk } from '../../../tests/other-disk.ts'
import {
  git,
  repositoryAt,
  type TemporaryFolder,
  type TemporaryRepository,
  temporaryFolder,
  temporaryRepository,
} from '../../../tests/temp-repository.ts'
import { editor, everyByte, expectSound, laneOn } from '../../../tests/write-lane-fixture.ts'
import { blobId } from '../../platform/object-id.ts'
import type { RepositoryShapeError } from '../shape/repository-shape.ts'

/** Each refused state of a repository: how to create it, and its message. */
const refused: ReadonlyArray<
  readonly [name: string, make: (temporary: TemporaryRepository) => unknown, says: string]
> = [
  [
    'a detached HEAD',
    (t) => t.git('checkout', '-q', '--detach'),
    'The working copy is on no branch (detached HEAD)',
  ],
  [
    'another branch',
    (t) => t.git('checkout', '-q', '-b', 'draft'),
    'The working copy is on branch draft, but the site shows main; check out main, then save again.',
  ],
  [
    'a branch that is another name',
    (t) =>
      t
        .git('symbolic-ref', 'refs/heads/main', 'refs/heads/other')
        .then(() => t.git('branch', 'other', 'first')),
    'Branch main is only another name of other',
  ],
  ['a bare repository', (t) => t.git('config', 'core.bare', 'true'), 'set up as bare'],
  [
    'another work tree',
    (t) => t.git('config', 'core.worktree', '/tmp'),
    'names another folder as its working copy',
  ],
  [
    'a reftable',
    (t) => appendFileSync(t.path('.git/config'), '[extensions]\n\trefstorage = reftable\n'),
    'reftable',
  ],
  ['a merge', (t) => conflict(t, 'merge', 'side'), 'A merge is unfinished'],
  ['a rebase', (t) => conflict(t, 'rebase', 'side'), 'A rebase is unfinished'],
  ['a cherry-pick', (t) => conflict(t, 'cherry-pick', 'side'), 'A cherry-pick is unfinished'],
  ['a revert', (t) => conflict(t, 'revert', 'HEAD~'), 'A revert is unfinished'],
  ['a bisect', (t) => t.git('bisect', 'start'), 'A bisect is under way'],
  [
    'conflicts in the index alone',
    async (t) => {
      await conflict(t, 'merge', 'side')
      await t.git('update-ref', '-d', 'MERGE_HEAD')
    },
    'merge conflicts that are not resolved',
  ],
  [
    'a split index',
    (t) => t.git('update-index', '--split-index'),
    'The index of the repository is split',
  ],
  [
    'an index of version 4',
    (t) => t.git('update-index', '--index-version', '4'),
    'format version 4',
  ],
  [
    'a sparse checkout',
    (t) => t.git('sparse-checkout', 'set', 'content'),
    'The working copy is a sparse checkout',
  ],
  [
    'a sparse index',
    async (t) => {
      await t.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'content')
      await t.git('config', '--worktree', 'core.sparseCheckout', 'false')
    },
    'The working copy is a sparse checkout',
  ],
  [
    'a damaged index',
    (t) => writeFileSync(t.path('.git/index'), 'DIRC nonsense'),
    'index of the repository is damaged',
  ],
  [
    'an index with a wrong byte',
    (t) => {
      const bytes = readFileSync(t.path('.git/index'))
      bytes[60]! ^= 1
      writeFileSync(t.path('.git/index'), bytes)
    },
    'index of the repository is damaged',
  ],
  [
    'large files elsewhere',
    (t) =>
      t.write('.gitattributes', '*.png -text\ncontent/** filter=lfs diff=lfs merge=lfs -text\n'),
    'Git attributes (filter=lfs) change content/a.md',
  ],
  [
    'line ends by attribute',
    (t) => t.write('content/.gitattributes', 'a.md eol=crlf\n'),
    '(eol=crlf)',
  ],
  ['text by attribute', (t) => t.write('.gitattributes', '*.md text\n'), '(text)'],
  [
    'an encoding',
    (t) => t.write('.gitattributes', '*.md working-tree-encoding=UTF-16\n'),
    'working-tree-encoding=UTF-16',
  ],
  [
    'an ident',
    (t) => t.write('.gitattributes', '[attr]mine ident\n"content/a.md" mine\n'),
    '(ident)',
  ],
  [
    'attributes of this clone',
    (t) => writeFileSync(t.path('.git/info/attributes'), '* filter=x'),
    '(filter=x)',
  ],
]

async function conflict(
  temporary: TemporaryRepository,
  command: string,
  what: string,
): Promise<void> {
  await temporary
    .git(command, ...(command === 'revert' ? ['--no-edit'] : []), what)
    .catch(() => null)
}

let original: TemporaryRepository
let folder: TemporaryFolder
let copies = 0
beforeAll(async () => {
  folder = await temporaryFolder()
  original = await temporaryRepository()
  await original.write('content/a.md', 'one\n')
  await original.write('content/clash.md', 'base\n')
  await original.write('elsewhere/b.md', 'one\n')
  await original.commit()
  await original.git('tag', 'first')
  await original.git('checkout', '-q', '-b', 'side')
  await original.write('content/clash.md', 'side\n')
  await original.commit()
  await original.git('checkout', '-q', 'main')
  for (const text of ['main\n', 'main again\n']) {
    await original.write('content/clash.md', text)
    await original.commit()
  }
  rmSync(original.path('.git/hooks'), { recursive: true, force: true })
})
afterAll(async () => {
  await original[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

/**
 * Three commits of main that change one file, and a branch that changes it otherwise, in a folder
 * of their own.
 */
function withBranches(): TemporaryRepository {
  copies += 1
  const own = join(folder.path, `${copies}`)
  mkdirSync(own)
  execFileSync('cp', ['-a', original.root, own])
  return repositoryAt(join(own, 'work'))
}

for (const [name, make, says] of refused)
  test(`${name}: the save is refused in one sentence, nothing changes`, async () => {
    const temporary = withBranches()
    await using fixture = await laneOn(temporary, { folder: 'content', branch: 'main' })
    await make(temporary)
    const before = everyByte(temporary.root)
    const changes = [
      { path: 'a.md', bytes: Buffer.from('two\n'), expected: blobId(Buffer.from('one\n')) },
    ]
    const error = await fixture.lane
      .commit({ changes, message: 'm', author: { name: 'A', email: 'a@example.org' } })
      .catch((failure: unknown) => failure)
    expect(error).toMatchObject({
      name: 'RepositoryShapeError',
      message: expect.stringContaining(says),
    })
    expect((error as Error).message).toMatch(/^[A-Z][^{}]*\.$/)
    expect(everyByte(temporary.root)).toEqual(before)
    // Attributes concern single files; everything else concerns every save.
    const fault = (error as RepositoryShapeError).fault
    expect((await fixture.lane.fault())?.kind).toBe(fault === 'attributes' ? undefined : 'shape')
  })

test('a disk that may not be written to, or without hard links, is refused in one sentence', async () => {
  for (const [step, code, says, after] of [
    ['makeFolder', 'EROFS', 'Nothing can be written to', 'shape'],
    ['create', 'EACCES', 'Nothing can be written to', 'shape'],
    ['link', 'EPERM', 'has no hard links', undefined],
  ] as const) {
    const temporary = withBranches()
    let isClosed = true
    await using fixture = await laneOn(temporary, {
      folder: 'content',
      before(current) {
        // Also for the superuser, to whom no folder is closed, nothing can be written below a file.
        if (isClosed && current === step)
          throw Object.assign(new Error(code), { code, path: temporary.path('.git/config/new') })
      },
    })
    await expect(fixture.save('a.md', 'two\n')).rejects.toThrow(says)
    await expectSound(temporary)
    // Nobody has to try again to learn it.
    expect((await fixture.lane.fault())?.kind).toBe(after)
    isClosed = false
    await fixture.save('a.md', 'two\n')
    expect(await fixture.lane.fault()).toBeNull()
  }
})

async function saveAndEdit(
  temporary: TemporaryRepository,
  folder = 'content',
  paths = ['a.md', '2026/new.md'],
) {
  await using fixture = await laneOn(temporary, { folder })
  for (const path of paths) {
    await fixture.save(path, `saved ${path}\n`)
    expect(await temporary.git('show', `HEAD:${join(folder, path)}`)).toBe(`saved ${path}\n`)
  }
  expect(await fixture.lane.fault()).toBeNull()
}

test('content at the root, packed refs, a branch in a folder and a repository after gc are written to', async () => {
  const temporary = withBranches()
  await saveAndEdit(temporary, '', ['content/a.md', 'root.md'])
  await temporary.git('checkout', '-q', '-b', 'site/live')
  await temporary.git('gc', '-q', '--prune=now')
  expect(existsSync(temporary.path('.git/refs/heads/site/live'))).toBe(false)
  rmSync(temporary.path('.git/refs/heads/site'), { recursive: true, force: true })
  await saveAndEdit(temporary)
  await expectSound(temporary)
  expect(await temporary.git('rev-list', '--count', 'site/live')).toBe('7\n')
  expect(await temporary.git('rev-list', '--count', 'main')).toBe('5\n')
})

test('a linked worktree is written to on its own branch, and so is the repository that it belongs to', async () => {
  const temporary = withBranches()
  await temporary.git('worktree', 'add', '-q', '../linked', '-b', 'linked')
  const linked = repositoryAt(join(temporary.root, '../linked'))
  await saveAndEdit(linked)
  await saveAndEdit(temporary, 'content', ['a.md'])
  expect(await linked.git('status', '--porcelain')).toBe('')
  expect(await linked.git('reflog', '--format=%gs', '-1')).toBe(
    'commit: Update article: 2026/new.md\n',
  )
  expect(await linked.git('rev-list', '--count', 'main..linked')).toBe('1\n')
  await expectSound(temporary)
})

test('a shallow clone and one with borrowed objects are written to', async () => {
  const temporary = withBranches()
  for (const options of [
    ['--depth=1', `file://${temporary.root}`],
    ['--shared', temporary.root],
  ]) {
    const name = `clone${options.length}${options[0]!.length}`
    await git(join(temporary.root, '..'), ['clone', '-q', ...options, name])
    const clone = repositoryAt(join(temporary.root, '..', name))
    await saveAndEdit(clone)
    await expectSound(clone)
  }
})

test('the first commit is made on an unborn branch, beside a writer’s staged files', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('staged.md', 'staged\n')
  await temporary.git('add', 'staged.md')
  await saveAndEdit(temporary, '', ['a.md'])
  expect(await temporary.git('ls-tree', '--name-only', 'HEAD')).toBe('a.md\n')
  expect(await temporary.git('reflog', '--format=%gs')).toBe(
    'commit (initial): Update article: a.md\n',
  )
  await expectSound(temporary, 'A  staged.md\n')
})

test('files with CRLF under core.autocrlf count as clean, are stored with LF and keep their style on the disk', async () => {
  for (const [setting, attribute, newFile] of [
    ['true', '', 'new\r\nfile\r\n'],
    ['input', '', 'new\nfile\n'],
    ['false', '* text=auto', 'new\nfile\n'],
  ] as const) {
    await using temporary = await temporaryRepository()
    await temporary.write('content/a.md', 'one\ntwo\n')
    await temporary.write('content/lf.md', 'one\ntwo\n')
    await temporary.write('content/picture.png', Buffer.from([0x89, 0, 13, 10, 10, 13, 10]))
    await temporary.write('.gitattributes', `${attribute}\n`)
    await temporary.commit()
    await temporary.git('config', 'core.autocrlf', setting)
    await temporary.write('content/a.md', 'one\r\ntwo\r\n')
    await using fixture = await laneOn(temporary, { folder: 'content' })
    const plain = (path: string) => readFileSync(temporary.path(`content/${path}`), 'latin1')
    await fixture.save('a.md', 'three\r\nfour\r\n')
    expect([plain('a.md'), await temporary.git('show', 'HEAD:content/a.md')]).toEqual([
      'three\r\nfour\r\n',
      'three\nfour\n',
    ])
    await fixture.save('lf.md', 'three\nfour\n')
    expect(plain('lf.md')).toBe('three\nfour\n')
    await fixture.save('new.md', 'new\nfile\n')
    expect(plain('new.md')).toBe(newFile)
    expect(await temporary.git('show', 'HEAD:content/new.md')).toBe('new\nfile\n')
    await fixture.save('picture.png', 'binary\0\r\nbytes\n')
    expect(await temporary.git('show', 'HEAD:content/picture.png')).toBe('binary\0\r\nbytes\n')
    const status = await git(temporary.root, [
      '-c',
      `core.autocrlf=${setting}`,
      'status',
      '--porcelain',
    ])
    expect(status).toBe('')
  }
})

test.skipIf(!hasOtherDisk)(
  'with .git on another disk, files in new folders are saved, and a save that fails leaves nothing behind',
  async () => {
    await using there = await folderOnOtherDisk()
    await using temporary = await temporaryRepository([
      '--template=',
      `--separate-git-dir=${there.path}/git`,
    ])
    await temporary.write('content/a.md', 'a\n')
    await temporary.commit('First')
    /** The steps at which the disk is full: the new bytes of the second file, and their place. */
    const steps = [/^create .*\/\.session-notes-[^/]*\.1$/, /^rename .*\/two\.md$/]
    const before = (step: string, path: string) => {
      if (steps[0]?.test(`${step} ${path}`)) throw Object.assign(new Error(), { code: 'ENOSPC' })
    }
    await using fixture = await laneOn(temporary, { folder: 'content', before })
    const names = ['news/2026/one.md', 'news/2026/two.md']
    const changes = names.map((path) => ({ path, bytes: Buffer.from(`${path}\n`), expected: null }))
    const save = () => fixture.lane.commit({ changes, message: 'Two at once', author: editor })
    const state = async () => [
      await temporary.git('status', '--porcelain'),
      await temporary.git('log', '--format=%s'),
    ]
    for (; steps.length > 0; steps.shift()) {
      await expect(save()).rejects.toThrow()
      expect(await state()).toEqual(['', 'First\n'])
    }
    await save()
    expect(await state()).toEqual(['', 'Two at once\nFirst\n'])
    expect(readFileSync(temporary.path('content/news/2026/two.md'), 'utf8')).toBe(
      'news/2026/two.md\n',
    )
  },
)
