import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { expect, test, vi } from 'vitest'
import {
  git,
  gitEnvironment,
  type TemporaryRepository,
  temporaryRepository,
} from '../../../tests/temp-repository.ts'
import {
  deadProcess,
  editor,
  everyByte,
  expectSound,
  laneOn,
} from '../../../tests/write-lane-fixture.ts'

/** An editor for messages: creates `../open`, and ends when `../done` exists. */
const waitingEditor = 'touch ../open; while [ ! -e ../done ]; do sleep 0.05; done; echo Written >'

test('a save is one commit of exactly its files, with author, message and logs as git writes them', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/a.md', 'one\n')
  await temporary.write('content/old/b.md', 'old\n')
  await temporary.write('script.sh', 'echo\n')
  await temporary.commit()
  await using fixture = await laneOn(temporary, { folder: 'content' })
  const { commit, blobs } = await fixture.lane.commit({
    changes: [
      { path: 'a.md', bytes: Buffer.from('two\n'), expected: await fixture.blob('a.md') },
      { path: 'new/2026/c d "é".md', bytes: Buffer.from('new\n'), expected: null },
      { path: 'old/b.md', bytes: null, expected: await fixture.blob('old/b.md') },
    ],
    message: '\nUpdate article: Zwei  \r\n\r\n\r\nMore\n\n',
    author: { name: ' Ada <Editor>\n', email: 'ada@example.org' },
    committer: { name: '', email: 'site@example.org' },
  })
  expect((await temporary.git('rev-parse', 'HEAD')).trim()).toBe(commit)
  expect(await temporary.git('log', '-1', '--format=%an|%ae|%cn|%ce|%at|%B')).toBe(
    `Ada Editor|ada@example.org|site@example.org|site@example.org|${Date.UTC(2026, 10, 21) / 1000}|Update article: Zwei\n\nMore\n\n`,
  )
  expect(
    await temporary.git(
      '-c',
      'core.quotepath=off',
      'diff',
      '--name-status',
      '--no-renames',
      'HEAD~',
    ),
  ).toBe('M\tcontent/a.md\nA\t"content/new/2026/c d \\"é\\".md"\nD\tcontent/old/b.md\n')
  expect([...blobs]).toEqual([
    ['a.md', await fixture.blob('a.md')],
    ['new/2026/c d "é".md', await fixture.blob('new/2026/c d "é".md')],
    ['old/b.md', null],
  ])
  for (const log of ['HEAD', 'main'])
    expect(await temporary.git('reflog', '-1', '--format=%gs|%gn|%H', log)).toBe(
      `commit: Update article: Zwei|site@example.org|${commit}\n`,
    )
  expect(existsSync(temporary.path('content/old'))).toBe(false)
  await expectSound(temporary)
})

test('a writer’s staged changes are neither committed nor lost nor changed', async () => {
  await using temporary = await temporaryRepository()
  for (const name of ['a', 'b', 'c', 'd']) await temporary.write(`${name}.md`, `${name}\n`)
  await temporary.commit()
  await temporary.write('b.md', 'staged\n')
  await temporary.write('secret-draft.md', 'secret\n')
  await temporary.git('add', 'b.md', 'secret-draft.md')
  await temporary.write('b.md', 'staged and more\n')
  await temporary.git('rm', '-q', '--cached', 'c.md')
  await temporary.write('d.md', 'not staged\n')
  await temporary.write('intended.md', 'later\n')
  await temporary.git('add', '-N', 'intended.md')
  await temporary.write('untracked.md', 'untracked\n')
  const listed = () => temporary.git('ls-files', '-s', '--', ':!a.md', ':!z.md')
  const before = { status: await temporary.git('status', '--porcelain'), listed: await listed() }
  await using fixture = await laneOn(temporary)
  await fixture.save('a.md', 'changed\n')
  await fixture.save('z.md', 'new\n')
  expect(await temporary.git('diff', '--name-only', 'HEAD~2', 'HEAD')).toBe('a.md\nz.md\n')
  expect({ status: await temporary.git('status', '--porcelain'), listed: await listed() }).toEqual(
    before,
  )
  await temporary.git('commit', '-q', '-m', 'What was staged')
  expect(await temporary.git('diff', '--name-status', 'HEAD~', 'HEAD')).toBe(
    'M\tb.md\nD\tc.md\nA\tsecret-draft.md\n',
  )
})

