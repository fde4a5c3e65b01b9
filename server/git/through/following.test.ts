import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../../../tests/temp-repository.ts'
import { openRepository } from '../read/open-repository.ts'
import { RemoteError } from '../remote/sync-faults.ts'
import { createFollowing, type FollowingParts } from './following.ts'

test('a notice of a new commit is followed at once, while a slow fetch waits for a remote that has stopped answering', async () => {
  await using folder = await temporaryRepository()
  const repository = await withOneFile(folder)
  let head: string | null = 'old'
  let answers = false
  let notify: (commit: string) => void = () => {}
  const never = new Promise<void>(() => {})
  let wait = () => {}
  const waiting = new Promise<void>((resolve) => {
    wait = resolve
  })
  let show: (commit: string | null) => void = () => {}
  const shown = new Promise<string | null>((resolve) => {
    show = resolve
  })
  const following = createFollowing({
    repository,
    copy: {
      name: 'main',
      head: () => head,
      has: async (commit) => commit === head,
      gets: async (commit) => commit === head,
      move: async () => {},
      async fetch() {
        if (!answers) throw new RemoteError('unreachable', 'The remote does not answer in time.')
        head = 'new'
      },
    },
    slowly: {
      fetch() {
        wait()
        return never
      },
    },
    lost: () => null,
    shown: 'the remote',
    seconds: 60,
    stop: new AbortController(),
    now: () => new Date(),
    telemetry: () => {},
    log: { info() {}, warn() {} },
    pulled: async () => show(head),
    subscribe(listener) {
      notify = listener
      return () => {}
    },
  } satisfies FollowingParts)
  following.start()
  await waiting
  answers = true
  notify('new')
  expect(await shown).toBe('new')
  await following.close()
  repository.close()
})

test('commits that the remote has lost are told until they are there again', async () => {
  await using folder = await temporaryRepository()
  const repository = await withOneFile(folder)
  const warnings: Array<string> = []
  let has = false
  const following = createFollowing({
    repository,
    copy: {
      name: 'main',
      head: () => 'new',
      has: async () => has,
      gets: async () => true,
      move: async () => {},
      fetch: async () => {},
    },
    slowly: { fetch: async () => {} },
    lost: () => '0123456789abcdef',
    shown: 'the remote',
    seconds: 60,
    stop: new AbortController(),
    now: () => new Date(),
    telemetry: () => {},
    log: { info() {}, warn: (_, message) => warnings.push(message) },
    pulled: async () => {},
    subscribe: () => () => {},
  })
  const told = async () => {
    const state = await following.run()
    return state.kind === 'on' ? [state.state, state.error?.message ?? null] : null
  }
  const message = expect.stringMatching(
    /^The branch main of the remote has lost commits .* 0123456;/,
  )
  expect(await told()).toEqual(['rewound', message])
  expect(await told()).toEqual(['rewound', message])
  expect(warnings).toEqual([message])
  has = true
  expect(await told()).toEqual(['idle', null])
  await following.close()
  repository.close()
})

async function withOneFile(folder: TemporaryRepository) {
  await folder.write('content/a.md', 'A')
  await folder.commit()
  return openRepository({ contentDir: folder.path('content') })
}
