import type { Response } from 'express'

/** Begins an answer that is a stream of server-sent events. */
export function beginEvents(res: Response): void {
  res.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    // Without these headers a proxy may buffer or compress the stream.
    'Cache-Control': 'private, no-store, no-transform',
    'X-Accel-Buffering': 'no',
  })
  res.flushHeaders()
}

/** Writes one event, as JSON. */
export function sendEvent(res: Response, event: object): void {
  res.write(`data: ${JSON.stringify(event)}\n\n`)
}