test('the mode of a file, its permission bits and those of new files are as git has them', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('run.md', 'run\n')
  await temporary.write('group.md', 'group\n')
  chmodSync(temporary.path('run.md'), 0o755)
  await temporary.commit()
  chmodSync(temporary.path('group.md'), 0o660)
  await using fixture = await laneOn(temporary)
  await fixture.save('run.md', 'run 2\n')
  await fixture.save('group.md', 'group 2\n')
  await fixture.save('new.md', 'new\n')
  const modes = ['run.md', 'group.md', 'new.md'].map(
    (name) => statSync(temporary.path(name)).mode & 0o777,
  )
  expect(modes).toEqual([0o755, 0o660, 0o666 & ~process.umask()])
  expect((await temporary.git('ls-tree', 'HEAD')).match(/^\d+/gm)).toEqual([
    '100644',
    '100644',
    '100755',
  ])
  await expectSound(temporary)
})

test('a save without a difference makes no commit and changes nothing', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('a.md', 'one\n')
  const commit = await temporary.commit()
  const before = everyByte(temporary.root)
  await using fixture = await laneOn(temporary)
  const blob = await fixture.blob('a.md')
  expect(await fixture.save('a.md', 'one\n')).toEqual({ commit, blobs: new Map([['a.md', blob]]) })
  expect(await fixture.save('gone.md', null)).toEqual({
    commit,
    blobs: new Map([['gone.md', null]]),
  })
  expect(everyByte(temporary.root)).toEqual(before)
})

test('a save that is based on another version is refused with the current blob', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('a.md', 'one\n')
  await temporary.commit()
  await using fixture = await laneOn(temporary)
  const first = await fixture.blob('a.md')
  await temporary.write('a.md', 'two\n')
  await temporary.commit()
  const before = everyByte(temporary.root)
  const current = await fixture.blob('a.md')
  const save = (path: string, expected: string | null) =>
    fixture.lane.commit({
      changes: [{ path, bytes: Buffer.from('three\n'), expected }],
      message: 'm',
      author: editor,
    })
  await expect(save('a.md', first)).rejects.toMatchObject({
    name: 'ConflictError',
    path: 'a.md',
    current,
  })
  await expect(save('a.md', null)).rejects.toMatchObject({ name: 'ConflictError', current })
  await expect(save('b.md', first)).rejects.toMatchObject({
    name: 'ConflictError',
    path: 'b.md',
    current: null,
  })
  expect(everyByte(temporary.root)).toEqual(before)
})

