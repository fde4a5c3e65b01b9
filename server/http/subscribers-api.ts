import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import express, { type ErrorRequestHandler, type RequestHandler, type Response, Router } from 'express'
import {
  type ImportReport,
  type SubscriberQuery,
  type SubscriberSummary,
  type SubscriberView,
  subscriberAddition,
  subscriberQuery,
} from '#domain/subscriber-list.ts'
import { HttpError } from './http-error.ts'
import { jsonBody } from './json-body.ts'
import { parseBody } from './parse-body.ts'
import { readId } from './read-id.ts'
import { personOf } from './signed-in.ts'

/** What administrators do with the mailing list. */
export interface SubscriberDesk {
  list(query: SubscriberQuery): Promise<{ items: Array<SubscriberView>; total: number; next: string | null }>
  /** All of the query in portions. */
  portions(query: SubscriberQuery): AsyncIterable<Array<SubscriberView>>
  csv(query: SubscriberQuery): AsyncIterable<string>
  summary(): Promise<SubscriberSummary>
  /** Throws an error called AdditionRefused. */
  add(email: string, by: string): Promise<SubscriberView>
  remove(id: number): Promise<{ synced?: boolean } | null>
  endDeparture(id: number): Promise<boolean>
  /** Throws an error called CsvError. */
  importCsv(bytes: Uint8Array): Promise<ImportReport>
}

const importLimit = '10mb'

/** The calls of the mailing list (rulings, section 6), open to administrators alone. */
export function subscribersApi(options: {
  desk: SubscriberDesk
  requireSession: RequestHandler
  once: RequestHandler
}): Router {
  const { desk, requireSession, once } = options
  const router = Router()

  router.get('/subscribers', requireSession, async (req, res) => {
    const query = queryOf(req.query)
    if (query.limit === undefined && query.cursor === undefined)
      return sendPieces(res, jsonPieces(desk.portions(query)))
    const { items, total, next } = await desk.list(query)
    res.set('X-Total-Count', String(total))
    if (next !== null) {
      const { q, status, limit } = query
      const rest = { ...(q && { q }), ...(status && { status }), limit: String(limit), cursor: next }
      res.set('Link', `</api/subscribers?${new URLSearchParams(rest)}>; rel="next"`)
    }
    res.json(items)
  })

  router.get('/subscribers.csv', requireSession, async (req, res) => {
    const query = queryOf(req.query)
    res.type('text/csv; charset=utf-8').attachment('subscribers.csv')
    await sendPieces(res, desk.csv(query))
  })

  router.get('/subscribers/summary', requireSession, async (_req, res) => {
    res.json(await desk.summary())
  })

  router.post('/subscribers', requireSession, jsonBody('10kb'), once, async (req, res) => {
    const { email } = parseBody(subscriberAddition, req.body)
    try {
      res.status(201).json(await desk.add(email, personOf(res).user.username))
    } catch (error) {
      throw asConflict(error, 'AdditionRefused', 409, 'email')
    }
  })

  router.post(
    '/subscribers/import',
    requireSession,
    // In which letters it is written, the file itself tells best.
    express.raw({ type: 'text/csv', limit: importLimit }),
    once,
    async (req, res) => {
      if (!Buffer.isBuffer(req.body))
        throw new HttpError(415, 'The body has to be CSV, sent with `Content-Type: text/csv`.')
      try {
        res.json(await desk.importCsv(req.body))
      } catch (error) {
        throw asConflict(error, 'CsvError', 422, null)
      }
    },
  )

  router.delete('/subscribers/:id', requireSession, once, async (req, res) => {
    const id = readId(String(req.params.id))
    const removed = await desk.remove(id)
    if (!removed) throw new HttpError(404, 'There is no such subscriber.')
    res.json({ deleted: true, id, ...removed })
  })

  router.delete('/subscribers/departures/:id', requireSession, once, async (req, res) => {
    const id = readId(String(req.params.id))
    if (!(await desk.endDeparture(id))) throw new HttpError(404, 'Nobody waits to be removed under this number.')
    res.json({ deleted: true, id })
  })

  router.use(whileUnreadable)
  return router
}

/** The list is damaged; the log says how. */
const whileUnreadable: ErrorRequestHandler = (error: unknown, _req, _res, next) => {
  const unreadable = error instanceof Error && error.name === 'UnreadableFile'
  next(unreadable ? new HttpError(503, 'The list of subscribers can not be read just now.', { cause: error }) : error)
}

function queryOf(query: unknown): SubscriberQuery {
  const parsed = subscriberQuery.safeParse(query)
  if (!parsed.success) throw new HttpError(400, `Not a valid list query: ${parsed.error.issues[0]?.message}`)
  return parsed.data
}

/** A refusal of the list as an answer; other errors stay what they are. */
function asConflict(error: unknown, name: string, status: number, path: string | null): unknown {
  if (!(error instanceof Error) || error.name !== name) return error
  return new HttpError(status, error.message, path === null ? {} : { issues: [{ path, message: error.message }] })
}

async function* jsonPieces(portions: AsyncIterable<Array<SubscriberView>>): AsyncGenerator<string> {
  let before = '['
  for await (const people of portions)
    for (const person of people) {
      yield before + JSON.stringify(person)
      before = ',\n'
    }
  yield before === '[' ? '[]' : ']'
}

/** Sends a long text as fast as it is read, so that no more than a piece of it is in memory. The first piece is awaited before the answer begins. */
async function sendPieces(res: Response, pieces: AsyncIterable<string>): Promise<void> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  async function* rest() {
    for (let piece = first; !piece.done; piece = await iterator.next()) yield piece.value
  }
  if (!res.get('Content-Type')) res.type('json')
  await pipeline(Readable.from(rest()), res).catch((error: NodeJS.ErrnoException) => {
    // The reader has gone away.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}
