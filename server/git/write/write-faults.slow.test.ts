import { existsSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  repositoryAt,
  type TemporaryRepository,
  temporaryFolder,
  temporaryRepository,
} from '../../../tests/temp-repository.ts'
import { deadProcess, editor, expectSound, type LaneFixtureOptions, laneOn } from '../../../tests/write-lane-fixture.ts'
import { blobId } from '../../platform/object-id.ts'

const before = { 'articles/2025/old.md': 'old\n', 'articles/2026/edited.md': 'first\n' }
const after = { 'articles/2026/edited.md': 'second\n', 'news/2026/new.md': 'new\n' }

/** The state at the start of every round: committed files, and a writer's staged and unstaged changes. */
async function prepared(): Promise<TemporaryRepository> {
  const temporary = await temporaryRepository()
  for (const [path, text] of Object.entries(before)) await temporary.write(`content/${path}`, text)
  await temporary.write('content/draft.md', 'committed\n')
  await temporary.commit()
  await temporary.write('content/draft.md', 'staged\n')
  await temporary.git('add', 'content/draft.md')
  await temporary.write('content/draft.md', 'on the disk\n')
  return temporary
}

async function save(temporary: TemporaryRepository, options: LaneFixtureOptions) {
  await using fixture = await laneOn(temporary, { folder: 'content', sync: false, ...options })
  const change = async (path: string, text: string | null) => ({
    path,
    bytes: text === null ? null : Buffer.from(text),
    expected: await fixture.blob(path),
  })
  const changes = [
    await change('articles/2025/old.md', null),
    await change('articles/2026/edited.md', 'second\n'),
    await change('news/2026/new.md', 'new\n'),
  ]
  return fixture.lane.commit({ changes, message: 'Three at once', author: editor })
}

async function recover(temporary: TemporaryRepository, options: LaneFixtureOptions) {
  await using fixture = await laneOn(temporary, { folder: 'content', sync: false, ...options })
  return fixture.lane.recover()
}

/** Expects the state before or after the save and returns which one. */
async function expectOldOrNew(temporary: TemporaryRepository): Promise<'old' | 'new'> {
  await expectSound(temporary, 'MM content/draft.md\n')
  const state = (await temporary.git('log', '-1', '--format=%s')) === 'Three at once\n' ? 'new' : 'old'
  const listed = (await temporary.git('ls-tree', '-r', 'HEAD', 'content/articles', 'content/news')).trim().split('\n')
  const files = Object.entries(state === 'new' ? after : before)
  expect(listed).toEqual(files.map(([path, text]) => `100644 blob ${blobId(Buffer.from(text))}\tcontent/${path}`))
  expect(await temporary.git('ls-files', '-s', 'content/draft.md')).toContain(blobId(Buffer.from('staged\n')))
  for (const log of ['HEAD', 'refs/heads/main'])
    expect(
      readFileSync(temporary.path(`.git/logs/${log}`), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(state === 'new' ? 2 : 1)
  expect(existsSync(temporary.path('content/articles/2025'))).toBe(state === 'old')
  return state
}

class Crash extends Error {}

function onlyCrash(error: unknown): void {
  if (!(error instanceof Crash)) throw error
}

/** Allows `steps` steps; then every further one fails as after a crash. */
function crashAfter(steps: number): { before: () => void; crashed: () => boolean } {
  let left = steps
  return {
    before() {
      if (left-- <= 0) throw new Crash()
    },
    crashed: () => left < 0,
  }
}

async function copyOf(original: TemporaryRepository, folder: string, name: string): Promise<TemporaryRepository> {
  const root = join(folder, name)
  await cp(original.root, root, { recursive: true, preserveTimestamps: true })
  return repositoryAt(root)
}

test('a crash between any two steps of a save, and another one during the recovery, leaves the old or the new state', async () => {
  await using original = await prepared()
  await using folder = await temporaryFolder()
  const seen = new Set<string>()
  for (let steps = 0; ; steps++) {
    const temporary = await copyOf(original, folder.path, `crash-${steps}`)
    const crash = crashAfter(steps)
    await save(temporary, { identity: deadProcess(), before: crash.before }).catch(onlyCrash)
    if (!crash.crashed()) break
    const again = crashAfter((steps * 7) % 19)
    await recover(temporary, { identity: deadProcess(), before: again.before }).catch(onlyCrash)
    await using fixture = await laneOn(temporary, { folder: 'content', sync: false })
    await fixture.lane.recover()
    seen.add(await expectOldOrNew(temporary))
    if (steps % 5 === 0) {
      await fixture.save('articles/2027/later.md', 'later\n')
      await expectSound(temporary, 'MM content/draft.md\n')
    }
  }
  expect(seen).toEqual(new Set(['old', 'new']))
})

test('when any one step of a save fails, the state is the old one, or the new one and the save succeeds', async () => {
  await using original = await prepared()
  await using folder = await temporaryFolder()
  for (let failing = 0; ; failing++) {
    const temporary = await copyOf(original, folder.path, `failure-${failing}`)
    const code = failing % 3 === 0 ? 'EACCES' : 'ENOSPC'
    let step = 0
    const failure = (): void => {
      if (step++ === failing) throw Object.assign(new Error(`${code}: no luck`), { code })
    }
    const outcome = await save(temporary, { before: failure }).then(
      () => 'new',
      () => 'old',
    )
    expect(await expectOldOrNew(temporary)).toBe(outcome)
    if (step <= failing) break
  }
})

test('when every step from one on fails, the next save of the same process recovers the state', async () => {
  await using original = await prepared()
  await using folder = await temporaryFolder()
  for (let failing = 0; ; failing += 3) {
    const temporary = await copyOf(original, folder.path, `full-${failing}`)
    let step = 0
    let full = true
    await using fixture = await laneOn(temporary, {
      folder: 'content',
      sync: false,
      before() {
        if (full && step++ >= failing) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
      },
    })
    const outcome = await fixture.save('articles/2026/edited.md', 'second\n').catch(() => null)
    const untouched = step <= failing
    full = false
    await fixture.save('articles/2025/old.md', 'also new\n')
    await expectSound(temporary, 'MM content/draft.md\n')
    expect(await temporary.git('log', '--format=%s', '-1')).toBe('Update article: articles/2025/old.md\n')
    expect(await temporary.git('show', 'HEAD:content/articles/2026/edited.md')).toBe(
      outcome === null ? 'first\n' : 'second\n',
    )
    expect(fixture.lane.status()).toEqual({ kind: 'ready' })
    if (untouched) break
  }
})