test('a file with uncommitted changes of any kind is not overwritten', async () => {
  await using temporary = await temporaryRepository()
  const names = [
    'edited',
    'staged',
    'staged-back',
    'deleted',
    'unlisted',
    'executable',
    'link',
    'same-second',
  ]
  for (const name of names) await temporary.write(`content/${name}.md`, 'one\n')
  await temporary.write('content/folder/x.md', 'x\n')
  await temporary.commit()
  await temporary.write('content/edited.md', 'hours of work\n')
  await temporary.write('content/staged.md', 'staged\n')
  await temporary.write('content/staged-back.md', 'staged\n')
  await temporary.write('content/staged-new.md', 'staged\n')
  await temporary.git('add', '.')
  await temporary.git('restore', '--staged', 'content/edited.md')
  await temporary.write('content/staged-back.md', 'one\n')
  await temporary.remove('content/deleted.md')
  await temporary.git('rm', '-q', '--cached', 'content/unlisted.md')
  chmodSync(temporary.path('content/executable.md'), 0o755)
  await temporary.remove('content/link.md')
  await temporary.link('content/link.md', '/etc/hostname')
  await temporary.write('content/new.md', 'not committed\n')
  const { mtime } = statSync(temporary.path('content/same-second.md'))
  await temporary.write('content/same-second.md', 'two\n')
  utimesSync(temporary.path('content/same-second.md'), mtime, mtime)
  const before = everyByte(temporary.root)
  await using fixture = await laneOn(temporary, { folder: 'content' })
  for (const name of [...names, 'staged-new', 'new']) {
    const error = await fixture
      .save(`${name}.md`, 'from the admin\n')
      .catch((failure: unknown) => failure)
    expect(error, name).toMatchObject({ name: 'UncommittedWorkError', path: `${name}.md` })
  }
  await expect(fixture.save('edited.md', 'x')).rejects.toThrow(
    'edited.md has changes that are not committed in the working copy. Commit or undo that first, then save again.',
  )
  expect(everyByte(temporary.root)).toEqual(before)
})

test('paths that lead out, through links, into repositories or into git itself are refused', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/a.md', 'a\n')
  await temporary.link('content/linked', '/tmp')
  await temporary.link('content/link.md', 'a.md')
  await temporary.commit()
  await temporary.write('content/nested/.git/HEAD', 'ref: refs/heads/main\n')
  const before = everyByte(temporary.root)
  await using fixture = await laneOn(temporary, { folder: 'content' })
  const refused = [
    '',
    '/etc/x',
    '../x.md',
    'a/../x.md',
    './x.md',
    'a//b.md',
    'a/',
    '.git/config',
    'x/.GIT/y',
    '.gitmodules',
  ]
  refused.push(
    '.g\u200cit/x',
    'GIT~1/x',
    '.git./x',
    'x\0y',
    'x\ny.md',
    'x\\y.md',
    'a.md/b.md',
    `${'x'.repeat(256)}.md`,
  )
  refused.push('linked/x.md', 'nested/x.md', 'link.md', '\ud800.md')
  for (const path of refused) {
    const change = { path, bytes: Buffer.from('x'), expected: null }
    const expected =
      path === 'link.md' ? (await temporary.git('rev-parse', 'HEAD:content/link.md')).trim() : null
    const saved = fixture.lane.commit({
      changes: [{ ...change, expected }],
      message: 'm',
      author: editor,
    })
    await expect(saved, JSON.stringify(path)).rejects.toMatchObject({
      name: 'RefusedPathError',
      path,
    })
  }
  expect(everyByte(temporary.root)).toEqual(before)
})

test('a save waits for a lock of another program, then reports its age and does not remove it', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('a.md', 'one\n')
  await temporary.commit()
  await using fixture = await laneOn(temporary, { patience: 400 })
  const lock = temporary.path('.git/index.lock')
  for (const [path, content] of [
    [lock, ''],
    [temporary.path('.git/refs/heads/main.lock'), 'half'],
    [temporary.path('.git/HEAD.lock'), ''],
  ] as const) {
    writeFileSync(path, content)
    utimesSync(path, new Date(Date.now() - 90_000), new Date(Date.now() - 90_000))
    const error = await fixture.save('a.md', 'two\n').catch((failure: unknown) => failure)
    expect(error).toMatchObject({
      name: 'RepositoryBusyError',
      lock: path,
      message: expect.stringMatching(/9\d seconds/),
    })
    expect(readFileSync(path, 'utf8')).toBe(content)
    if (path === lock) expect(await fixture.lane.fault()).toMatchObject({ kind: 'busy', lock })
    rmSync(path)
    await expectSound(temporary)
  }
  writeFileSync(lock, '')
  const waiting = fixture.save('a.md', 'three\n')
  setTimeout(() => rmSync(lock), 150)
  await waiting
  expect(await fixture.lane.fault()).toBeNull()
  await expectSound(temporary)
})

