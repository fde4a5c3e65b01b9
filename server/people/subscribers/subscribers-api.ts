import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type Response,
  Router,
} from 'express'
import { subscriberCalls } from '#contract/subscribers.ts'
import { type ImportAnswer, importAnswers, type SubscriberView } from '#domain/subscriber-list.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import { parseBody } from '../../http/request-parts.ts'
import { sendPieces } from '../../http/send-pieces.ts'
import { uploadBody } from '../../http/upload-body.ts'
import { UnreadableFile } from '../../platform/errors.ts'
import type { createImporting } from './importing.ts'
import type { createManaging } from './managing.ts'

const importMaxBytes = 10 * 1024 * 1024

/** Calls of the mailing list (rulings, section 6), for administrators only. */
export function subscribersApi(
  mailingList: ReturnType<typeof createManaging> & ReturnType<typeof createImporting>,
  gate: CallGate,
): Router {
  const calls = mountCalls(subscriberCalls, gate, {
    async 'GET /api/subscribers'({ query, res, about }) {
      if (query.limit === undefined && query.cursor === undefined) {
        await about(null, { action: 'subscribers-exported', now: true })
        return sendPieces(res, jsonPieces(mailingList.portions(query)))
      }
      about(null, { action: 'subscribers-read' })
      const { items, total, next } = await mailingList.list(query)
      res.set('X-Total-Count', String(total))
      if (next !== null) {
        const { q, status, limit } = query
        const rest = {
          ...(q && { q }),
          ...(status && { status }),
          limit: String(limit),
          cursor: next,
        }
        res.set('Link', `</api/subscribers?${new URLSearchParams(rest)}>; rel="next"`)
      }
      return items
    },
    async 'GET /api/subscribers.csv'({ query, res, about }) {
      await about(null, { now: true })
      res.type('text/csv; charset=utf-8').attachment('subscribers.csv')
      return sendPieces(res, mailingList.csv(query))
    },
    'GET /api/subscribers/summary': () => mailingList.summary(),
    async 'POST /api/subscribers'({ body: { email }, person, about }) {
      const added = await mailingList.add(email, person.user.username)
      about(null, { object: added.id })
      return added
    },
    'POST /api/subscribers/import': {
      receive: importBody,
      async answer({ query: { preview }, body: form, file, req, about }) {
        about(null, preview === 'true' ? { action: null } : {})
        const bytes: unknown = file ? file.bytes : req.body
        if (!Buffer.isBuffer(bytes)) throw new HttpError(415, notCsv)
        const answers = file ? answersIn(form.answers) : []
        return mailingList.importCsv(bytes, { preview: preview === 'true', answers })
      },
    },
    async 'DELETE /api/subscribers/{id}'({ params: { id }, about }) {
      about(null, { object: id })
      const removed = await mailingList.remove(id)
      if (!removed) throw new HttpError(404, 'There is no such subscriber.')
      return { deleted: true, id, ...removed }
    },
    async 'DELETE /api/subscribers/departures/{id}'({ params: { id }, about }) {
      about(null, { object: id })
      if (!(await mailingList.endDeparture(id)))
        throw new HttpError(404, 'Nobody waits to be removed under this number.')
      return { deleted: true, id }
    },
  })
  return Router().use(calls, whileUnreadable)
}

const notCsv =
  'The body has to be CSV, sent with `Content-Type: text/csv`, or a form with a `file`.'

/**
 * Reads a plain file, or a form with answers. The charset in `Content-Type` is ignored: the file's
 * own bytes are more reliable.
 */
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

function answersIn(answers = '[]'): Array<ImportAnswer> {
  let parsed: unknown
  try {
    parsed = JSON.parse(answers)
  } catch (cause) {
    throw new HttpError(422, 'The answers are no JSON.', {
      cause,
      issues: [{ path: 'answers', message: 'No JSON.' }],
    })
  }
  return parseBody(importAnswers, parsed)
}

/** Answers 503 while the list can't be read; the log has the reason. */
const whileUnreadable: ErrorRequestHandler = (error: unknown, _req, _res, next) => {
  next(
    error instanceof UnreadableFile
      ? new HttpError(503, 'The list of subscribers can not be read just now.', { cause: error })
      : error,
  )
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
