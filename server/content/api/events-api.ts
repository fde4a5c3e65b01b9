import type { RequestHandler, Response, Router } from 'express'
import { eventCalls } from '#contract/site.ts'
import type { ContentEvent } from '#domain/content-event.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import { personOf, type SignedIn } from '../../http/signed-in.ts'

/** A line without meaning is sent this often, so that nothing in between takes the stream for dead. */
const heartbeatMs = 20_000
/** A browser opens one stream for all its tabs. */
const mostPerUser = 20
const mostInAll = 200

/** Where the events come from. */
export interface EventSource {
  subscribe(listener: (event: ContentEvent) => void): () => void
  revision(): string | null
}

interface Stream {
  person: SignedIn
  end(): void
}

/**
 * `GET /api/events`: what changes in the content, as server-sent events, as long as the session lasts. The first event names the commit that is shown,
 * so that a browser which was away knows whether it missed something. `endStreams` lets a stopping server end.
 */
export function eventsApi(events: EventSource, gate: CallGate): { routes: Router; endStreams: () => void } {
  const streams = new Set<Stream>()
  let ended = false
  const stream: RequestHandler = (req, res) => {
    const person = personOf(res)
    const own = [...streams].filter((stream) => stream.person.user.id === person.user.id)
    if (ended || streams.size >= mostInAll || own.length >= mostPerUser)
      throw new HttpError(503, 'Too many open streams of events.', { headers: { 'Retry-After': '30' } })
    res.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      // A proxy must neither hold it back nor pack it.
      'Cache-Control': 'private, no-store, no-transform',
      'X-Accel-Buffering': 'no',
    })
    res.flushHeaders()
    send(res, { kind: 'begin', revision: events.revision() })
    const still = () => {
      if (gate.lives(person)) return true
      end()
      return false
    }
    const unsubscribe = events.subscribe((event) => {
      if (still()) send(res, event)
    })
    const heartbeat = setInterval(() => {
      if (still()) res.write(': still here\n\n')
    }, heartbeatMs)
    const opened = { person, end }
    streams.add(opened)

    function end() {
      clearInterval(heartbeat)
      unsubscribe()
      streams.delete(opened)
      res.end()
    }
    req.once('close', end)
    res.once('error', end)
  }

  return {
    routes: mountCalls(eventCalls, gate, { 'GET /api/events': { handle: stream } }),
    endStreams() {
      ended = true
      for (const stream of [...streams]) stream.end()
    },
  }
}

/** After a break the browser asks again in two seconds. */
function send(res: Response, event: ContentEvent): void {
  res.write(`retry: 2000\ndata: ${JSON.stringify(event)}\n\n`)
}
