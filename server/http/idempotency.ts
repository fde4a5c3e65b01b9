import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Request, Response } from 'express'
import type { Log } from '../platform/log.ts'
import { within } from '../platform/within.ts'
import { HttpError } from './http-error.ts'
import type { OwnWrites } from './own-writes.ts'
import {
  type RememberedWrite,
  rememberedWrites,
  type SealedRecords,
  type WriteClaim,
} from './remembered-writes.ts'

const longestKey = 200
/** How long a request waits for an earlier one with the same key. */
const patienceMs = 10_000
/** Interval of the attempts to get a key that another process has, in milliseconds. */
const pollIntervalMs = 100

/**
 * 503 when another process has the key: a client that queues writes then repeats the request and
 * gets the stored answer.
 */
const stillUnderWay = (status: 409 | 503) =>
  new HttpError(status, 'The first request with this Idempotency-Key is still under way.', {
    retryAfter: 2,
  })

/** A write with an `Idempotency-Key`, as its handler sees it. */
export interface KeyedWrite {
  /**
   * The result of the write if the branch contains a commit that any process announced under its
   * key; null otherwise.
   */
  made(): Promise<{ outcome: unknown } | null>
  /**
   * Call this before the commit, with its id and the result of the write. The commit must wait for
   * the promise.
   */
  willCommit(commit: string, outcome: unknown): Promise<void>
}

type KeyedAnswer = NonNullable<RememberedWrite['answer']>

/** The state of a write when its request arrives. */
export type StartedWrite =
  /** The write has been answered before. */
  | {
      kind: 'answered'
      answer: KeyedAnswer
      /** The commit that it made; null for a write without one. */
      commit: string | null
    }
  /**
   * No write is stored under the key, and the client asks only for a stored answer
   * (`Idempotency-Replay: only`).
   */
  | { kind: 'nothing' }
  | {
      kind: 'started'
      write: KeyedWrite
      /**
       * The result of the write if an earlier process committed it but ended before it answered;
       * null when the write must run.
       */
      before: { outcome: unknown } | null
      /** Stores the answer (null for a failed write) and releases the next request with the key. */
      end(answer: KeyedAnswer | null): Promise<void>
    }

export interface Idempotency {
  /**
   * Starts a write. A write that is sent again with the same `Idempotency-Key` runs once, and the
   * second request gets the first answer. Null for a request without a key. Throws HttpError: 422
   * when the key belongs to another request; 409 when the first request takes too long.
   */
  begin(req: Request, person: number): Promise<StartedWrite | null>
  /**
   * Adds a cookie to the answer of a write, so that every replica shows the write to the person:
   * `OwnWrites.mark`.
   */
  mark: OwnWrites['mark']
}

/**
 * Only successes are stored: after a refusal nothing was written, so the client may retry. A commit
 * is recorded before it is made, so that a process that ends between commit and answer does not
 * make it twice (`docs/decisions/012-writes-happen-once.md`).
 */
