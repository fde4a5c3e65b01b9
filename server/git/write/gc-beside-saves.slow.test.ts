import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../../tests/running-site.ts'
import {
  gitEnvironment,
  repositoryAt,
  type TemporaryRepository,
  temporaryFolder,
  temporaryRepository,
} from '../../../tests/temp-repository.ts'
import { deadProcess, expectSound, laneOn } from '../../../tests/write-lane-fixture.ts'
import { blobId } from '../../platform/object-id.ts'
import { createObjectReader } from '../read/objects.ts'

const edited = 'articles/2026/edited.md'

/** A repository with an article, packed. */
async function packed(): Promise<TemporaryRepository> {
  const temporary = await temporaryRepository()
  await temporary.write(edited, 'first\n')
  await temporary.write('articles/2025/other.md', 'other\n')
  await temporary.commit()
  await temporary.git('gc', '-q')
  return temporary
}

async function copyOf(original: TemporaryRepository, folder: string, name: string): Promise<TemporaryRepository> {
  const root = join(folder, name)
  await cp(original.root, root, { recursive: true, preserveTimestamps: true })
  return repositoryAt(root)
}

/** Deletes everything that is not in use, at once. */
function prune(temporary: TemporaryRepository): void {
  for (const args of [
    ['repack', '-adq'],
    ['prune', '--expire=now'],
  ])
    execFileSync('git', args, { cwd: temporary.root, env: gitEnvironment() })
}

/** Deletes the loose objects, as a gc does that listed the objects in use before the last commit. Returns their number. */
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

test('git deletes unused objects at any step of a save, and the commit is complete nevertheless', async () => {
  await using original = await packed()
  await using folder = await temporaryFolder()
  for (let pruned = 0, isOver = false; !isOver; pruned += 2) {
    const temporary = await copyOf(original, folder.path, `prune-${pruned}`)
    let step = 0
    const before = (): void => {
      if (step++ === pruned) prune(temporary)
    }
    await using fixture = await laneOn(temporary, { sync: false, before })
    await fixture.save(edited, 'second\n')
    isOver = step <= pruned
    await expectSound(temporary)
    expect(await temporary.git('show', `HEAD:${edited}`)).toBe('second\n')
  }
})

test('objects that a gc deletes after the branch has moved are restored, and are readable meanwhile', async () => {
  await using temporary = await packed()
  await using fixture = await laneOn(temporary)
  await fixture.save(edited, 'second\n')
  const { commit } = await fixture.save(edited, 'third\n')
  expect(deleteLoose(temporary)).toBeGreaterThan(6)
  expect(fixture.lane.made(commit!)).toBe(true)
  await eventually(async () => (await temporary.git('fsck', '--no-progress').catch(() => null)) === '')
  await expectSound(temporary)
  expect(await temporary.git('log', '-1', '--format=%H')).toBe(`${commit}\n`)

  deleteLoose(temporary)
  const change = { path: edited, bytes: Buffer.from('fourth\n'), expected: blobId(Buffer.from('third\n')) }
  const author = { name: 'Ada Editor', email: 'ada@example.org' }
  await fixture.lane.commit({ changes: [change], message: 'Fourth', author })
  await eventually(async () => (await temporary.git('fsck', '--no-progress').catch(() => null)) === '')
  deleteLoose(temporary)
  await fixture[Symbol.asyncDispose]()
  await expectSound(temporary)
  expect(fixture.warnings).toContain('a gc deleted objects of a new commit; they were restored')
})

class Crash extends Error {}

test('after a crash the next start restores a commit whose objects a gc has deleted', async () => {
  await using original = await packed()
  await using folder = await temporaryFolder()
  const seen = new Set<string>()
  for (let steps = 0, isOver = false; !isOver; steps += 2) {
    const temporary = await copyOf(original, folder.path, `crash-${steps}`)
    let left = steps
    const before = (): void => {
      if (left-- <= 0) throw new Crash()
    }
    await using crashed = await laneOn(temporary, { sync: false, identity: deadProcess(), before })
    const changes = [
      { path: edited, bytes: Buffer.from('second\n'), expected: await crashed.blob(edited) },
      { path: 'articles/2027/new.md', bytes: Buffer.from('new\n'), expected: null },
      { path: 'articles/2025/other.md', bytes: null, expected: await crashed.blob('articles/2025/other.md') },
    ]
    const author = { name: 'Ada Editor', email: 'ada@example.org' }
    await crashed.lane.commit({ changes, message: 'Three at once', author }).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })
    isOver = left >= 0
    const isMade = (await temporary.git('log', '-1', '--format=%s')) === 'Three at once\n'
    if (isOver) break
    deleteLoose(temporary)
    await using fixture = await laneOn(temporary, { sync: false })
    await fixture.lane.recover()
    // Without a plan on the disk there is nothing to recover, and no commit was acknowledged.
    await expectSound(temporary)
    expect(await temporary.git('show', `HEAD:${edited}`)).toBe(isMade ? 'second\n' : 'first\n')
    seen.add(isMade ? 'new' : 'old')
  }
  expect(seen).toEqual(new Set(['old', 'new']))
})

test('an object is found however often git moves it between files and packs', async () => {
  await using temporary = await packed()
  const head = (await temporary.git('rev-parse', 'HEAD')).trim()
  const reader = createObjectReader(temporary.path('.git'))
  const blob = (await temporary.git('rev-parse', `HEAD:${edited}`)).trim()
  const hasGoneOn = { now: true }
  const moving = (async () => {
    for (let round = 0; round < 12; round++) {
      await temporary.git('repack', '-adq')
      await temporary.write('other.txt', `${round}\n`)
      await temporary.commit()
      await temporary.git('gc', '-q', '--prune=now')
    }
    hasGoneOn.now = false
  })()
  try {
    for (let reads = 0; hasGoneOn.now; reads++) {
      expect(reader.read(blob, 'blob').toString()).toBe('first\n')
      expect(reader.has(head)).toBe(true)
      if (reads % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    await moving
    reader.close()
  }
})

test('an object is written although a gc deletes its folder, its temporary file and its existing copy', async () => {
  await using temporary = await packed()
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
