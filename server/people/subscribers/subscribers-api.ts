import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express'
import type { z } from 'zod'
import { issueWords } from '#domain/issue-words.ts'
import {
  type ImportAnswer,
  type ImportReport,
  importAnswers,
  importFields,
  importQuery,
  type SubscriberQuery,
  type SubscriberSummary,
  type SubscriberView,
  subscriberAddition,
  subscriberQuery,
} from '#domain/subscriber-list.ts'
import { HttpError } from '../../http/http-error.ts'
import { jsonBody } from '../../http/json-body.ts'
import { parseBody } from '../../http/parse-body.ts'
import { readId } from '../../http/read-id.ts'
import { personOf } from '../../http/signed-in.ts'
import { uploadBody } from '../../http/upload-body.ts'

/** What administrators do with the mailing list. */
export interface MailingList {
  list(query: SubscriberQuery): Promise<{ items: Array<SubscriberView>; total: number; next: string | null }>
  /** All of the query in portions. */
  portions(query: SubscriberQuery): AsyncIterable<Array<SubscriberView>>
  csv(query: SubscriberQuery): AsyncIterable<string>
  summary(): Promise<SubscriberSummary>
  /** Throws an error called AdditionRefused. */
  add(email: string, by: string): Promise<SubscriberView>
  remove(id: number): Promise<{ synced?: boolean } | null>
  endDeparture(id: number): Promise<boolean>
  /** Throws an error called CsvError, or before anything is written ImportUndecided with its questions. */
  importCsv(
    bytes: Uint8Array,
    options: { preview: boolean; answers: ReadonlyArray<ImportAnswer> },
  ): Promise<ImportReport>
}

const importMaxBytes = 10 * 1024 * 1024

/** The calls of the mailing list (rulings, section 6), open to administrators alone. */
export function subscribersApi(options: {
  mailingList: MailingList
  requireSession: RequestHandler
  once: RequestHandler
}): Router {
  const { mailingList, requireSession, once } = options
  const router = Router()

  router.get('/subscribers', requireSession, async (req, res) => {
    const query = queryOf(req.query)
    if (query.limit === undefined && query.cursor === undefined)
      return sendPieces(res, jsonPieces(mailingList.portions(query)))
    const { items, total, next } = await mailingList.list(query)
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
    await sendPieces(res, mailingList.csv(query))
  })

  router.get('/subscribers/summary', requireSession, async (_req, res) => {
    res.json(await mailingList.summary())
  })

  router.post('/subscribers', requireSession, jsonBody('10kb'), once, async (req, res) => {
    const { email } = parseBody(subscriberAddition, req.body)
    try {
      res.status(201).json(await mailingList.add(email, personOf(res).user.username))
    } catch (error) {
      throw asConflict(error, 'AdditionRefused', 409, 'email')
    }
  })

  router.post('/subscribers/import', requireSession, importBody, once, async (req, res) => {
    const { preview = 'false' } = parseQuery(importQuery, req.query)
    const file = req.file ? req.file.buffer : req.body
    if (!Buffer.isBuffer(file)) throw new HttpError(415, notCsv)
    try {
      res.json(
        await mailingList.importCsv(file, {
          preview: preview === 'true',
          answers: req.file ? answersIn(req.body) : [],
        }),
      )
    } catch (error) {
      if (error instanceof Error && error.name === 'ImportUndecided') throw asUndecided(error)
      throw asConflict(error, 'CsvError', 422, null)
    }
  })

  router.delete('/subscribers/:id', requireSession, once, async (req, res) => {
    const id = readId(String(req.params.id))
    const removed = await mailingList.remove(id)
    if (!removed) throw new HttpError(404, 'There is no such subscriber.')
    res.json({ deleted: true, id, ...removed })
  })

  router.delete('/subscribers/departures/:id', requireSession, once, async (req, res) => {
    const id = readId(String(req.params.id))
    if (!(await mailingList.endDeparture(id))) throw new HttpError(404, 'Nobody waits to be removed under this number.')
    res.json({ deleted: true, id })
  })

  router.use(whileUnreadable)
  return router
}

const notCsv = 'The body has to be CSV, sent with `Content-Type: text/csv`, or a form with a `file`.'

/** The file alone, or a form that also holds answers. In which letters the file is written, it tells best itself. */
const importBody = Router().use(
  express.raw({ type: 'text/csv', limit: importMaxBytes }),
  (req: Request, res: Response, next: NextFunction) =>
    req.is('multipart/form-data') ? importForm(req, res, next) : next(),
)

const importForm = uploadBody({
  fileMaxBytes: importMaxBytes,
  hopelessBytes: 2 * importMaxBytes,
  fields: 1,
  jsonLimit: '1kb',
  fieldMaxBytes: 200_000,
  tooLarge: 'The file is larger than 10 MB; please split it.',
  oneFile: notCsv,
})

function answersIn(body: unknown): Array<ImportAnswer> {
  const { answers = '[]' } = parseBody(importFields, body)
  let parsed: unknown
  try {
    parsed = JSON.parse(answers)
  } catch (cause) {
    throw new HttpError(422, 'The answers are no JSON.', { cause, issues: [{ path: 'answers', message: 'No JSON.' }] })
  }
  return parseBody(importAnswers, parsed)
}

function asUndecided(error: Error & { questions?: ReadonlyArray<{ column: string; value: string }> }): HttpError {
  const issues = (error.questions ?? []).map(({ column, value }) => ({
    path: 'answers',
    message: `What does “${value}” in the column “${column}” mean?`,
  }))
  return new HttpError(422, error.message, { issues })
}

/** The list is damaged; the log says how. */
const whileUnreadable: ErrorRequestHandler = (error: unknown, _req, _res, next) => {
  const unreadable = error instanceof Error && error.name === 'UnreadableFile'
  next(unreadable ? new HttpError(503, 'The list of subscribers can not be read just now.', { cause: error }) : error)
}

const queryOf = (query: unknown): SubscriberQuery => parseQuery(subscriberQuery, query)

function parseQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(query, { error: issueWords })
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
