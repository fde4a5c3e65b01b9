import { utimesSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../../../tests/temp-repository.ts'
import { blobId } from '../../platform/object-id.ts'
import { openRepository } from '../read/open-repository.ts'
import { createWorkingTreeFiles } from './working-tree-files.ts'

async function filesOf(temporary: TemporaryRepository, folder = 'content') {
  const repository = await openRepository({ contentDir: temporary.path(folder) })
  onTestFinished(repository.close)
  return createWorkingTreeFiles(repository)
}

const soon = { timeout: 30_000, interval: 20 }

test('files are shown as they are on the disk, under the ids that git gives them', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('.gitignore', '*.tmp\n')
  await temporary.write('content/a.md', 'a\n')
  await temporary.commit()
  await temporary.write('content/a.md', 'edited\n')
  await temporary.write('content/b/new.md', 'new\n')
  await temporary.write('content/x.tmp', 'ignored\n')
  await temporary.link('content/c.md', '/etc/passwd')
  const files = await filesOf(temporary)
  const listed = await files.list(files.revision()!)
  expect(listed).toEqual([
    {
      path: 'a.md',
      blob: (await temporary.git('hash-object', 'content/a.md')).trim(),
      kind: 'file',
    },
    {
      path: 'b/new.md',
      blob: (await temporary.git('hash-object', 'content/b/new.md')).trim(),
      kind: 'file',
    },
    { path: 'c.md', blob: blobId(Buffer.from('/etc/passwd')), kind: 'link' },
  ])
  const contents = listed.map(async ({ blob }) => [
    (await files.read(blob)).toString(),
    await files.size(blob),
  ])
  expect(await Promise.all(contents)).toEqual([
    ['edited\n', 7],
    ['new\n', 4],
    ['/etc/passwd', 11],
  ])
})

test('an edit, a new file and a deletion are noticed, each state differs from the one before by just that', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/a.md', 'a\n')
  await temporary.write('content/b.md', 'b\n')
  await temporary.commit()
  const files = await filesOf(temporary)
  let calls = 0
  const stop = files.watch(() => calls++)
  onTestFinished(stop)
  const expectChange = async (change: () => Promise<void>, expected: Array<unknown>) => {
    const before = { revision: files.revision()!, calls }
    await change()
    // A file that is being written is empty for a moment.
    const difference = () => files.diff(before.revision, files.revision()!)
    await vi.waitFor(async () => expect(await difference()).toEqual(expected), soon)
    expect(calls).toBeGreaterThan(before.calls)
  }
  const [a, edited, b] = ['a\n', 'edited\n', 'b\n'].map((text) => blobId(Buffer.from(text)))
  await expectChange(
    () => temporary.write('content/a.md', 'edited\n'),
    [{ path: 'a.md', kind: 'file', before: a, after: edited }],
  )
  await expectChange(
    () => temporary.write('content/2026/new.md', 'b\n'),
    [{ path: '2026/new.md', kind: 'file', before: null, after: b }],
  )
  await expectChange(
    () => temporary.remove('content/b.md'),
    [{ path: 'b.md', kind: 'file', before: b, after: null }],
  )
  stop()
  const noticed = calls
  const again: Array<string | null> = []
  onTestFinished(files.watch(() => again.push(files.revision())))
  await temporary.git('checkout', '-q', '-f', 'HEAD', '--', 'content')
  await vi.waitFor(() => expect(again).toHaveLength(1), soon)
  expect(calls).toBe(noticed)
})

test('a blob that is no longer on the disk is read from the repository, or refused by its id', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/a.md', 'committed\n')
  await temporary.commit()
  const files = await filesOf(temporary)
  const blob = (await files.list(files.revision()!))[0]!.blob
  await temporary.write('content/a.md', 'edited since\n')
  expect((await files.read(blob)).toString()).toBe('committed\n')
  const other = blobId(Buffer.from('never there'))
  await expect(files.read(other)).rejects.toThrow(`The repository has no object ${other}.`)
  await expect(files.list('a'.repeat(40))).rejects.toThrow(
    `The repository has no object ${'a'.repeat(40)}.`,
  )
})

test('committed files have the time of their commit, others that of the file', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/a.md', 'a\n')
  await temporary.write('content/b.md', 'b\n')
  await temporary.commit('Add', 1000)
  await temporary.write('content/b.md', 'edited\n')
  await temporary.write('content/c.md', 'new\n')
  utimesSync(temporary.path('content/b.md'), 5000, 5000)
  utimesSync(temporary.path('content/c.md'), 6000, 6000)
  const files = await filesOf(temporary)
  const times = async () => Object.fromEntries((await files.lastChanges(files.revision()!)).times)
  expect(await times()).toEqual({ 'a.md': 1000, 'b.md': 5000, 'c.md': 6000 })
})
