import { type Request, type RequestHandler, Router } from 'express'
import { type ContentType, contentTypes } from '#domain/content.ts'
import { type ContentPatch, contentInput, contentPatch } from '#domain/content-input.ts'
import { deleteRequest } from '#domain/item-requests.ts'
import type { Listed } from '#domain/list-order.ts'
import type { AdminParts, Author } from '../../http/admin-parts.ts'
import type { KeyedWrite } from '../../http/idempotency.ts'
import { ifMatch } from '../../http/if-match.ts'
import { doneOnce } from '../../http/once-middleware.ts'
import { parseBody } from '../../http/parse-body.ts'
import { readId } from '../../http/read-id.ts'
import { sendCompressed } from '../../http/send-compressed.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { answerSave, type ItemReader, type SaveResult, sendItem } from './content-answers.ts'
import { applyListQuery } from './list-query.ts'
import { type ReadVersion, withoutUnchanged } from './unchanged-fields.ts'

/** What administrators read; `server/content` makes it. */
interface AdminItems extends ItemReader {
  /** What every item is searched and sorted by, newest first. */
  listed(type: ContentType): ReadonlyArray<Listed>
  /** An item as lists show it; null when it is gone. */
  inList(type: ContentType, id: number): object | null
}

/** How administrators change content; `server/content` makes it. Errors carry a `kind` that the error handler knows. */
interface Saving {
  create(type: ContentType, input: ContentPatch, by: Saver): Promise<SaveResult>
  /** An item as it was in a revision, now without one; null when that is not known. */
  versionOf(type: ContentType, id: number, revision: string | undefined): ReadVersion | null
  update(type: ContentType, id: number, patch: ContentPatch, from: From): Promise<SaveResult>
  remove(type: ContentType, id: number, from: From): Promise<SaveResult>
}

interface Saver {
  author: Author
  write: KeyedWrite | null
}

interface From extends Saver {
  revision: string | undefined
}

/**
 * The content calls of administrators (specification, section 7; rulings, sections 4 and 6). Reads fall through to the public ones for visitors; writes are
 * mounted behind the session check.
 */
export function contentWriteApi(
  parts: AdminParts & { who: (req: Request) => Promise<SignedIn | null>; items: AdminItems; saving: Saving },
): Router {
  const { who, items, saving, body, author } = parts
  const router = Router()

  /** Lets administrators in and passes visitors on to the public calls. */
  const forAdministrators: RequestHandler = async (req, res, next) => {
    res.vary('Cookie')
    if (!(await who(req))) return next('route')
    res.set('Cache-Control', 'private, no-store')
    next()
  }

  for (const type of contentTypes) {
    router.get(`/${type}`, forAdministrators, (req, res) => {
      const { items: listed, total, next } = applyListQuery(items.listed(type), req.query)
      // Only what is sent is made: a site may hold thousands.
      const list = listed.flatMap(({ id }) => items.inList(type, id) ?? [])
      res.set('X-Total-Count', String(total))
      if (next !== null) res.links({ next: `${req.baseUrl}${req.path}?${next}` })
      return sendCompressed(res, list)
    })
    router.get(`/${type}/:id`, forAdministrators, async (req, res, next) => {
      // Words such as `featured` are other calls.
      const id = String(req.params.id)
      if (!/^\d+$/.test(id)) return next()
      await sendItem(res, items, type, readId(id))
    })
    router.post(`/${type}`, body, async (req, res) => {
      const input = parseBody(contentInput[type], req.body) as ContentPatch
      const result = await doneOnce(res, (write) => saving.create(type, input, { author: author(res), write }))
      await answerSave(res, type, result, (id) => {
        res.status(201).location(`/api/${type}/${id}`)
        return sendItem(res, items, type, id)
      })
    })
    router.patch(`/${type}/:id`, body, async (req, res) => {
      const id = readId(String(req.params.id))
      const named = ifMatch(req) ?? (req.body as { revision?: unknown } | undefined)?.revision
      const base = saving.versionOf(type, id, typeof named === 'string' ? named : undefined)
      const patch = parseBody(contentPatch[type], withoutUnchanged(req.body, base)) as ContentPatch
      const from = { revision: ifMatch(req) ?? patch.revision, author: author(res) }
      const result = await doneOnce(res, (write) => saving.update(type, id, patch, { ...from, write }))
      await answerSave(res, type, result, (id) => sendItem(res, items, type, id))
    })
    router.delete(`/${type}/:id`, body, async (req, res) => {
      const { revision } = parseBody(deleteRequest, req.body)
      const from = { revision: ifMatch(req) ?? revision, author: author(res) }
      const result = await doneOnce(res, (write) =>
        saving.remove(type, readId(String(req.params.id)), { ...from, write }),
      )
      await answerSave(res, type, result, (id) => res.json({ deleted: true, id }))
    })
  }
  return router
}
