import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Call, CallTable } from '#contract/call.ts'
import type { AdminAnswerOf, AnswerOf, BodyOf, ConflictOf, ParamsOf, QueryOf } from '#contract/call-types.ts'
import type { ContentType } from '#domain/content.ts'
import { issueWords } from '#domain/issue-words.ts'
import { HttpError } from './http-error.ts'
import { type BegunWrite, type Idempotency, type KeyedWrite, keyedAnswer, replay } from './idempotency.ts'
import { ifMatch } from './if-match.ts'
import { jsonBody } from './json-body.ts'
import { parseBody } from './parse-body.ts'
import { personOf, type SignedIn } from './signed-in.ts'

/** What every call is mounted with: how administrators are told from visitors, and how a write happens once. */
export interface CallGate {
  /** Passes requests of signed-in administrators, answers all others with 401. */
  requireSession: RequestHandler
  /** The administrator behind a request, or null for a visitor. */
  who: (req: Request) => Promise<SignedIn | null>
  /** Whether a session that asked has not ended meanwhile. */
  lives: (person: SignedIn) => boolean
  /** Makes a write with an `Idempotency-Key` happen once. */
  idempotency: Idempotency
  /** Gives those an address of mail who have none of their own. */
  siteUrl: string
}

/** The author of a commit. */
export interface Author {
  name: string
  email: string
}

