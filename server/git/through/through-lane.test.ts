import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryRepository } from '../../../tests/temp-repository.ts'
import { fileClaim } from '../../platform/claims.ts'
import { TurnTaken } from '../../platform/postgres/database.ts'
import { openRepository } from '../read/open-repository.ts'
import { entryAt } from '../read/tree.ts'
import { createBranchCopy } from './branch-copy.ts'
import { createThroughLane } from './through-lane.ts'
import type { Turns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const author = { name: 'Ada', email: 'ada@example.org' }
const busy = 'The site is busy with other saves just now; please save again in a minute.'
const away = 'The repository of the site can’t be reached just now; please save again in a minute.'

/**
 * A lane whose clock moves only while it pushes, waits for its turn, or gathers saves. Another
 * server has made the last save; all others make none, or those of `turns`.
 */
async function world({
  pushMs = 1_500,
  turnMs = 0,
  ...more
}: {
  pushMs?: number
  turnMs?: number
  turns?: Turns
} = {}) {
  const folder = await temporaryRepository()
  await folder.write('content/site.yaml', 'name: A\n')
  await folder.commit()
  const repository = await openRepository({ contentDir: folder.path('content') })
  const copy = createBranchCopy(repository, 'main', { fetch: async () => {} }, () => {})
  let pushes = 0
  let newest = copy.head()
  const pushed = async (commit: string) => {
    newest = commit
  }
  const turns: Turns = {
    take(_, work) {
      vi.advanceTimersByTime(turnMs)
      return work({ newest: async () => newest, pushed })
    },
    newest: async () => newest,
  }
  const lane = createThroughLane({
    repository,
    copy,
    turns,
    ...more,
    remote: {
      async push() {
        pushes += 1
        vi.advanceTimersByTime(pushMs)
        return true
      },
      branches: async () => new Map(),
    },
    follow: async () => {},
    shown: copy.head,
    announce: () => {},
    now: () => new Date(0),
    claimsOf: async (path) => (path.endsWith('.yaml') ? null : [fileClaim(path)]),
    wait: async (ms) => void vi.advanceTimersByTime(ms),
    log: { warn: () => {} },
  })
  /** Saves a new file under the first of its names that nobody has: `name`, `name-2` … */
  const create = (name: string, bytes = Buffer.from(name)) =>
    lane.save(async (_, claimed) => {
      for (let number = 1; ; number += 1) {
        const path = number === 1 ? name : name.replace('.', `-${number}.`)
        const isThere = await entryAt(repository.objects, copy.head() ?? '', `content/${path}`)
        if (!isThere && !claimed.has(fileClaim(path)))
          return { changes: [{ path, bytes, expected: null }], message: `Add ${path}`, author }
      }
    })
  return {
    create,
    pushes: () => pushes,
    files: async () =>
      (await folder.git('ls-tree', '--name-only', 'main:content')).trim().split('\n'),
    async [Symbol.asyncDispose]() {
      await lane.close()
      repository.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
/** How saves ended: `made`, or the sentence of the refusal. */
const endings = async (saves: ReadonlyArray<Promise<unknown>>) =>
  (await Promise.allSettled(saves)).map((one) =>
    one.status === 'fulfilled' ? 'made' : one.reason.message,
  )

test('new files of one moment share a push, also under one name', async () => {
  await using site = await world()
  const saves = [
    ...many(5).map((at) => site.create(`note-${at}.md`)),
    ...many(5).map(() => site.create('image.png')),
  ]
  expect(await endings(saves)).toEqual(saves.map(() => 'made'))
  expect(site.pushes()).toBe(1)
  expect(await site.files()).toEqual(
    [
      'image.png',
      ...many(4).map((at) => `image-${at + 1}.png`),
      ...many(5).map((at) => `note-${at}.md`),
      'site.yaml',
    ].toSorted(),
  )
})

test('large files have pushes of their own, because a push has a limit of time', async () => {
  await using site = await world()
  const large = Buffer.alloc(9 * 1024 * 1024)
  const saves = [site.create('a.png', large), site.create('b.png', large), site.create('c.md')]
  expect(await endings(saves)).toEqual(['made', 'made', 'made'])
  expect(site.pushes()).toBe(2)
})

test('saves wait on while others are made, and are told that the site is busy before a proxy gives up', async () => {
  await using site = await world({ pushMs: 9_000 })
  // Each depends on all others, and five can be made in 50 seconds.
  const saves = many(8).map((at) => site.create(`settings-${at}.yaml`))
  expect(await endings(saves)).toEqual(many(8).map((at) => (at <= 5 ? 'made' : busy)))
})

test('a remote that does not answer is told as one that can not be reached', async () => {
  await using site = await world({ pushMs: 60_000 })
  expect(await endings([site.create('a.md'), site.create('b.md')])).toEqual([away, away])
})

test.each([
  ['that saves', true, 4],
  ['that is frozen', false, 1],
])(
  'saves wait for the turn of another server %s, and are told that the site is busy',
  async (_, moves, turnsWaited) => {
    let taken = 0
    await using site = await world({
      turns: {
        async take(patience) {
          taken += 1
          vi.advanceTimersByTime(patience)
          throw new TurnTaken(null)
        },
        newest: async () => (moves ? `commit ${taken}` : null),
      },
    })
    expect(await endings([site.create('a.md')])).toEqual([busy])
    expect(taken).toBeGreaterThanOrEqual(turnsWaited)
    expect(site.pushes()).toBe(0)
  },
)

test('a save that waited while another server pushed has time for its own push', async () => {
  await using site = await world({ pushMs: 9_000, turnMs: 9_000 })
  expect(await endings([site.create('a.md')])).toEqual(['made'])
})
