import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { HttpError } from './http-error.ts'
import type { RememberedWrite, RememberedWrites } from './remembered-writes.ts'
import { personOf } from './signed-in.ts'

const longestKey = 200
/** How long a request waits for the first one with its key. */
const patienceMs = 10_000

/** A write under way that carries a key. */
interface Underway {
  request: string
  commits: RememberedWrite['commits']
  save(answer: RememberedWrite['answer']): Promise<void>
}

export interface Idempotency {
  /**
   * Makes a write that is sent again with the same `Idempotency-Key` happen once: the second one gets the first one's answer. Mount behind the session
   * check and the body's parser. The same key with another request is 422; 409 when the first one takes too long.
   */
  once: RequestHandler
  /** To be told of the commit that the write under way is about to make, and what it comes to; the commit waits for this. */
  willCommit(commit: string, outcome: unknown): Promise<void>
}

/**
 * Only what succeeded is remembered: after a refusal nothing was written, and the write may be tried again. A commit is written down before it is made, so that a
 * process that dies between a commit and its answer does not make it twice (`docs/decisions/012-writes-happen-once.md`).
 */
export function createIdempotency(options: {
  writes: RememberedWrites
  /** Whether the site's branch holds a commit. */
  made: (commit: string) => boolean
  failed: (error: unknown) => void
  patience?: number
}): Idempotency {
  const { writes, made, failed, patience = patienceMs } = options
  const running = new Map<string, Promise<void>>()
  const underway = new AsyncLocalStorage<Underway>()

  const once: RequestHandler = async (req, res, next) => {
    const key = req.get('Idempotency-Key')
    if (key === undefined || req.method === 'GET' || req.method === 'HEAD') return next()
    if (key === '' || key.length > longestKey)
      throw new HttpError(400, `An Idempotency-Key has 1 to ${longestKey} characters.`)
    const person = String(personOf(res).user.id)
    const request = fingerprint(req)
    const done = await takeTurn(`${person} ${key}`)
    let known: RememberedWrite | null
    try {
      known = await writes.read(person, key)
      if (known && known.request !== request)
        throw new HttpError(422, 'This Idempotency-Key was used for another request; take a new one.')
    } catch (error) {
      done()
      throw error
    }
    if (known?.answer) {
      done()
      const { status, headers, body } = known.answer
      return void res.status(status).set(headers).set('Idempotent-Replayed', 'true').json(body)
    }
    const commits = known?.commits ?? []
    const before = commits.findLast(({ commit, outcome }) => outcome !== undefined && made(commit))
    if (!before && req.get('Idempotency-Replay') === 'only') {
      done()
      // No failure: browsers would report one to whoever looks at their console.
      return void res.json(null)
    }
    if (before) res.locals.doneBefore = { outcome: before.outcome }
    const save = (answer: RememberedWrite['answer']) => writes.write(person, key, { request, commits, answer })
    rememberAnswer(res, save, done)
    underway.run({ request, commits, save }, next)
  }

  /** Waits for the request with the same key that is under way. Returns what ends the turn. */
  async function takeTurn(name: string): Promise<() => void> {
    const limit = performance.now() + patience
    for (let other = running.get(name); other; other = running.get(name))
      if (!(await endsBefore(other, limit)))
        throw new HttpError(409, 'The first request with this Idempotency-Key is still under way.', {
          headers: { 'Retry-After': '2' },
        })
    const { promise, resolve } = withResolver()
    running.set(name, promise)
    return () => {
      running.delete(name)
      resolve()
    }
  }

  /** Remembers the answer before it is sent, also when nobody is there any more to read it, and then tells who waits for it. */
  function rememberAnswer(res: Response, save: Underway['save'], done: () => void): void {
    const send = res.json.bind(res)
    res.json = (body: unknown) => {
      res.json = send
      const { statusCode: status } = res
      if (status < 200 || status > 299) {
        done()
        return send(body)
      }
      const headers: Record<string, string> = {}
      for (const header of ['Location', 'ETag']) {
        const value = res.getHeader(header)
        if (typeof value === 'string') headers[header] = value
      }
      save({ status, headers, body })
        // The write itself has succeeded.
        .catch(failed)
        .finally(() => {
          done()
          send(body)
        })
      return res
    }
  }

  return {
    once,
    async willCommit(commit, outcome) {
      const write = underway.getStore()
      if (!write) return
      write.commits.push({ commit, outcome })
      // Whoever saves wants the text on the disk first of all.
      await write.save(null).catch(failed)
    },
  }
}

/** What the write of this request came to when a process that died before it could answer had done it; else what `work` comes to. */
export async function doneOnce<Outcome>(res: Response, work: () => Promise<Outcome>): Promise<Outcome> {
  const before = res.locals.doneBefore as { outcome: Outcome } | undefined
  return before ? before.outcome : work()
}

/** The same request has the same one, however its body is cut into parts. */
function fingerprint(req: Request & { file?: { originalname: string; buffer: Buffer } }): string {
  const sum = createHash('sha256')
  const parts = [
    req.method,
    req.originalUrl,
    req.get('If-Match') ?? '',
    Buffer.isBuffer(req.body) ? req.body : JSON.stringify(req.body ?? null),
    req.file?.originalname ?? '',
    req.file?.buffer ?? '',
  ]
  for (const part of parts) sum.update(`${part.length}:`).update(part)
  return sum.digest('hex')
}

function endsBefore(work: Promise<void>, limit: number): Promise<boolean> {
  const { promise, resolve } = withResolver<boolean>()
  const timer = setTimeout(resolve, Math.max(0, limit - performance.now()), false)
  void work.then(() => resolve(true))
  return promise.finally(() => clearTimeout(timer))
}

function withResolver<Value = void>() {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
