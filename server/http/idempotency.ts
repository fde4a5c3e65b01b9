import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { RequestHandler, Response } from 'express'
import { z } from 'zod'
import { HttpError } from './http-error.ts'
import { personOf } from './signed-in.ts'

/** So long an answer is remembered. */
const lifeMs = 24 * 60 * 60 * 1000
const longestKey = 200
/** Forgotten answers are cleared away once in so many writes. */
const sweepEvery = 100

const memory = z.object({
  at: z.number(),
  request: z.string(),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
})
type Memory = z.infer<typeof memory>

/**
 * Makes a write that is sent again with the same `Idempotency-Key` happen once: the second one gets the first one's answer, for 24 hours and over
 * restarts (one file per answer in `folder`). Only what succeeded is remembered: after a refusal nothing was written, and the write may be tried again.
 * The same key with another request is 422. Mount behind the session check and the body's parser.
 */
export function createIdempotency(options: {
  folder: string
  now: () => Date
  failed: (error: unknown) => void
}): RequestHandler {
  const { folder, now, failed } = options
  const running = new Map<string, Promise<void>>()
  let writes = 0

  async function recall(name: string): Promise<Memory | null> {
    const text = await readFile(path.join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (text === null) return null
    const { data: known } = memory.safeParse(JSON.parse(text))
    return known && known.at + lifeMs > now().getTime() ? known : null
  }

  async function keep(name: string, known: Memory): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = path.join(folder, `.${name}.${randomBytes(4).toString('hex')}`)
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(JSON.stringify(known))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path.join(folder, name))
    writes += 1
    if (writes % sweepEvery === 1) await sweep()
  }

  async function sweep(): Promise<void> {
    for (const name of await readdir(folder)) {
      const file = path.join(folder, name)
      const { mtimeMs } = await stat(file)
      if (mtimeMs + lifeMs < now().getTime()) await rm(file, { force: true })
    }
  }

  /** Remembers the answer before it is sent, also when nobody is there any more to read it, and then tells who waits for it. */
  function rememberAnswer(res: Response, name: string, request: string, done: () => void): void {
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
      keep(name, { at: now().getTime(), request, status, headers, body })
        // The write itself has succeeded.
        .catch(failed)
        .finally(() => {
          done()
          send(body)
        })
      return res
    }
  }

  return async (req, res, next) => {
    const key = req.get('Idempotency-Key')
    if (key === undefined || req.method === 'GET' || req.method === 'HEAD') return next()
    if (key === '' || key.length > longestKey)
      throw new HttpError(400, `An Idempotency-Key has 1 to ${longestKey} characters.`)
    const name = hash(String(personOf(res).user.id), key)
    const request = hash(req.method, req.originalUrl, req.get('If-Match') ?? '', JSON.stringify(req.body ?? null))
    for (let other = running.get(name); other; other = running.get(name)) await other
    let done = () => {}
    running.set(
      name,
      new Promise((resolve) => {
        done = () => {
          running.delete(name)
          resolve()
        }
      }),
    )
    const known = await recall(name).catch((error: unknown) => {
      done()
      throw error
    })
    if (!known) {
      rememberAnswer(res, name, request, done)
      return next()
    }
    done()
    if (known.request !== request)
      throw new HttpError(422, 'This Idempotency-Key was used for another request; take a new one.')
    res.status(known.status).set(known.headers).json(known.body)
  }
}

function hash(...parts: Array<string>): string {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(`${part.length}:`).update(part)
  return sum.digest('hex')
}