/** What a handler is given: everything is checked. */
export interface CallInput<One extends Call> {
  params: ParamsOf<One>
  query: QueryOf<One>
  body: BodyOf<One>
  /** The file of a form; null for a body without one. */
  file: SentFile | null
  /** The signed-in administrator; of a call for everybody only where it answers administrators more. */
  person: One['who'] extends 'administrators' ? SignedIn : SignedIn | null
  /** The author of the commit that an administrator's call makes. */
  author: Author
  /** The revision that the write starts from: of `If-Match`, else of the body. */
  revision: string | undefined
  /** Does the work, which is told of the key of the write, or answers what it came to when a process that died before its answer had done it. */
  once<Outcome>(work: (write: KeyedWrite | null) => Promise<Outcome>): Promise<Outcome>
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
/** Returned by a handler that has answered by itself. */
export const sent = new Sent()

/** Returned for a write that meets another one: 409 with the versions. */
export class Conflict<Body> {
  readonly body: Body
  constructor(body: Body) {
    this.body = body
  }
}

type Outcome<One> = AnswerOf<One> | AdminAnswerOf<One> | Conflict<ConflictOf<One>> | Sent
type Answering<One extends Call> = (input: CallInput<One>) => Outcome<One> | Promise<Outcome<One>>

/** A call whose body is not only JSON. */
interface Receiving<One extends Call> {
  /** Reads the body in the place of the parser for JSON. */
  receive?: RequestHandler
  /** The body as it is checked, of the one that was sent. May throw what is to be told before a fault of the body. */
  prepare?: (body: unknown, input: Pick<CallInput<One>, 'params' | 'person' | 'req'>) => unknown
  answer: Answering<One>
}

/** A call that reads and answers by itself, such as a stream of events; the session alone is checked before. */
interface Unchecked {
  handle: RequestHandler | Array<RequestHandler>
}

type Handler<One extends Call> = Answering<One> | Receiving<One> | Unchecked
type Handlers<Table extends CallTable> = {
  [Key in keyof Table]: Table[Key] extends Call ? Handler<Table[Key]> : never
}

/** What a save may weigh at most: a file of 1 MB, escaped in JSON. */
const mostJson = '3mb'

/**
 * The routes of a table of calls, to be mounted at `/api`: who may is checked, then parameters, query and body by the schemas of the call, and what the handler
 * returns is the answer. `type` is the one that `{type}` in the addresses stands for.
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
    const steps = stepsOf(call, gate, (handlers as Record<string, Handler<Call>>)[key])
    router[method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'](route, ...steps)
  }
  return router
}

/** Addresses with a word come before those with a part that varies at its place. */
function byAddress([one]: [string, Call], [other]: [string, Call]): number {
  const rank = (key: string) => key.replaceAll('{type}', 'type').replaceAll('{', '\uffff')
  return rank(one) < rank(other) ? -1 : 1
}

function stepsOf(call: Call, gate: CallGate, handler: Handler<Call> | undefined): Array<RequestHandler> {
  if (!handler) throw new Error(`${call.summary} Nothing answers this call.`)
  const guard = call.who === 'administrators' ? [gate.requireSession] : []
  if ('handle' in handler) return [...guard, ...[handler.handle].flat()]
  const { receive = null, prepare, answer } = typeof handler === 'function' ? { answer: handler } : handler
  const parser = receive ?? (call.body ? jsonBody(call.bodyLimit ?? mostJson) : null)
  return [
    ...guard,
    ...(parser ? [parser] : []),
    async (req, res) => {
      const isKeyed = call.headers?.includes('Idempotency-Key') === true
      const begun = isKeyed ? await gate.idempotency.begin(req, personOf(res).user.id) : null
      if (begun && begun.kind !== 'begun') return replay(res, begun)
      const outcome = await outcomeOf(req, res, begun).catch(async (error: unknown) => {
        await begun?.end(null)
        throw error
      })
      if (outcome === sent) {
        await begun?.end(null)
        return
      }
      const isConflict = outcome instanceof Conflict
      const status = isConflict ? 409 : (call.status ?? 200)
      const content = isConflict ? outcome.body : outcome
      await begun?.end(keyedAnswer(res, status, content))
      res.status(status).json(content)
    },
  ]

  async function outcomeOf(
    req: Request,
    res: Response,
    begun: Extract<BegunWrite, { kind: 'begun' }> | null,
  ): Promise<Outcome<Call>> {
    const person = await personBehind(call, gate, req, res)
    const { params, missing } = paramsIn(call, req.params)
    const query = queryIn(call, req.query)
    const known = { params, person: person as SignedIn, req }
    const body = await bodyIn(call, req, (whole) => (prepare ? prepare(whole, known) : whole))
    if (missing) throw missing
    return answer({
      ...known,
      query: query as never,
      body: body as never,
      file: req.file ? { name: req.file.originalname, bytes: req.file.buffer } : null,
      author: authorOf(person, gate.siteUrl),
      revision: call.headers?.includes('If-Match') ? revisionIn(req, body) : undefined,
      once: async (work) => (begun?.before ? (begun.before.outcome as never) : work(begun?.write ?? null)),
      res,
    })
  }
}

/** Who asks. A call that answers administrators more is answered for the one who asks alone. */
async function personBehind(call: Call, gate: CallGate, req: Request, res: Response): Promise<SignedIn | null> {
  if (call.who === 'administrators') return personOf(res)
  if (!call.adminAnswer) return null
  res.vary('Cookie')
  const person = await gate.who(req)
  if (person) res.set('Cache-Control', 'private, no-store')
  return person
}

function authorOf(person: SignedIn | null, siteUrl: string): Author {
  const { name = '', username = '', email = '' } = person?.user ?? {}
  return { name: name || username, email: email || `${username}@${new URL(siteUrl).hostname}` }
}

/** The varying parts of an address, and the 404 for a part that names nothing. Throws HttpError for a part that is refused with another status. */
function paramsIn({ params = {} }: Call, found: Request['params']) {
  let missing: HttpError | null = null
  const entries = Object.entries(params).map(([name, { schema, refusal }]) => {
    const parsed = schema.safeParse([found[name]].flat().join('/'))
    if (parsed.success) return [name, parsed.data]
    const message = parsed.error.issues[0]?.message ?? 'The address is not valid.'
    const refused = new HttpError(refusal, message, refusal === 422 ? { issues: [{ path: name, message }] } : {})
    if (refusal !== 404) throw refused
    missing = refused
    return [name, undefined]
  })
  return { params: Object.fromEntries(entries) as Record<string, unknown>, missing: missing as HttpError | null }
}

/** Throws HttpError 400. */
function queryIn({ query }: Call, found: unknown): unknown {
  const parsed = query?.safeParse(found, { error: issueWords })
  if (parsed && !parsed.success) throw new HttpError(400, `Not a valid list query: ${parsed.error.issues[0]?.message}`)
  return parsed?.data
}

/** Throws HttpError 422. */
async function bodyIn({ form, body }: Call, req: Request, prepare: (whole: unknown) => unknown): Promise<unknown> {
  // Fields of a form have no prototype, which a schema would not take for an object.
  if (form && req.is('multipart/form-data')) return parseBody(form, await prepare({ ...req.body }))
  return body && parseBody(body, await prepare(req.body))
}

function revisionIn(req: Request, body: unknown): string | undefined {
  return ifMatch(req) ?? (body as { revision?: string } | undefined)?.revision
}