/**
 * Opens the editor of a `git commit`. Returns a function that closes it and returns the exit code
 * of git.
 */
async function openEditor(temporary: TemporaryRepository, ...options: Array<string>) {
  const env = { ...gitEnvironment(), GIT_EDITOR: waitingEditor }
  const committing = spawn('git', ['commit', '-q', ...options], {
    cwd: temporary.root,
    env,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => committing.once('exit', resolve))
  await vi.waitFor(() => expect(existsSync(temporary.path('../open'))).toBe(true), 30_000)
  return () => {
    writeFileSync(temporary.path('../done'), '')
    return ended
  }
}

test('while a writer has the editor of `git commit -a` open a save is refused as busy, and both work afterwards', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('a.md', 'one\n')
  await temporary.write('b.md', 'one\n')
  await temporary.commit()
  await temporary.write('b.md', 'by the writer\n')
  await using fixture = await laneOn(temporary, { patience: 400 })
  const close = await openEditor(temporary, '-a')
  await expect(fixture.save('a.md', 'two\n')).rejects.toMatchObject({ name: 'RepositoryBusyError' })
  expect(await close()).toBe(0)
  await fixture.save('a.md', 'two\n')
  expect(await temporary.git('log', '--format=%s')).toBe('Update article: a.md\nWritten\nChange\n')
  await expectSound(temporary)
})

test('while a writer has the editor of a plain `git commit` open a save works; git then refuses theirs and keeps what they staged', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('a.md', 'one\n')
  await temporary.commit()
  await temporary.write('b.md', 'by the writer\n')
  await temporary.git('add', 'b.md')
  await using fixture = await laneOn(temporary)
  const close = await openEditor(temporary)
  await fixture.save('a.md', 'two\n')
  expect(await close()).toBe(128)
  await temporary.git('commit', '-q', '-m', 'Again')
  expect(await temporary.git('log', '--format=%s')).toBe('Again\nUpdate article: a.md\nChange\n')
  expect(await temporary.git('diff', '--name-only', 'HEAD~', 'HEAD')).toBe('b.md\n')
  await expectSound(temporary)
})

test('concurrent saves are made one after the other; after the close none is accepted', async () => {
  await using temporary = await temporaryRepository()
  await temporary.commit()
  const fixture = await laneOn(temporary)
  const saves = Array.from({ length: 12 }, (_, at) => fixture.save(`${at}.md`, `${at}\n`))
  await Promise.all(saves)
  const last = fixture.save('last.md', 'last\n').catch(() => null)
  await fixture[Symbol.asyncDispose]()
  await last
  await expect(fixture.save('later.md', 'later\n')).rejects.toThrow('shutting down')
  expect((await temporary.git('rev-list', '--count', 'HEAD')).trim()).toMatch(/^1[34]$/)
  await expectSound(temporary)
})

test('when the branch moves during a save, the commit is rebuilt on the new one, or refused when its file has changed', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('a.md', 'one\n')
  await temporary.write('b.md', 'one\n')
  await temporary.commit()
  let move: (() => void) | null = null
  await using fixture = await laneOn(temporary, {
    before(step, path) {
      if (step === 'link' && path.endsWith('HEAD.lock')) move?.()
    },
  })
  /**
   * A commit on top of HEAD that changes one file, as a push does: work tree and index do not
   * change.
   */
  const pushed = async (path: string) => {
    const blob = (
      await git(temporary.root, ['hash-object', '-w', '--stdin'], undefined, 'by push\n')
    ).trim()
    const listed = await temporary.git('ls-tree', 'HEAD')
    const changed = listed.replace(new RegExp(`\\w{40}(?=\t${path}$)`, 'm'), blob)
    const tree = (await git(temporary.root, ['mktree'], undefined, changed)).trim()
    const commit = await temporary.git('commit-tree', tree, '-p', 'HEAD', '-m', 'Pushed')
    return () => {
      writeFileSync(temporary.path('.git/refs/heads/main'), commit)
      move = null
    }
  }
  move = await pushed('b.md')
  await fixture.save('a.md', 'two\n')
  expect(await temporary.git('log', '--format=%s')).toBe('Update article: a.md\nPushed\nChange\n')
  expect(await temporary.git('diff', '--name-only', 'HEAD~', 'HEAD')).toBe('a.md\n')
  await temporary.git('restore', '--staged', '--worktree', 'b.md')
  await expectSound(temporary)
  move = await pushed('a.md')
  await expect(fixture.save('a.md', 'three\n')).rejects.toMatchObject({
    name: 'ConflictError',
    path: 'a.md',
  })
  expect(await temporary.git('log', '--format=%s', '-1')).toBe('Pushed\n')
  expect(readFileSync(temporary.path('a.md'), 'utf8')).toBe('two\n')
  await temporary.git('restore', '--staged', '--worktree', 'a.md')
  await expectSound(temporary)
})

