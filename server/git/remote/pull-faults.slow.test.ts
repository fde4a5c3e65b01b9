import { execFileSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  repositoryAt,
  type TemporaryRepository,
  temporaryFolder,
  temporaryRepository,
} from '../../../tests/temp-repository.ts'
import {
  deadProcess,
  expectSound,
  type LaneFixtureOptions,
  laneOn,
} from '../../../tests/write-lane-fixture.ts'
import { openRepository } from '../read/open-repository.ts'
import { mergeCommits } from './merge-trees.ts'
import { preparePull } from './pull-plan.ts'

const author = { name: 'Session Notes', email: 'notes@localhost' }
const commit = {
  message: "Merge branch 'main' of there",
  author,
  time: new Date(Date.UTC(2026, 10, 21)),
}

/**
 * Two branches with a common ancestor: `main`, checked out, and `theirs`. The work tree and the
 * index contain uncommitted work.
 */
async function prepared(ours: Record<string, string>): Promise<TemporaryRepository> {
  const temporary = await temporaryRepository(['--template='])
  for (const name of [
    'content/old.md',
    'content/changed.md',
    'beside/gone.txt',
    'content/draft.md',
  ])
    await temporary.write(name, `${name}\n`)
  await temporary.commit('Start')
  await temporary.git('checkout', '-q', '-b', 'theirs')
  await temporary.write('content/changed.md', 'changed there\n')
  await temporary.write('content/2026/new.md', 'new there\n')
  await temporary.write('.gitignore', 'ignored\n')
  await temporary.write('tool.sh', 'echo\n')
  await temporary.remove('beside/gone.txt')
  await temporary.git('add', '-A')
  await temporary.git('update-index', '--chmod=+x', 'tool.sh')
  await temporary.git('commit', '-q', '-m', 'Theirs')
  await temporary.git('checkout', '-q', '-f', 'main')
  for (const [name, text] of Object.entries(ours)) await temporary.write(name, text)
  if (Object.keys(ours).length > 0) await temporary.commit('Ours')
  await temporary.write('content/draft.md', 'staged\n')
  await temporary.git('add', 'content/draft.md')
  await temporary.write('content/draft.md', 'on the disk\n')
  return temporary
}

async function pull(temporary: TemporaryRepository, options: LaneFixtureOptions): Promise<void> {
  await using fixture = await laneOn(temporary, { folder: 'content', sync: false, ...options })
  const repository = await openRepository({ contentDir: temporary.path('content') })
  try {
    const [ours = '', theirs = ''] = (await temporary.git('rev-parse', 'main', 'theirs')).split(
      '\n',
    )
    const start = (await temporary.git('merge-base', 'main', 'theirs')).trim()
    const rules = { mergeFile: () => null, isSame: () => false }
    const merge = start === ours ? null : await mergeCommits(repository, ours, theirs, rules)
    expect(merge?.conflicts ?? []).toEqual([])
    const plan = { ours, theirs, merge }
    await fixture.lane.advance(preparePull(repository, plan, commit))
  } finally {
    repository.close()
  }
}

for (const [name, ours, done] of [
  ['fast-forward', {}, 'Theirs\n'],
  ['merge', { 'content/old.md': 'changed here\n' }, `${commit.message}\n`],
] as Array<[string, Record<string, string>, string]>)
  test(`a crash at any step of a ${name} leaves the old or the new state, and does not change a writer's work`, async () => {
    await using crashed = await prepared(ours)
    await using folder = await temporaryFolder()
    const outcomes = new Set<string>()
    /** The disk before every sixth step, and at the end: what a crash leaves. */
    const left: Array<TemporaryRepository> = []
    const copy = (): void => {
      const root = join(folder.path, `${left.length}`)
      execFileSync('cp', ['-a', crashed.root, root])
      left.push(repositoryAt(root))
    }
    let step = 0
    const before = (): void => {
      if (step++ % 6 === 0) copy()
    }
    await pull(crashed, { before, identity: deadProcess() })
    copy()
    for (const temporary of left) {
      {
        await using fixture = await laneOn(temporary, { folder: 'content', sync: false })
        await fixture.lane.recover()
      }
      await expectSound(temporary, 'MM content/draft.md\n')
      const subject = await temporary.git('log', '-1', '--format=%s')
      outcomes.add(subject)
      if (subject !== done) continue
      expect(
        await temporary.git(
          'diff',
          '--stat',
          'theirs',
          '--',
          '.',
          ':!content/draft.md',
          ':!content/old.md',
        ),
      ).toBe('')
      expect((await stat(temporary.path('tool.sh'))).mode & 0o111).not.toBe(0)
    }
    expect(outcomes).toEqual(new Set([name === 'merge' ? 'Ours\n' : 'Start\n', done]))
  })
