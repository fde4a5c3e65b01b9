import type { RequestHandler, Response, Router } from 'express'
import { eventCalls } from '#contract/site.ts'
import type { ContentEvent } from '#domain/content-event.ts'
import { beginEvents, sendEvent } from '../../http/event-stream.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import { personOf, type SignedIn } from '../../http/signed-in.ts'
import type { Presence } from './presence.ts'

/** The interval of the comment lines that stop proxies from closing an idle stream. */
const heartbeatMs = 20_000
/** A browser opens one stream for all its tabs. */
const mostPerUser = 20
const mostInAll = 200

/** The source of the events. */
export interface EventSource {
  subscribe(listener: (event: ContentEvent) => void): () => void
  revision(): string | null
}

interface Stream {
  person: SignedIn
  end(): void
}

/**
 * `GET /api/events`: changes of the content as server-sent events, until the session ends. The
 * first event names the current commit, so that a browser that was disconnected knows whether it
 * missed a change; the second one says who is there. `endStreams` ends all streams before the
 * server stops.
 */
export function eventsApi(
  events: EventSource,
  presence: Pick<Presence, 'sign' | 'seenBy' | 'subscribe'>,
  gate: CallGate,
): { routes: Router; endStreams: () => void } {
  const streams = new Set<Stream>()
  let ended = false
  const stream: RequestHandler = (req, res) => {
    const person = personOf(res)
    const own = [...streams].filter((stream) => stream.person.user.id === person.user.id)
    if (ended || streams.size >= mostInAll || own.length >= mostPerUser)
      throw new HttpError(503, 'Too many open streams of events.', { retryAfter: 30 })
    beginEvents(res)
    send(res, { kind: 'begin', revision: events.revision() })
    /**
     * Resolves after the last write. Each write waits for the one before, so that events keep their
     * order.
     */
    let sending = Promise.resolve()
    const whileSignedIn = (write: () => void) => {
      sending = sending.then(async () => {
        const lives = await Promise.resolve(gate.lives(person)).catch(() => false)
        if (!streams.has(opened)) return
        // The stream also ends when the session can't be checked. The browser reconnects, and the
        // first event shows whether it missed a change.
        if (lives) write()
        else end()
      })
    }
    let shown = ''
    const sendPeople = () => {
      const people = presence.seenBy(person)
      if (JSON.stringify(people) === shown) return
      shown = JSON.stringify(people)
      send(res, { kind: 'presence', people })
    }
    sendPeople()
    const stops = [
      events.subscribe((event) => whileSignedIn(() => send(res, event))),
      presence.subscribe(() => whileSignedIn(sendPeople)),
    ]
    const heartbeat = setInterval(
      () => whileSignedIn(() => res.write(': still here\n\n')),
      heartbeatMs,
    )
    const opened = { person, end }
    streams.add(opened)

    function end() {
      clearInterval(heartbeat)
      for (const stop of stops) stop()
      streams.delete(opened)
      res.end()
    }
    req.once('close', end)
    res.once('error', end)
  }

  return {
    routes: mountCalls(eventCalls, gate, {
      'GET /api/events': { handle: stream },
      'POST /api/presence'({ body, person }) {
        presence.sign(person, body)
        return { here: true }
      },
    }),
    endStreams() {
      ended = true
      for (const stream of [...streams]) stream.end()
    },
  }
}

/** Writes one event. `retry`: after a disconnection the browser reconnects in two seconds. */
function send(res: Response, event: ContentEvent) {
  res.write('retry: 2000\n')
  sendEvent(res, event)
}
