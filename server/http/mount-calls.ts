import { type Request, type RequestHandler, type Response, Router } from 'express'
import { type Call, type CallTable, scopeOf } from '#contract/call.ts'
import type {
  AdminAnswerOf,
  AnswerOf,
  BodyOf,
  ConflictOf,
  ParamsOf,
  QueryOf,
} from '#contract/call-types.ts'
import type { ContentType } from '#domain/content.ts'
import { hasRole, type Role } from '#domain/roles.ts'
import { setCaching, setPrivate } from './caching.ts'
import { bodyIn, paramsIn, queryIn, revisionIn } from './call-input.ts'
import { HttpError, isLimit } from './http-error.ts'
import {
  type Idempotency,
  type KeyedWrite,
  keyedAnswer,
  replay,
  type StartedWrite,
} from './idempotency.ts'
import { type About, followAction, type RecordAction } from './recording.ts'
import { jsonBody, requestIdOf } from './request-parts.ts'
import { personOf, requireScope, type SignedIn } from './signed-in.ts'

/** The parts that the routes of every feature share: the session check and idempotency. */
export interface CallGate {
  /** Middleware that answers 401 unless an administrator is signed in, or sent a token. */
  requireSession: RequestHandler
  /**
   * Middleware behind `requireSession` that answers 403 unless the person has signed in or
   * confirmed a few minutes ago.
   */
  requireConfirmation: RequestHandler
  /**
   * Middleware that answers 403 when the session check has found somebody who has yet to set up the
   * second factor that the site demands.
   */
  requireSecondFactor: RequestHandler
  /**
   * The signed-in administrator of a request; null for a visitor, and while the second factor is
   * missing that the site demands.
   */
  who: (req: Request) => Promise<SignedIn | null>
  /** Whether the session is still valid, for long requests. */
  lives: (person: SignedIn) => boolean | Promise<boolean>
  /** Runs a write with an `Idempotency-Key` once. */
  idempotency: Idempotency
  /** Puts the action of a call with `record` on record. */
  recordAction: RecordAction
  /** Its host is part of the author's mail address for users without one of their own. */
  siteUrl: string
}

/** The author of a commit. */
export interface Author {
  name: string
  email: string
}

/**
 * The author of a save with their role, its keyed write (null without an `Idempotency-Key`), and the id of its
 * request.
 */
export interface Saver {
  author: Author
  role: Role
  write: KeyedWrite | null
  request: string
}

/** The validated input of a handler. */
export interface CallInput<One extends Call> {
  params: ParamsOf<One>
  query: QueryOf<One>
  body: BodyOf<One>
  /** The uploaded file of a form; null for a body without one. */
  file: SentFile | null
  /** The signed-in administrator. Null only in public calls, for a visitor. */
  person: One['who'] extends 'everybody' ? SignedIn | null : SignedIn
  /** The revision that the write is based on: `If-Match`, otherwise the one in the body. */
  revision: string | undefined
  /**
   * Runs `work`, or returns its result when an earlier process committed the write but did not
   * answer.
   */
  once<Outcome>(work: (by: Saver) => Promise<Outcome>): Promise<Outcome>
  /** Says whom the action on record is about; without it, the person themself. */
  about: About
  req: Request
  res: Response
}

export interface SentFile {
  name: string
  bytes: Buffer
}

class Sent {
  readonly isSent = true
}
/** A handler returns this when it has sent the response itself. */
export const sent = new Sent()

/** A handler returns this for a write that conflicts with another one: 409 with both versions. */
export class Conflict<Body> {
  readonly body: Body
  constructor(body: Body) {
    this.body = body
  }
}

type Outcome<One> = AnswerOf<One> | AdminAnswerOf<One> | Conflict<ConflictOf<One>> | Sent
type Answering<One extends Call> = (input: CallInput<One>) => Outcome<One> | Promise<Outcome<One>>

/** A call with a body other than JSON, or with a step before validation. */
interface Receiving<One extends Call> {
  /** Middleware that reads the body instead of the JSON parser. */
  receive?: RequestHandler
  /**
   * Changes the parsed body before validation. An error thrown here takes precedence over a
   * validation error.
   */
  prepare?: (body: unknown, input: Pick<CallInput<One>, 'params' | 'person' | 'req'>) => unknown
  answer: Answering<One>
}

/**
 * A call that handles request and response itself, such as a stream of events. Only the session is
 * checked.
 */
interface Unchecked {
  handle: RequestHandler | Array<RequestHandler>
}

type Handler<One extends Call> = Answering<One> | Receiving<One> | Unchecked
type Handlers<Table extends CallTable> = {
  [Key in keyof Table]: Table[Key] extends Call ? Handler<Table[Key]> : never
}

/** Limit of a JSON body: a file of 1 MB, escaped in JSON. */
const mostJson = '3mb'

/**
 * Creates the routes of a table of calls, to be mounted at `/api`. Each route checks the
 * permission, validates parameters, query and body with the schemas of the call, and sends what the
 * handler returns. `type` replaces `{type}` in the addresses.
 */
