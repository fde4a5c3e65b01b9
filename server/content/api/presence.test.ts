import { expect, onTestFinished, test, vi } from 'vitest'
import { processBus } from '../../platform/bus.ts'
import { createPresence } from './presence.ts'

const person = (id: number, username: string) => ({
  sessionId: `session of ${username}`,
  confirmedAt: '2026-01-01T00:00:00Z',
  needsSecondFactor: false,
  user: {
    id,
    username,
    name: '',
    email: '',
    role: 'owner' as const,
    knowsFirstSteps: true,
    previousLoginAt: null,
  },
})
const [ada, ben] = [person(1, 'ada'), person(2, 'ben')]
const open = [{ kind: 'articles', item: '1', editing: true, at: null } as const]

test('a browser that is killed is gone within ten seconds at every server, and one that goes on is not', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const bus = processBus()
  const [near, far] = [createPresence(bus), createPresence(bus)]
  onTestFinished(() => [near, far].forEach(({ close }) => void close()))
  const heard: Array<number> = []
  far.subscribe(() => heard.push(far.seenBy(ada).length))
  near.sign(ben, { tab: 'killed', open })
  near.sign(ben, { tab: 'other', open })
  expect(heard).toEqual([1, 2])
  for (let seconds = 0; seconds < 9; seconds += 3) {
    vi.advanceTimersByTime(3_000)
    near.sign(ben, { tab: 'other', open })
  }
  expect(heard).toEqual([1, 2, 1])
  expect(near.seenBy(ada)).toEqual([{ ...open[0], name: 'ben' }])
  expect(near.seenBy(ben)).toEqual([])
  vi.advanceTimersByTime(10_000)
  expect([near.seenBy(ada), far.seenBy(ada)]).toEqual([[], []])
  expect(vi.getTimerCount()).toBe(0)
})

test('what a server of another version says is no fault', () => {
  const bus = processBus()
  const presence = createPresence(bus)
  bus.publish('presence', '{"tab":"new"}')
  expect(presence.seenBy(ada)).toEqual([])
  presence.close()
})