test('the lock of a crashed server is recovered only when it is provably ours', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('a.md', 'one\n')
  await temporary.commit()
  let alive = true
  {
    await using crashed = await laneOn(temporary, {
      identity: deadProcess(),
      before(step, path) {
        if (step === 'link' && path.endsWith('HEAD.lock')) alive = false
        if (!alive) throw new Error('crash')
      },
    })
    await expect(crashed.save('a.md', 'two\n')).rejects.toThrow('crash')
  }
  const lock = temporary.path('.git/index.lock')
  // A writer has removed the lock manually and continues; the present lock is theirs.
  rmSync(lock)
  writeFileSync(lock, 'theirs')
  await using fixture = await laneOn(temporary)
  expect(await fixture.lane.recover()).toEqual({ completed: 0, undone: 1 })
  expect(readFileSync(lock, 'utf8')).toBe('theirs')
  rmSync(lock)
  await expectSound(temporary)
})

test('a slow `git commit` that writes an old index over a save does not revert the save, the next one neither', async () => {
  await using temporary = await temporaryRepository()
  for (const name of ['a', 'b', 'c']) await temporary.write(`${name}.md`, 'one\n')
  await temporary.commit()
  await using fixture = await laneOn(temporary)
  // Between reading and locking the index, git calls a program for changed files; here, this
  // program waits.
  await temporary.write(
    '../monitor',
    '#!/bin/sh\ntouch ../asked\nwhile [ ! -e ../go ]; do sleep 0.02; done\nrm ../asked ../go\nprintf "token\\0/\\0"\n',
  )
  chmodSync(temporary.path('../monitor'), 0o755)
  const unlocked = () =>
    vi.waitFor(() => expect(existsSync(temporary.path('.git/index.lock'))).toBe(false), 30_000)
  const monitor = `core.fsmonitor=${temporary.path('../monitor')}`
  for (const text of ['two\n', 'three\n']) {
    await temporary.write('b.md', text)
    await temporary.git('add', 'b.md')
    const committing = spawn('git', ['-c', monitor, 'commit', '-q', '-m', 'Slow'], {
      cwd: temporary.root,
      env: { ...gitEnvironment(), GIT_TEST_PRELOAD_INDEX: '1' },
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => committing.once('exit', resolve))
    await vi.waitFor(() => expect(existsSync(temporary.path('../asked'))).toBe(true), 30_000)
    await fixture.save('a.md', text)
    await fixture.save('new.md', text)
    await unlocked()
    writeFileSync(temporary.path('../go'), '')
    expect(await ended).toBe(128)
    await vi.waitFor(
      async () => expect(await temporary.git('status', '--porcelain')).toBe('M  b.md\n'),
      30_000,
    )
    await unlocked()
    await temporary.git('commit', '-q', '-m', 'Again')
    expect(await temporary.git('diff', '--name-only', 'HEAD~', 'HEAD')).toBe('b.md\n')
  }
  expect(fixture.warnings).toContain(
    'a git command reverted index entries of saves; they were restored',
  )
  await expectSound(temporary)
})