export function createIdempotency(options: {
  records: SealedRecords
  /** Whether the branch of the site contains a commit. */
  made: (commit: string) => boolean | Promise<boolean>
  mark?: OwnWrites['mark']
  now: () => Date
  log: Log
  patience?: number
}): Idempotency {
  const { made, log, patience = patienceMs } = options
  const writes = rememberedWrites(options.records, options.now)
  const failed = (error: unknown) =>
    log.error({ err: error }, 'the record of a write could not be stored')
  const takeTurn = createTurns(writes, patience, failed)

  async function madeOf(commits: RememberedWrite['commits']): Promise<{ outcome: unknown } | null> {
    for (const one of [...commits].reverse())
      if (one.outcome !== undefined && (await made(one.commit))) return one
    return null
  }

  /** Starts a write under its claim; ends the claim when the write must not run. */
  async function beginClaimed(
    req: Request,
    person: string,
    key: string,
    claim: WriteClaim,
  ): Promise<StartedWrite> {
    const found = await writes.read(person, key)
    const commits = found?.commits ?? []
    const before = found?.answer ? null : await madeOf(commits)
    const isReplay = req.get('Idempotency-Replay') === 'only'
    const request = isReplay && found ? found.request : fingerprint(req)
    // A request that has made nothing leaves its key to another one.
    if ((found?.answer || before) && found?.request !== request)
      throw new HttpError(422, 'This Idempotency-Key was used for another request; take a new one.')
    if (found?.answer) {
      await claim.end()
      return { kind: 'answered', answer: found.answer, commit: commits.at(-1)?.commit ?? null }
    }
    if (!before && isReplay) {
      await claim.end()
      return { kind: 'nothing' }
    }
    const save = (answer: KeyedAnswer | null) =>
      writes.write(person, key, { request, commits, answer }, claim)
    return {
      kind: 'started',
      before,
      write: {
        made: async () => (claim.isShared ? madeOf(commits) : null),
        willCommit(commit, outcome) {
          commits.push({ commit, outcome })
          // With files, an error must not fail the write: only this process uses them, and it has
          // the commit in memory.
          return claim.isShared ? save(null) : save(null).catch(failed)
        },
      },
      async end(answer) {
        // An error is only logged, because the write itself has succeeded.
        if (answer) await save(answer).catch(failed)
        await claim.end()
      },
    }
  }

  return {
    mark: options.mark ?? (() => {}),
    async begin(req, personId) {
      const key = req.get('Idempotency-Key')
      if (key === undefined || req.method === 'GET' || req.method === 'HEAD') return null
      if (key === '' || key.length > longestKey)
        throw new HttpError(400, `An Idempotency-Key has 1 to ${longestKey} characters.`)
      const person = String(personId)
      const claim = await takeTurn(person, key)
      return beginClaimed(req, person, key, claim).catch(async (error: unknown) => {
        await claim.end()
        throw error
      })
    },
  }
}

/**
 * Returns a function that waits for a running request with the same key, in all processes. It
 * returns the claim of the key, whose `end` releases the key.
 */
function createTurns(
  writes: ReturnType<typeof rememberedWrites>,
  patience: number,
  failed: (error: unknown) => void,
): (person: string, key: string) => Promise<WriteClaim> {
  const running = new Map<string, Promise<void>>()
  return async function takeTurn(person: string, key: string): Promise<WriteClaim> {
    const name = `${person} ${key}`
    const limit = performance.now() + patience
    for (let other = running.get(name); other; other = running.get(name))
      if (
        !(await within(
          limit - performance.now(),
          other.then(() => true),
        ))
      )
        throw stillUnderWay(409)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = () => {
        running.delete(name)
        resolve()
      }
    })
    running.set(name, released)
    try {
      for (;;) {
        const claim = await writes.claim(person, key)
        if (claim) return { ...claim, end: () => claim.end().catch(failed).finally(release) }
        if (performance.now() > limit) throw stillUnderWay(503)
        await wait(pollIntervalMs)
      }
    } catch (error) {
      release()
      throw error
    }
  }
}

/**
 * Sends the stored answer. When nothing is stored under the key it sends null with status 200:
 * browsers would report an error status on the console.
 */
export function replay(res: Response, started: Exclude<StartedWrite, { kind: 'started' }>): void {
  if (started.kind === 'nothing') return void res.json(null)
  const { status, headers, body } = started.answer
  res.status(status).set(headers).set('Idempotent-Replayed', 'true').json(body)
}

/**
 * The part of a response that is stored: status, body and the headers `Location` and `ETag` of a
 * success; null for any other status.
 */
export function keyedAnswer(res: Response, status: number, body: unknown): KeyedAnswer | null {
  if (status < 200 || status > 299) return null
  const headers: Record<string, string> = {}
  for (const header of ['Location', 'ETag']) {
    const value = res.getHeader(header)
    if (typeof value === 'string') headers[header] = value
  }
  return { status, headers, body }
}

/** Hash of method, address, revision and body: equal for a request that is sent again. */
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
