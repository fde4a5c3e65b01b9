import { request } from 'node:http'
import { expect } from 'vitest'
import { type ContentEvent, contentEvent } from '#domain/content-event.ts'
import { presentWords } from '#domain/presence.ts'
import { eventually } from './running-site.ts'

/** Listens as an open admin does. */
export async function eventStream(url: string, cookie: string) {
  const events: Array<ContentEvent> = []
  let ended = false
  let status = 0
  const stream = request(new URL('/api/events', url), {
    headers: { Cookie: cookie, Accept: 'text/event-stream', 'Accept-Encoding': 'gzip, br' },
    agent: false,
  })
  stream.on('response', (res) => {
    status = res.statusCode ?? 0
    expect(res.headers['content-encoding']).toBeUndefined()
    // An event may arrive in several pieces.
    let unread = ''
    res.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (unread + chunk).split('\n')
      unread = lines.pop() ?? ''
      for (const line of lines)
        if (line.startsWith('data: '))
          events.push(contentEvent.parse(JSON.parse(line.slice('data: '.length))))
    })
    res.on('close', () => {
      ended = true
    })
  })
  stream.on('error', () => {
    ended = true
  })
  stream.end()
  await eventually(async () => events.length > 0 || ended || (status !== 0 && status !== 200))
  return {
    events,
    status: () => status,
    ended: () => ended,
    /** The next change of an item. */
    changeOf: (type: string, id: number, from = 0) =>
      eventually(async () =>
        events
          .slice(from)
          .flatMap((event) => (event.kind === 'change' ? event.items : []))
          .find((item) => item.type === type && item.id === id),
      ),
    /** Waits until these people are shown, in these words. */
    shows: (words: string) =>
      eventually(async () => {
        const last = events.findLast((event) => event.kind === 'presence')
        return last !== undefined && presentWords(last.people) === words
      }),
    [Symbol.dispose]: () => void stream.destroy(),
  }
}
