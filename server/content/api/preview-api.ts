import { type RequestHandler, Router } from 'express'
import type { ContentType } from '#domain/content.ts'
import { type PreviewRequest, previewRequest } from '#domain/item-requests.ts'
import { parseBody } from '../../http/parse-body.ts'

type Preview = (type: ContentType, item: Omit<PreviewRequest, 'type'>) => Promise<object>

/** `POST /api/preview` (rulings, section 6): what a save would show; writes nothing. */
export function previewApi(preview: Preview, body: RequestHandler): Router {
  const router = Router()
  router.post('/preview', body, async (req, res) => {
    const { type, ...item } = parseBody(previewRequest, req.body)
    res.json(await preview(type, item))
  })
  return router
}
