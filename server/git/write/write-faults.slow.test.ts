import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
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
  editor,
  expectSound,
  type LaneFixtureOptions,
  laneOn,
} from '../../../tests/write-lane-fixture.ts'
import { blobId } from '../../platform/object-id.ts'
import type { WriteLane } from './write-lane.ts'

type Texts = Record<string, string | null>

const before: Texts = { 'articles/2025/old.md': 'old\n', 'articles/2026/edited.md': 'first\n' }
const after: Texts = { 'articles/2026/edited.md': 'second\n', 'news/2026/new.md': 'new\n' }
const dead = deadProcess()
const blobOf = (text: string | null | undefined) =>
  typeof text === 'string' ? blobId(Buffer.from(text)) : null

/** Commits files. One that exists at the start must still have the content that it had then. */
const commit = (lane: WriteLane, texts: Texts, message: string) =>
  lane.commit({
    changes: Object.entries(texts).map(([path, text]) => ({
      path,
      bytes: text === null ? null : Buffer.from(text),
      expected: blobOf(before[path]),
    })),
    message,
    author: editor,
  })

async function save(temporary: TemporaryRepository, options: LaneFixtureOptions) {
  await using fixture = await laneOn(temporary, { folder: 'content', sync: false, ...options })
  return commit(fixture.lane, { 'articles/2025/old.md': null, ...after }, 'Three at once')
}

async function recover(temporary: TemporaryRepository, options: LaneFixtureOptions) {
  await using fixture = await laneOn(temporary, { folder: 'content', sync: false, ...options })
  return fixture.lane.recover()
}

/**
 * Copies of one state, committed files and a writer's staged and unstaged changes, and how to check
 * them.
 */
