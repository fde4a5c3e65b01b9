import { json, type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { type ContentType, contentTypes } from '#domain/content.ts'
import { type ContentPatch, contentInput, contentPatch } from '#domain/content-input.ts'
import { HttpError } from './http-error.ts'
import { ifMatch } from './if-match.ts'
import { applyListQuery, type Listed } from './list-query.ts'
import { parseBody } from './parse-body.ts'
import { readId } from './read-id.ts'
import { personOf, type SignedIn } from './signed-in.ts'

interface Person {
  name: string
  email: string
}

/** What administrators read; `server/content` makes it. */
export interface AdminItems {
  list(type: ContentType): Array<Listed>
  one(type: ContentType, id: number): Promise<(object & { revision: string; url: string }) | null>
}

type SaveResult =
  | { kind: 'saved'; id: number }
  | { kind: 'missing' }
  | { kind: 'conflict'; message: string; base: object | null; theirs: object; yours: object; conflicts: Array<unknown> }

/** How administrators change content; `server/content` makes it. Errors carry a `kind` that the error handler knows. */
export interface Saving {
  create(type: ContentType, input: ContentPatch, author: Person): Promise<SaveResult>
  update(type: ContentType, id: number, patch: ContentPatch, from: From): Promise<SaveResult>
  remove(type: ContentType, id: number, from: From): Promise<SaveResult>
}

interface From {
  revision: string | undefined
  author: Person
}

const revisionOnly = z.strictObject({ revision: contentPatch.articles.shape.revision })

/** What a save may weigh at most: a file of 1 MB, escaped in JSON. */
export const bodyLimit = '3mb'

/**
 * The content calls of administrators (specification, section 7; rulings, sections 4 and 6). Reads fall through to the public ones for visitors; writes are
 * mounted behind the session check.
 */
export function contentWriteApi(parts: {
  who: (req: Request) => Promise<SignedIn | null>
  items: AdminItems
  saving: Saving
  authorOf: (person: SignedIn) => Person
}): Router {
  const { who, items, saving, authorOf } = parts
  const router = Router()
  const body = json({ limit: bodyLimit })
  const author = (res: Response) => authorOf(personOf(res))

  /** Lets administrators in and passes visitors on to the public calls. */
  const forAdministrators: RequestHandler = async (req, res, next) => {
    res.vary('Cookie')
    if (!(await who(req))) return next('route')
    res.set('Cache-Control', 'private, no-store')
    next()
  }

  for (const type of contentTypes) {
    router.get(`/${type}`, forAdministrators, (req, res) => {
      const { items: list, next } = applyListQuery(items.list(type), req.query)
      if (next !== null) res.links({ next: `${req.baseUrl}${req.path}?${next}` })
      res.json(list)
    })
    router.get(`/${type}/:id`, forAdministrators, async (req, res, next) => {
      // Words such as `featured` are other calls.
      const id = String(req.params.id)
      if (!/^\d+$/.test(id)) return next()
      await send(res, type, readId(id))
    })
    router.post(`/${type}`, body, async (req, res) => {
      const input = parseBody(contentInput[type], req.body) as ContentPatch
      const result = await saving.create(type, input, author(res))
      if (result.kind !== 'saved') throw notFound(type)
      res.status(201).location(`/api/${type}/${result.id}`)
      await send(res, type, result.id)
    })
    router.patch(`/${type}/:id`, body, async (req, res) => {
      const id = readId(req.params.id)
      const patch = parseBody(contentPatch[type], req.body) as ContentPatch
      const revision = ifMatch(req) ?? patch.revision
      const result = await saving.update(type, id, patch, { revision, author: author(res) })
      if (result.kind === 'conflict') sendConflict(res, result)
      else if (result.kind === 'missing') throw notFound(type)
      else await send(res, type, id)
    })
    router.delete(`/${type}/:id`, body, async (req, res) => {
      const id = readId(req.params.id)
      const revision = ifMatch(req) ?? parseBody(revisionOnly.partial(), req.body).revision
      const result = await saving.remove(type, id, { revision, author: author(res) })
      if (result.kind === 'conflict') sendConflict(res, result)
      else if (result.kind === 'missing') throw notFound(type)
      else res.json({ deleted: true, id })
    })
  }

  async function send(res: Response, type: ContentType, id: number): Promise<void> {
    const item = await items.one(type, id)
    if (!item) throw notFound(type)
    res.set('ETag', `"${item.revision}"`).json(item)
  }

  return router
}

function sendConflict(res: Response, { kind: _, ...conflict }: Extract<SaveResult, { kind: 'conflict' }>): void {
  res.status(409).json(conflict)
}

const missing: Readonly<Record<ContentType, string>> = {
  articles: 'Article not found',
  news: 'News item not found',
  newsletters: 'Newsletter not found',
}

function notFound(type: ContentType): HttpError {
  return new HttpError(404, missing[type])
}
