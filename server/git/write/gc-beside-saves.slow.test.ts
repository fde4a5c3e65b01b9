import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/running-site.ts'
import {
  gitEnvironment,
  repositoryAt,
  type TemporaryFolder,
  type TemporaryRepository,
  temporaryFolder,
  temporaryRepository,
} from '../../../tests/temp-repository.ts'
import { deadProcess, editor, expectSound, laneOn } from '../../../tests/write-lane-fixture.ts'
import { blobId } from '../../platform/object-id.ts'
import { createHistoryReader } from '../history/history-of.ts'
import { createObjectReader } from '../read/objects.ts'

const edited = 'articles/2026/edited.md'

const other = 'articles/2025/other.md'
const dead = deadProcess()
let original: TemporaryRepository
let folder: TemporaryFolder
beforeAll(async () => {
  original = await temporaryRepository(['--template='])
  await original.write(edited, 'first\n')
  await original.write(other, 'other\n')
  await original.commit()
  await original.git('gc', '-q')
  folder = await temporaryFolder()
})
afterAll(async () => {
  await original[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

let copies = 0

/** A copy of a repository, by default of one with two articles, packed. */
function copyOf({ root: from } = original): TemporaryRepository {
  copies += 1
  const root = join(folder.path, `${copies}`)
  execFileSync('cp', ['-a', from, root])
  return repositoryAt(root)
}

/** Whether the branch has a commit of ours; the one at the start is packed. */
const isMadeIn = ({ path }: TemporaryRepository) => existsSync(path('.git/refs/heads/main'))

/** The text of the edited article by commit. */
const shown = new Map<string, string>()

async function textIn(temporary: TemporaryRepository): Promise<string> {
  const head = isMadeIn(temporary)
    ? readFileSync(temporary.path('.git/refs/heads/main'), 'utf8').trim()
    : 'main'
  const text = shown.get(head) ?? (await temporary.git('show', `${head}:${edited}`))
  shown.set(head, text)
  return text
}

/** Deletes everything that is not in use, at once. */
function prune(temporary: TemporaryRepository): void {
  for (const args of [
    ['repack', '-adq'],
    ['prune', '--expire=now'],
  ])
    execFileSync('git', args, { cwd: temporary.root, env: gitEnvironment() })
}

/**
 * Deletes the loose objects, as a gc does that listed the objects in use before the last commit.
 * Returns their number.
 */
function deleteLoose(temporary: TemporaryRepository): number {
  const folder = temporary.path('.git/objects')
  const loose = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[0-9a-f]{2}\/[0-9a-f]{38}$/.test(name),
  )
  for (const name of loose) rmSync(join(folder, name))
  for (const name of readdirSync(folder))
    if (/^[0-9a-f]{2}$/.test(name)) rmSync(join(folder, name), { recursive: true })
  return loose.length
}

/** Resolves when the repository has every object that is in use. */
const wholeAgain = ({ git }: TemporaryRepository) =>
  eventually(async () => (await git('fsck', '--no-progress').catch(() => null)) === '')

const edit = {
  changes: [
    { path: edited, bytes: Buffer.from('second\n'), expected: blobId(Buffer.from('first\n')) },
  ],
  message: 'Edit',
  author: editor,
}

test('git deletes unused objects at any step of a save, and the commit is complete nevertheless', async () => {
  for (let pruned = 0, isOver = false; !isOver; pruned += 3) {
    const temporary = copyOf()
    let step = 0
    const before = (): void => {
      if (step++ === pruned) prune(temporary)
    }
    await using fixture = await laneOn(temporary, { sync: false, before })
    await fixture.lane.commit(edit)
    isOver = step <= pruned
    await expectSound(temporary)
    expect(await textIn(temporary)).toBe('second\n')
  }
})

test('objects that a gc deletes after the branch has moved are restored, and are readable meanwhile', async () => {
  const temporary = copyOf()
  await using fixture = await laneOn(temporary)
  await fixture.save(edited, 'second\n')
  const { commit } = await fixture.save(edited, 'third\n')
  expect(deleteLoose(temporary)).toBeGreaterThan(6)
  const { changes } = await createHistoryReader(fixture.repository).changes(edited)
  expect(changes).toHaveLength(3)
  await wholeAgain(temporary)
  await expectSound(temporary)
  expect(await temporary.git('log', '-1', '--format=%H')).toBe(`${commit}\n`)

  deleteLoose(temporary)
  const change = {
    path: edited,
    bytes: Buffer.from('fourth\n'),
    expected: blobId(Buffer.from('third\n')),
  }
  await fixture.lane.commit({ changes: [change], message: 'Fourth', author: editor })
  await wholeAgain(temporary)
  deleteLoose(temporary)
  await fixture[Symbol.asyncDispose]()
  await expectSound(temporary)
  expect(fixture.warnings).toContain('a gc deleted objects of a new commit; they were restored')
})

test('after a crash the next start restores a commit whose objects a gc has deleted', async () => {
  const crashed = copyOf()
  /** The disk before every third step: what a crash leaves. */
  const left: Array<TemporaryRepository> = []
  let step = 0
  const before = () => void (step++ % 3 === 0 && left.push(copyOf(crashed)))
  await using fixture = await laneOn(crashed, { sync: false, identity: dead, before })
  const changes = [
    ...edit.changes,
    { path: 'articles/2027/new.md', bytes: Buffer.from('new\n'), expected: null },
    { path: other, bytes: null, expected: blobId(Buffer.from('other\n')) },
  ]
  await fixture.lane.commit({ changes, message: 'Three at once', author: editor })
  const seen = new Set<string>()
  for (const temporary of left) {
    const isMade = isMadeIn(temporary)
    deleteLoose(temporary)
    await using next = await laneOn(temporary, { sync: false })
    await next.lane.recover()
    // Without a plan on the disk there is nothing to recover, and no commit was acknowledged.
    await expectSound(temporary)
    expect(await textIn(temporary)).toBe(isMade ? 'second\n' : 'first\n')
    seen.add(isMade ? 'new' : 'old')
  }
  expect(seen).toEqual(new Set(['old', 'new']))
})

test('an object is found however often git moves it between files and packs', async () => {
  const temporary = copyOf()
  const head = (await temporary.git('rev-parse', 'HEAD')).trim()
  const reader = createObjectReader({ gitDir: temporary.path('.git'), workTree: temporary.root })
  const blob = (await temporary.git('rev-parse', `HEAD:${edited}`)).trim()
  const hasGoneOn = { now: true }
  const moving = (async () => {
    for (let round = 0; round < 3; round++) {
      await temporary.git('repack', '-adq')
      await temporary.write('other.txt', `${round}\n`)
      await temporary.commit()
      await temporary.git('gc', '-q', '--prune=now')
    }
    hasGoneOn.now = false
  })()
  try {
    for (let reads = 0; hasGoneOn.now; reads++) {
      expect((await reader.read(blob, 'blob')).toString()).toBe('first\n')
      expect(await reader.has(head)).toBe(true)
      if (reads % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    await moving
    reader.close()
  }
})

test('an object is written although a gc deletes its folder, its temporary file and its existing copy', async () => {
  const temporary = copyOf()
  const removed = { folder: 0, file: 0, copy: 0 }
  const take = (what: keyof typeof removed, path: string): void => {
    if (removed[what]++ < 3) rmSync(path, { recursive: true })
  }
  const before = (step: string, path: string): void => {
    if (step === 'create' && path.includes('tmp_obj_')) take('folder', dirname(path))
    if (step === 'rename' && /objects\/[0-9a-f]{2}\//.test(path)) take('file', dirname(path))
    if (step === 'setTime' && path.includes('/objects/')) take('copy', path)
  }
  await using fixture = await laneOn(temporary, { sync: false, before })
  for (const text of ['second\n', 'third\n', 'second\n']) await fixture.save(edited, text)
  expect(Object.values(removed).every((times) => times > 0)).toBe(true)
  await expectSound(temporary)
})