export function mountCalls<Table extends CallTable>(
  table: Table,
  gate: CallGate,
  handlers: Handlers<Table>,
  type?: ContentType,
): Router {
  const router = Router()
  for (const [key, call] of Object.entries<Call>(table).sort(byAddress)) {
    const [method = '', path = ''] = key.split(' ')
    const route = path
      .replace('/api', '')
      .replace('{type}', type ?? '')
      .replace('{path}', '*path')
      .replace(/\{(\w+)\}/g, ':$1')
    const scope = scopeOf(method, call)
    const handler = (handlers as Record<string, Handler<Call>>)[key]
    const steps = [requireScope(scope), ...stepsOf(call, gate, handler)]
    router[method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'](route, ...steps)
  }
  return router
}

/** Sorts addresses with a fixed segment before those with a parameter in the same position. */
function byAddress([one]: [string, Call], [other]: [string, Call]): number {
  const rank = (key: string) => key.replaceAll('{type}', 'type').replaceAll('{', '\uffff')
  return rank(one) < rank(other) ? -1 : 1
}

function stepsOf(
  call: Call,
  gate: CallGate,
  handler: Handler<Call> | undefined,
): Array<RequestHandler> {
  if (!handler) throw new Error(`The call "${call.summary}" has no handler.`)
  const guard = call.who === 'everybody' ? [] : [gate.requireSession, requireRole(call.who)]
  // Also for everybody's calls: those of the admin are checked for a session and must not get the
  // answer for visitors.
  if (!call.beforeSecondFactor) guard.push(gate.requireSecondFactor)
  if (call.confirmation === 'recently') guard.push(gate.requireConfirmation)
  if ('handle' in handler) return [...guard, ...[handler.handle].flat()]
  const {
    receive = null,
    prepare,
    answer,
  } = typeof handler === 'function' ? { answer: handler } : handler
  const parser = receive ?? (call.body ? jsonBody(call.bodyLimit ?? mostJson) : null)
  return [
    ...guard,
    ...(parser ? [parser] : []),
    async (req, res) => {
      const isKeyed = call.headers?.includes('Idempotency-Key') === true
      const started = isKeyed ? await gate.idempotency.begin(req, personOf(res).user.id) : null
      if (started && started.kind !== 'started') {
        if (started.kind === 'answered') gate.idempotency.mark(res, started.commit)
        return replay(res, started)
      }
      const outcome = await outcomeOf(req, res, started).catch(async (error: unknown) => {
        await started?.end(null)
        throw error
      })
      if (outcome === sent) {
        await started?.end(null)
        return
      }
      const isConflict = outcome instanceof Conflict
      const status = isConflict ? 409 : (call.status ?? 200)
      const content = isConflict ? outcome.body : outcome
      await started?.end(keyedAnswer(res, status, content))
      if (isKeyed) gate.idempotency.mark(res)
      res.status(status).json(content)
    },
  ]

  async function outcomeOf(
    req: Request,
    res: Response,
    started: Extract<StartedWrite, { kind: 'started' }> | null,
  ) {
    if (call.caching) setCaching(req, res, call.caching)
    const person = await personBehind(call, gate, req, res)
    const { params, missing } = paramsIn(call, req.params)
    const query = queryIn(call, req.query)
    const known = { params, person: person as SignedIn, req }
    const by = {
      author: authorOf(person, gate.siteUrl),
      role: person?.user.role ?? 'writer',
      write: started?.write ?? null,
      request: requestIdOf(res),
    }
    const body = await bodyIn(call, req, (whole) => (prepare ? prepare(whole, known) : whole))
    if (missing) throw missing
    const action = followAction(gate.recordAction, call.record, person, {
      address: req.ip ?? '',
      request: requestIdOf(res),
    })
    try {
      const outcome = await answer({
        ...known,
        query: query as never,
        body: body as never,
        file: req.file ? { name: req.file.originalname, bytes: req.file.buffer } : null,
        revision: call.headers?.includes('If-Match') ? revisionIn(req, body) : undefined,
        once: async (work) => (started?.before ? (started.before.outcome as never) : work(by)),
        about: action.about,
        res,
      })
      await action.end('done')
      return outcome
    } catch (error) {
      await action.end(isLimit(error) ? 'limited' : 'refused')
      throw error
    }
  }
}

/** Middleware behind `requireSession` that answers 403 to users with a lesser role. */
function requireRole(needed: Role): RequestHandler {
  return (_req, res, next) => {
    if (hasRole(personOf(res).user.role, needed)) return next()
    throw new HttpError(403, `This is for ${needed === 'owner' ? 'owners' : 'editors'} only.`)
  }
}

/**
 * The user of a request. A public call that shows administrators more is not cached when one is
 * signed in.
 */
async function personBehind(
  call: Call,
  gate: CallGate,
  req: Request,
  res: Response,
): Promise<SignedIn | null> {
  if (call.who !== 'everybody') return personOf(res)
  if (!call.adminAnswer) return null
  res.vary('Cookie').vary('Authorization')
  const person = await gate.who(req)
  if (person) setPrivate(res)
  return person
}

/** Whom the commits of a person name as their author. */
export function authorOf(person: SignedIn | null, siteUrl: string): Author {
  const { name = '', username = '', email = '' } = person?.user ?? {}
  return { name: name || username, email: email || `${username}@${new URL(siteUrl).hostname}` }
}
