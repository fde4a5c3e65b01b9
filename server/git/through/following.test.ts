import { expect, test } from 'vitest'
import { temporaryRepository } from '../../../tests/temp-repository.ts'
import { openRepository } from '../read/open-repository.ts'
import { RemoteError } from '../remote/sync-faults.ts'
import { createFollowing, type FollowingParts } from './following.ts'

test('a notice of a new commit is followed at once, while a slow fetch waits for a remote that has stopped answering', async () => {
  await using folder = await temporaryRepository()
  await folder.write('content/a.md', 'A')
  await folder.commit()
  const repository = await openRepository({ contentDir: folder.path('content') })
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
      ...{ name: 'main', head: () => head, has: (commit) => commit === head, gets: async (commit) => commit === head },
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
    ...{ shown: 'the remote', seconds: 60, stop: new AbortController(), now: () => new Date(), telemetry: () => {} },
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
