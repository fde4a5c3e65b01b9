// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLive } from './live.ts'

/** A stream of events whose state the test decides. */
class Stream {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  static last: Stream
  readyState = Stream.OPEN
  onopen = () => {}
  onerror = () => {}
  constructor() {
    Stream.last = this
  }
  close() {
    this.readyState = Stream.CLOSED
  }
}

test.each([
  ['the session ends', Stream.CONNECTING, true, []],
  ['the stream is refused', Stream.CLOSED, true, []],
  ['the network is lost', Stream.CONNECTING, false, [false]],
])(
  'when %s, the server is called away only if it does not answer',
  async (_, readyState, answers, told) => {
    const health = answers
      ? Promise.resolve(new Response())
      : Promise.reject(new TypeError('Failed to fetch'))
    health.catch(() => {})
    vi.stubGlobal('EventSource', Stream)
    vi.stubGlobal('fetch', () => health)
    vi.stubGlobal('navigator', { onLine: true })
    onTestFinished(() => void vi.unstubAllGlobals())
    const heard: Array<boolean> = []
    const returns: Array<number> = []
    const live = createLive({
      userId: 1,
      tabs: { post: () => {}, listen: () => () => {} },
      onEvent: () => {},
      onConnection: (connected) => heard.push(connected),
      onReturn: () => returns.push(Stream.last.readyState),
    })
    onTestFinished(() => live.close())
    Stream.last.onopen()
    Stream.last.readyState = readyState
    Stream.last.onerror()
    await health.catch(() => {})
    await Promise.resolve()
    await Promise.resolve()
    expect(heard).toEqual(told)
    expect(live.connected()).toBe(answers)
    expect(returns).toEqual([])
    Stream.last.readyState = Stream.OPEN
    Stream.last.onopen()
    expect(returns).toEqual([Stream.OPEN])
  },
)