async function prepared() {
  const original = await temporaryRepository(['--template='])
  for (const [path, text] of Object.entries(before))
    await original.write(`content/${path}`, text ?? '')
  await original.write('content/draft.md', 'committed\n')
  const start = await original.commit()
  await original.write('content/draft.md', 'staged\n')
  await original.git('add', 'content/draft.md')
  await original.write('content/draft.md', 'on the disk\n')
  const folder = await temporaryFolder()
  const draft = `1 MM N... 100644 100644 100644 ${blobOf('committed\n')} ${blobOf('staged\n')} content/draft.md`
  const headOf = ({ path }: TemporaryRepository) =>
    readFileSync(path('.git/refs/heads/main'), 'utf8').trim()
  /** What git has listed for each commit; its id stands for all of it. */
  const listed = new Map<string, string>()

  /**
   * Expects that git finds no fault, that the commit has these files, and that the writer's work is
   * unchanged.
   */
  async function expectHolds(temporary: TemporaryRepository, texts: Texts): Promise<void> {
    const head = headOf(temporary)
    const status = `# branch.oid ${head}\n# branch.head main\n${draft}\n`
    await expectSound(temporary, status, ['--porcelain=v2', '--branch'])
    const list =
      listed.get(head) ??
      (await temporary.git('ls-tree', '-r', head, 'content/articles', 'content/news'))
    listed.set(head, list)
    expect(list).toBe(
      Object.entries(texts)
        .map(([path, text]) => `100644 blob ${blobOf(text)}\tcontent/${path}\n`)
        .join(''),
    )
  }

  /** Expects the state before or after the save and returns which one. */
  async function expectOldOrNew(temporary: TemporaryRepository): Promise<'old' | 'new'> {
    const state = headOf(temporary) === start ? 'old' : 'new'
    await expectHolds(temporary, state === 'new' ? after : before)
    for (const log of ['HEAD', 'refs/heads/main']) {
      const lines = readFileSync(temporary.path(`.git/logs/${log}`), 'utf8')
        .trim()
        .split('\n')
      expect(lines).toHaveLength(state === 'new' ? 2 : 1)
    }
    expect(existsSync(temporary.path('content/articles/2025'))).toBe(state === 'old')
    return state
  }

  return {
    expectHolds,
    expectOldOrNew,
    /** A copy of the state at the start, or of another one. */
    copy(name: string | number, { root: from } = original): TemporaryRepository {
      const root = join(folder.path, `${name}`)
      // Node's own copy takes five times as long.
      execFileSync('cp', ['-a', from, root])
      return repositoryAt(root)
    },
    async [Symbol.asyncDispose]() {
      await original[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/**
 * Chooses the steps of a save that differ: two files of objects stand for all, except in `npm run
 * soak -- properties`.
 */
function chooseSteps() {
  const objects = new Map<string, number>()
  return (step: string, path: string): boolean => {
    if (import.meta.env.PROPERTY_TIMES !== undefined || !/\/objects\/[0-9a-f]{2}/.test(path))
      return true
    const count = (objects.get(step) ?? 0) + 1
    objects.set(step, count)
    return count <= 2
  }
}

class Crash extends Error {}

function onlyCrash(error: unknown): void {
  if (!(error instanceof Crash)) throw error
}

test('a crash between any two steps of a save, and another one during the recovery, leaves the old or the new state', async () => {
  await using start = await prepared()
  const crashed = start.copy('crashed')
  /** The disk before each step, and after the last one: what a crash leaves. */
  const left: Array<TemporaryRepository> = []
  const snapshot = () => void left.push(start.copy(left.length, crashed))
  const isChosen = chooseSteps()
  await save(crashed, {
    identity: dead,
    before(step, path) {
      if (isChosen(step, path)) snapshot()
    },
  })
  snapshot()
  const seen = new Set<string>()
  for (const [steps, temporary] of left.entries()) {
    let more = (steps * 7) % 19
    const again = () => {
      if (more-- <= 0) throw new Crash()
    }
    await recover(temporary, { identity: dead, before: again }).catch(onlyCrash)
    await using fixture = await laneOn(temporary, { folder: 'content', sync: false })
    await fixture.lane.recover()
    const state = await start.expectOldOrNew(temporary)
    if (steps % 5 === 0) {
      const later = { 'articles/2027/later.md': 'later\n' }
      await commit(fixture.lane, later, 'Later')
      const { 'news/2026/new.md': made, ...others } = state === 'new' ? after : before
      await start.expectHolds(temporary, {
        ...others,
        ...later,
        ...(made && { 'news/2026/new.md': made }),
      })
    }
    seen.add(state)
  }
  expect(seen).toEqual(new Set(['old', 'new']))
})

test('when any one step of a save fails, the state is the old one, or the new one and the save succeeds', async () => {
  await using start = await prepared()
  const isChosen = chooseSteps()
  const chosen: Array<boolean> = []
  await save(start.copy('whole'), {
    before: (step, path) => void chosen.push(isChosen(step, path)),
  })
  for (const [failing, isWanted] of [...chosen, true].entries()) {
    if (!isWanted) continue
    const temporary = start.copy(failing)
    const code = failing % 3 === 0 ? 'EACCES' : 'ENOSPC'
    let step = 0
    const failure = (): void => {
      if (step++ === failing) throw Object.assign(new Error(`${code}: no luck`), { code })
    }
    const outcome = await save(temporary, { before: failure }).then(
      () => 'new',
      () => 'old',
    )
    expect(await start.expectOldOrNew(temporary)).toBe(outcome)
  }
})

test('when every step from one on fails, the next save of the same process recovers the state', async () => {
  await using start = await prepared()
  for (let failing = 0; ; failing += 3) {
    const temporary = start.copy(failing)
    let step = 0
    let full = true
    await using fixture = await laneOn(temporary, {
      folder: 'content',
      sync: false,
      before() {
        if (full && step++ >= failing)
          throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
      },
    })
    const edit = { 'articles/2026/edited.md': 'second\n' }
    const outcome = await commit(fixture.lane, edit, 'Edit').catch(() => null)
    const untouched = step <= failing
    full = false
    const next = { 'articles/2025/old.md': 'also new\n' }
    await commit(fixture.lane, next, 'Next')
    await start.expectHolds(temporary, { ...before, ...(outcome && edit), ...next })
    expect(await fixture.lane.fault()).toBeNull()
    if (untouched) break
  }
})
