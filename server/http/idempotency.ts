import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { HttpError } from './http-error.ts'
import type { RememberedWrite, RememberedWrites } from './remembered-writes.ts'

const longestKey = 200
/** How long a request waits for the first one with its key. */
const patienceMs = 10_000

/** A write that carries an `Idempotency-Key`, as what does it is told of it. */
export interface KeyedWrite {
  /** To be called with the commit that is about to be made and with what the write comes to then; the commit waits for this. */
  willCommit(commit: string, outcome: unknown): Promise<void>
}

type KeyedAnswer = NonNullable<RememberedWrite['answer']>

export type BegunWrite =
  /** It was answered before. */
  | { kind: 'answered'; answer: KeyedAnswer }
  /** Nothing was made under the key, and the client asks for no more. */
  | { kind: 'nothing' }
  | {
      kind: 'begun'
      write: KeyedWrite
      /** What the write came to when a process that died before it could answer had done it; null when it is to be done. */
      before: { outcome: unknown } | null
      /** Remembers the answer, null for a write that failed, and lets the next request with the key go on. */
      end(answer: KeyedAnswer | null): Promise<void>
    }

export interface Idempotency {
  /**
   * Makes a write that is sent again with the same `Idempotency-Key` happen once: the second one gets the first one's answer. Null for a request without a
   * key. Throws HttpError: 422 for the same key with another request; 409 when the first one takes too long.
   */
  begin(req: Request, person: number): Promise<BegunWrite | null>
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

  async function known(person: string, key: string, request: string): Promise<RememberedWrite | null> {
    const found = await writes.read(person, key)
    if (found && found.request !== request)
      throw new HttpError(422, 'This Idempotency-Key was used for another request; take a new one.')
    return found
  }

  return {
    async begin(req, personId) {
      const key = req.get('Idempotency-Key')
      if (key === undefined || req.method === 'GET' || req.method === 'HEAD') return null
      if (key === '' || key.length > longestKey)
        throw new HttpError(400, `An Idempotency-Key has 1 to ${longestKey} characters.`)
      const person = String(personId)
      const request = fingerprint(req)
      const done = await takeTurn(`${person} ${key}`)
      const found = await known(person, key, request).catch((error: unknown) => {
        done()
        throw error
      })
      if (found?.answer) {
        done()
        return { kind: 'answered', answer: found.answer }
      }
      const commits = found?.commits ?? []
      const before = commits.findLast(({ commit, outcome }) => outcome !== undefined && made(commit)) ?? null
      if (!before && req.get('Idempotency-Replay') === 'only') {
        done()
        return { kind: 'nothing' }
      }
      const save = (answer: KeyedAnswer | null) =>
        writes
          .write(person, key, { request, commits, answer })
          // The write itself comes first: a save wants the text on the disk, an answer tells that it is there.
          .catch(failed)
      return {
        kind: 'begun',
        before,
        write: {
          willCommit(commit, outcome) {
            commits.push({ commit, outcome })
            return save(null)
          },
        },
        async end(answer) {
          if (answer) await save(answer)
          done()
        },
      }
    },
  }
}

/** Answers a request with the answer that was given before, or with null when nothing was made under its key: no failure, which browsers would report. */
export function replay(res: Response, begun: Exclude<BegunWrite, { kind: 'begun' }>): void {
  if (begun.kind === 'nothing') return void res.json(null)
  const { status, headers, body } = begun.answer
  res.status(status).set(headers).set('Idempotent-Replayed', 'true').json(body)
}

/** What is remembered of an answer: a success with the headers that belong to it. */
export function keyedAnswer(res: Response, status: number, body: unknown): KeyedAnswer | null {
  if (status < 200 || status > 299) return null
  const headers: Record<string, string> = {}
  for (const header of ['Location', 'ETag']) {
    const value = res.getHeader(header)
    if (typeof value === 'string') headers[header] = value
  }
  return { status, headers, body }
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
