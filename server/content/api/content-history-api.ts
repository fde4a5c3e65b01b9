import { type RequestHandler, Router } from 'express'
import { type ContentType, contentTypes } from '#domain/content.ts'
import { moveRequest, restoreRequest } from '#domain/item-requests.ts'
import type { AdminParts, Author } from '../../http/admin-parts.ts'
import type { KeyedWrite } from '../../http/idempotency.ts'
import { doneOnce } from '../../http/once-middleware.ts'
import { parseBody } from '../../http/parse-body.ts'
import { readId } from '../../http/read-id.ts'
import { answerSave, found, type ItemReader, type SaveResult, sendItem } from './content-answers.ts'

/** What git knows about items; `server/content` makes it. */
interface PastItems extends ItemReader {
  history(type: ContentType, id: number): Promise<Array<object> | null>
  version(type: ContentType, id: number, commit: string): Promise<object | null>
  deleted(type: ContentType): Promise<Array<object>>
}

/** Who links to an item, null when there is none; `server/content` makes it. */
type InboundLinks = (type: ContentType, id: number) => Promise<Array<object> | null>

interface Saver {
  author: Author
  write: KeyedWrite | null
}

interface Past {
  restore(type: ContentType, id: number, to: Saver & { commit: string }): Promise<SaveResult>
  move(id: number, to: Saver & { slug: string; rewriteLinks: boolean }): Promise<SaveResult>
}

/** History, restore and move (rulings, section 6), and what links to an item. Only for administrators; mounted before the calls of single items. */
export function contentHistoryApi(
  parts: AdminParts & {
    requireSession: RequestHandler
    items: PastItems
    inboundLinks: InboundLinks
    saving: Past
  },
): Router {
  const { requireSession, items, inboundLinks, saving, body, author } = parts
  const router = Router()

  for (const type of contentTypes) {
    router.get(`/${type}/deleted`, requireSession, async (_req, res) => {
      res.json(await items.deleted(type))
    })
    router.get(`/${type}/:id/history`, requireSession, async (req, res) => {
      res.json(found(type, await items.history(type, readId(String(req.params.id)))))
    })
    router.get(`/${type}/:id/history/:commit`, requireSession, async (req, res) => {
      const id = readId(String(req.params.id))
      const { commit } = parseBody(restoreRequest, { commit: req.params.commit })
      res.json(found(type, await items.version(type, id, commit)))
    })
    router.get(`/${type}/:id/links`, requireSession, async (req, res) => {
      res.json(found(type, await inboundLinks(type, readId(String(req.params.id)))))
    })
    router.post(`/${type}/:id/restore`, body, async (req, res) => {
      const { commit } = parseBody(restoreRequest, req.body)
      const to = { commit, author: author(res) }
      const result = await doneOnce(res, (write) =>
        saving.restore(type, readId(String(req.params.id)), { ...to, write }),
      )
      await answerSave(res, type, result, (id) => sendItem(res, items, type, id))
    })
  }

  router.post('/articles/:id/move', body, async (req, res) => {
    const to = { ...parseBody(moveRequest, req.body), author: author(res) }
    const result = await doneOnce(res, (write) => saving.move(readId(String(req.params.id)), { ...to, write }))
    await answerSave(res, 'articles', result, (id) => sendItem(res, items, 'articles', id))
  })
  return router
}
